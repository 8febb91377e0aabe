import { quiet, heading } from '../../contract/text/blocks.ts'
import { ownTimeZone } from '../../contract/text/time-zone.ts'
import { dayIn, isoDay } from '../../platform/language/values/calendar.ts'
import type { Description } from '../description.ts'
import { sumOf } from './sums.ts'

export const describe: Description<'budget_tracker'> = (
  { title, id, currency: given = 'EUR' },
  { money, now, date },
  { entries = [], categories: limits, monthly_limit, currency = given },
) => {
  const month = isoDay(dayIn(ownTimeZone(), now)).slice(0, 7)
  const { spent, earned, categories } = sumOf({ entries, ...(limits && { categories: limits }) }, month)
  const labels = categories.map(({ name, limit }) =>
    limit === undefined ? name : `${name} (of ${money(limit, currency)})`,
  )
  const ofLimit = monthly_limit === undefined ? '' : ` of ${money(monthly_limit, currency)}`
  return [
    heading(title ?? id),
    categories.length === 0
      ? undefined
      : {
          kind: 'chart',
          look: 'bar',
          labels,
          series: [{ name: 'Spent', values: categories.map((category) => category.spent) }],
          format: { format: 'currency', currency },
        },
    quiet(
      `${date(now, { month: 'long', year: 'numeric' })}: spent ${money(spent, currency)}${ofLimit}, earned ${money(earned, currency)}`,
    ),
  ]
}
