import { quiet, heading } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'
import { NO_CATEGORY } from './sums.ts'

export const describe: Description<'budget_tracker'> = (
  { title, id, currency: given = 'EUR' },
  { money },
  { entries: payments = [], currency = given },
) => {
  const spent = payments.filter(({ kind }) => kind === 'expense')
  const income = payments.filter(({ kind }) => kind === 'income')
  const byCategory = Map.groupBy(spent, ({ category = NO_CATEGORY }) => category)
  return [
    heading(title ?? id),
    byCategory.size === 0
      ? undefined
      : {
          kind: 'chart',
          look: 'bar',
          labels: [...byCategory.keys()],
          series: [{ name: 'Spent', values: [...byCategory.values()].map(total) }],
          format: { format: 'currency', currency },
        },
    quiet(`Spent ${money(total(spent), currency)}, came in ${money(total(income), currency)}`),
  ]
}

function total(payments: readonly { readonly amount: number }[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0)
}
