import type { StoredOf } from '../../../../../components/schemas.ts'
import type { ActPort } from '../../act-port.ts'
import { cards } from '../../answers/cards.ts'
import type { Collection, Entry } from '../../answers/entries.ts'
import { mentions } from '../../answers/matching.ts'
import { readStored } from '../../answers/stored.ts'
import { money } from './money.ts'

export type Budget = StoredOf<'budget_tracker'>
export type Payment = Budget['entries'][number] & Entry

export const budget: Collection<Payment> = {
  card: cards.budget,
  member: 'entries',
  most: 5_000,
  noun: 'payment',
  nouns: 'payments',
  name: ({ text, amount, date, kind }) =>
    `${text ?? 'payment'}, ${kind === 'income' ? 'income of ' : ''}${money(amount)}, ${date}`,
  text: ({ text = '', category = '', amount, date, kind }) => `${text} ${category} ${kind} ${amount} ${date}`,
  isWhole: ({ amount, date }) => typeof amount === 'number' && typeof date === 'string',
}

export const emptyBudget: Budget = { entries: [] }

type BudgetPort = Pick<ActPort, 'store' | 'baseCurrency'>

/** What amounts are shown in. */
export function currencyOf({ store, baseCurrency }: BudgetPort): string | undefined {
  return readStored<Budget>(store, 'budget', emptyBudget).currency ?? baseCurrency() ?? undefined
}

/** What the setting has when nobody chose one. */
const UNCHOSEN = 'USD'

/** What amounts are surely in: undefined until somebody has said it. */
export function chosenCurrency(deps: BudgetPort): string | undefined {
  const { currency } = readStored<Budget>(deps.store, 'budget', emptyBudget)
  const base = deps.baseCurrency()
  return currency ?? (base === null || base === UNCHOSEN ? undefined : base)
}

interface Told {
  readonly currency?: string
  readonly isAnyDollar?: boolean
}

/** All amounts of a budget are in one currency: another one is not written down as if it were that. */
export function isForeign({ currency, isAnyDollar }: Told, own: string | undefined): boolean {
  if (currency === undefined || own === undefined || currency === own) return false
  return !(isAnyDollar === true && own.endsWith('D'))
}

/** What was noted without a currency is shown in the first one that is said: that is not done without a word. */
export function turnedText(deps: BudgetPort, said: string | undefined): string {
  const { entries, monthly_limit, categories = [] } = readStored<Budget>(deps.store, 'budget', emptyBudget)
  const isNew = entries.length + categories.length === 0 && monthly_limit === undefined
  if (said === undefined || chosenCurrency(deps) !== undefined || isNew || said === currencyOf(deps))
    return ''
  const also = entries.length > 0 ? ', including earlier entries' : ''
  return ` Your whole budget is now in ${said}${also}.`
}

export function isAbout({ text = '', category = '' }: Budget['entries'][number], about: string): boolean {
  return mentions(`${text} ${category}`, about)
}
