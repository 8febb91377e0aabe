import { Type } from '../../../../../contract/type.ts'
import { readPeriod, thisMonth, type Period } from '../../../../../platform/language/values/past-dates.ts'
import { entriesOf } from '../../answers/entries.ts'
import { isSame } from '../../answers/matching.ts'
import { readStored } from '../../answers/stored.ts'
import { defineIntent, optional, type SlotsOf, type Wording } from '../../define-intent.ts'
import { hasStored } from '../../stored-names.ts'
import { budget, currencyOf, emptyBudget, isAbout, type Budget } from './stored-budget.ts'
import { money, sumOf } from './money.ts'

const Slots = {
  kind: Type.Union([Type.Literal('expense'), Type.Literal('income')]),
  about: optional.text,
  period: Type.Optional(Type.Unsafe<Period>(Type.Object({}))),
  left: optional.true,
  all: optional.true,
}
type SumSlots = SlotsOf<typeof Slots>

const asks = '(how much [money]|what) (did|have|do) (i|we) [already|usually|normally]'
const total = '[what is|show [me]|tell me] [<my>] [total]'
const since = '[so far] [[in|during|over|within|for] {period:period}]'
const every = '[(every|each|a|per) (day|week|month|year)]'
const inAll = '(in total|altogether|ever|in all|of all time)'
const which = '[on|for|at|in|to|from|shopping for] [<article>] {about:name}'

/** How much it was: in all, of one thing, in a stretch of time. */
function sums(head: string, values: Partial<SumSlots>): Wording<SumSlots>[] {
  return [
    [`${head} ${since}`, values],
    [`${head} ${inAll}`, { ...values, all: true }],
    [`${head} [in|during|over|within] {period:period} (on|for|at|from) [<article>] {about:name}`, values],
    [`${head} ${which} ${inAll}`, { ...values, all: true }],
    [`${head} ${which} ${every} ${since}`, values],
  ]
}

const own = '[<my>] [monthly] [{about:word}] budget'
const left: Partial<SumSlots> = { kind: 'expense', left: true }

export const intent = defineIntent({
  name: 'budget.ask',
  label: 'Spending',
  example: 'How much did I spend this month?',
  family: 'budget_tracker',
  slots: Slots,
  templates: [
    ...sums(`${asks} (spend|spent|pay|paid) [my money] [on]`, { kind: 'expense' }),
    ...sums(`${asks} (earn|earned|make|made|receive|received)`, { kind: 'income' }),
    [`how much [money] (went|has gone) on [<article>] {about:name} ${since}`, { kind: 'expense' }],
    ...sums('total (spent|spending|expenses)', { kind: 'expense' }),
    [`${total} (spending|expenses) (on|for) [<article>] {about:name} ${since}`, { kind: 'expense' }],
    [`${total} (spending|expenses) [in|of|for] {period:period}`, { kind: 'expense' }],
    [`${total} income [in|of|for] {period:period}`, { kind: 'income' }],
    [
      `(how much [money]|what) (is|do i have|have i got) [still] (left|remaining) [of|in|from|on] ${own}`,
      left,
    ],
    [
      '(how much [money]|what) (is|do i have|have i got) [still] left [of|in] [<my>] budget for [<article>] {about:name}',
      left,
    ],
    [`[how much] [of] ${own} [is] (left|remaining)`, left],
    [`how much [of] ${own} (do i have|have i got|is there) [still] left`, left],
    ['(am i|are we) (over|under|within) [<my>] budget', left],
    ['how much [more|money] (can|may) i still spend [this month]', left],
    ['(how much [money]|what) (do i have|have i got|is) [still] left to spend [this month]', left],
  ],
  fill({ kind = 'expense', about: said, period: then, ...slots }, { lower }, when) {
    // A bank knows more of it, and time is spent too.
    if (!hasStored('payments', when) || /\b(?:bank|card|account|amazon|credit|time)\b/.test(lower))
      return undefined
    // "in october" is no purpose.
    const month = said === undefined ? undefined : readPeriod(`in ${said}`, when.today)
    const isMonth = month?.words === `in ${said?.toLowerCase()}`
    const [about, period] = isMonth ? [undefined, month] : [said, then]
    return {
      ...slots,
      kind,
      about: about?.toLowerCase(),
      period: period && { from: period.from, to: period.to, label: period.label },
    }
  },
  act({ slots, writer, when }, port) {
    const entries = [...entriesOf(port.store, budget)]
    const value: Budget = { ...readStored<Budget>(port.store, 'budget', emptyBudget), entries }
    const currency = currencyOf(port)
    const month = thisMonth(when.today)
    writer.say(
      slots.left
        ? leftText(value, { ...slots, currency, month })
        : sumText(value, { ...slots, currency, month }),
    )
    writer.add(budget.card)
  },
})

interface Asked extends SumSlots {
  readonly currency: string | undefined
  readonly month: Period
}

function sumText(value: Budget, { about, kind, period: asked, all, currency, month }: Asked): string {
  const period = asked ?? month
  const fitting = value.entries.filter(
    (entry) => entry.kind === kind && (about === undefined || isAbout(entry, about)),
  )
  const inside = fitting.filter(({ date }) => date >= period.from && date <= period.to)
  const [of, verb] = [about === undefined ? '' : ` on ${about}`, kind === 'income' ? 'earned' : 'spent']
  const whole = money(sumOf(fitting), currency)
  if (all) return `You ${verb} ${whole}${of} in total, as far as your budget knows.`
  const told = `You ${verb} ${money(sumOf(inside), currency)}${of} ${period.label}`
  return asked || inside.length === fitting.length ? `${told}.` : `${told}, ${whole} in total.`
}

function leftText(value: Budget, { currency, month, about }: Asked): string {
  const spent = value.entries.filter(
    ({ kind, date }) => kind === 'expense' && date >= month.from && date <= month.to,
  )
  const category = about === undefined ? undefined : value.categories?.find(({ name }) => isSame(name, about))
  const limit = about === undefined ? limitOf(value) : category?.monthly_limit
  const used = sumOf(about === undefined ? spent : spent.filter((entry) => isAbout(entry, about)))
  const of = about === undefined ? '' : ` for ${about}`
  if (limit === undefined)
    return `You spent ${money(used, currency)}${about === undefined ? '' : ` on ${about}`} this month. No budget${of} is set: say "set my monthly budget${of} to 2000".`
  const left = Math.round((limit - used) * 100) / 100
  const told = `You spent ${money(used, currency)} of ${money(limit, currency)}${of} this month`
  return left < 0 ? `${told}: ${money(-left, currency)} too much.` : `${told}: ${money(left, currency)} left.`
}

/** What was set for the whole month, else what the categories may have together. */
function limitOf({ monthly_limit, categories = [] }: Budget): number | undefined {
  if (monthly_limit !== undefined) return monthly_limit
  const limits = categories.flatMap(({ monthly_limit }) => monthly_limit ?? [])
  return limits.length === 0 ? undefined : limits.reduce((sum, limit) => sum + limit, 0)
}
