import type { StoredOf } from '../../../../components/schemas.ts'
import type { PaymentSaid } from '../readers/payments.ts'
import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { thisMonth, type Period } from '../../../../platform/language/values/past-dates.ts'
import { numberOf, textOf, type Act, type Understood } from './act.ts'
import { cards } from './cards.ts'
import {
  changed,
  chooseEntry,
  entriesOf,
  offerToClear,
  removeEntry,
  type Collection,
  type Entry,
} from './entries.ts'
import { isSame, mentions } from './matching.ts'
import { money, sumOf } from './money.ts'
import { assertRoom, editStored, newEntryId, readStored, type StoredValues } from './stored.ts'

type Budget = StoredOf<'budget_tracker'>
type Payment = Budget['entries'][number] & Entry

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

const empty: Budget = { entries: [] }

export interface BudgetDeps {
  readonly store: StoredValues
  readonly baseCurrency: () => string | null
}

export function budgetActs(deps: BudgetDeps): Readonly<Record<string, Act>> {
  return {
    budget_tracker: ({ voice }) => voice.add(budget.card),
    'budget.add': (understood) => addPayments(deps, understood),
    'budget.ask': (understood) => tellSum(deps, understood),
    'budget.limit': (understood) => setLimit(deps, understood),
    'budget.remove': (understood) => removePayment(deps, understood),
  }
}

/** What amounts are shown in. */
function currencyOf({ store, baseCurrency }: BudgetDeps): string | undefined {
  return readStored<Budget>(store, 'budget', empty).currency ?? baseCurrency() ?? undefined
}

/** What the setting has when nobody chose one. */
const UNCHOSEN = 'USD'

/** What amounts are surely in: undefined until somebody has said it. */
function chosenCurrency(deps: BudgetDeps): string | undefined {
  const { currency } = readStored<Budget>(deps.store, 'budget', empty)
  const base = deps.baseCurrency()
  return currency ?? (base === null || base === UNCHOSEN ? undefined : base)
}

interface Told {
  readonly currency?: string
  readonly isAnyDollar?: boolean
}

/** All amounts of a budget are in one currency: another one is not written down as if it were that. */
function isForeign({ currency, isAnyDollar }: Told, own: string | undefined): boolean {
  if (currency === undefined || own === undefined || currency === own) return false
  return !(isAnyDollar === true && own.endsWith('D'))
}

async function addPayments(deps: BudgetDeps, { slots, voice, when }: Understood): Promise<void> {
  const payments = slots['payments'] as readonly PaymentSaid[]
  const own = chosenCurrency(deps)
  const foreign = payments.find((payment) => isForeign(payment, own))
  if (foreign) {
    voice.decline(
      `Your budget is in ${own}, so nothing was noted. Say how much ${money(foreign.amount, foreign.currency)} is in ${own}.`,
    )
    voice.add({ type: 'currency_converter', amount: foreign.amount, from: foreign.currency, to: own })
    return
  }
  const said = payments.find(({ currency }) => currency !== undefined)?.currency
  const currency = own ?? said ?? currencyOf(deps)
  const turned = turnedText(deps, said)
  await editStored<Budget>(deps.store, 'budget', {
    empty,
    change: (value) => ({
      ...value,
      // The first payment with a sign of money says what the whole budget is in.
      ...(value.currency === undefined && own === undefined && said !== undefined && { currency: said }),
      entries: [
        ...changed<Payment>(value, budget, (entries) => [
          // The newest stands first, and that is the one that was said last.
          ...payments
            .map((payment) => entryOf(payment, { value, created_at: when.now.toISOString() }))
            .toReversed(),
          ...entries,
        ]),
      ],
    }),
  })
  const today = isoDay(when.today)
  voice.say(payments.map((payment) => notedText(payment, { currency, today })).join(' ') + turned)
  voice.add(budget.card)
}

/** What was noted without a currency is shown in the first one that is said: that is not done without a word. */
function turnedText(deps: BudgetDeps, said: string | undefined): string {
  const { entries, monthly_limit, categories = [] } = readStored<Budget>(deps.store, 'budget', empty)
  const isNew = entries.length + categories.length === 0 && monthly_limit === undefined
  if (said === undefined || chosenCurrency(deps) !== undefined || isNew || said === currencyOf(deps))
    return ''
  const also = entries.length > 0 ? ', also what was noted before' : ''
  return ` Your whole budget is in ${said} from now on${also}.`
}

function entryOf(
  { amount, kind, date, text, category }: PaymentSaid,
  { value, created_at }: { value: Budget; created_at: string },
): Payment {
  const wanted = category ?? text
  const known = value.categories?.find(({ name }) => wanted !== undefined && isSame(name, wanted))?.name
  const into = known ?? category?.slice(0, 80)
  return {
    id: newEntryId(),
    date,
    amount,
    kind,
    ...(into !== undefined && { category: into }),
    ...(text !== undefined && { text: text.slice(0, 300) }),
    created_at,
  }
}

function notedText(
  { amount, kind, text, date, category }: PaymentSaid,
  { currency, today }: { currency: string | undefined; today: string },
): string {
  const what = text === undefined ? '' : ` ${kind === 'income' ? 'from' : 'for'} ${text}`
  const where = category === undefined ? '' : ` under ${category}`
  const on = date === today ? '' : ` on ${date}`
  return `Noted ${kind === 'income' ? 'an income' : 'an expense'} of ${money(amount, currency)}${what}${where}${on}.`
}

function tellSum(deps: BudgetDeps, { slots, voice, when }: Understood): void {
  const entries = [...entriesOf(deps.store, budget)]
  const value: Budget = { ...readStored<Budget>(deps.store, 'budget', empty), entries }
  const currency = currencyOf(deps)
  const about = textOf(slots, 'about')
  if (slots['left'] === true) voice.say(leftText(value, { currency, month: thisMonth(when.today), about }))
  else voice.say(sumText(value, { slots, currency, usual: thisMonth(when.today) }))
  voice.add(budget.card)
}

function sumText(
  value: Budget,
  { slots, currency, usual }: { slots: Understood['slots']; currency: string | undefined; usual: Period },
): string {
  const about = textOf(slots, 'about')
  const kind = textOf(slots, 'kind') ?? 'expense'
  const period = (slots['period'] as Period | undefined) ?? usual
  const fitting = value.entries.filter(
    (entry) => entry.kind === kind && (about === undefined || isAbout(entry, about)),
  )
  const inside = fitting.filter(({ date }) => date >= period.from && date <= period.to)
  const [of, verb] = [about === undefined ? '' : ` on ${about}`, kind === 'income' ? 'earned' : 'spent']
  const whole = money(sumOf(fitting), currency)
  if (slots['all'] === true) return `You ${verb} ${whole}${of} in all, as far as your budget knows.`
  const told = `You ${verb} ${money(sumOf(inside), currency)}${of} ${period.label}`
  const isNamed = slots['period'] !== undefined
  return isNamed || inside.length === fitting.length ? `${told}.` : `${told}, ${whole} in all.`
}

function isAbout({ text = '', category = '' }: Budget['entries'][number], about: string): boolean {
  return mentions(`${text} ${category}`, about)
}

function leftText(
  value: Budget,
  { currency, month, about }: { currency: string | undefined; month: Period; about: string | undefined },
): string {
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
  return left < 0
    ? `${told}: ${money(-left, currency)} too much.`
    : `${told}: ${money(left, currency)} is left.`
}

/** What was set for the whole month, else what the categories may have together. */
function limitOf({ monthly_limit, categories = [] }: Budget): number | undefined {
  if (monthly_limit !== undefined) return monthly_limit
  const limits = categories.flatMap(({ monthly_limit }) => monthly_limit ?? [])
  return limits.length === 0 ? undefined : limits.reduce((sum, limit) => sum + limit, 0)
}

async function setLimit(deps: BudgetDeps, { slots, voice }: Understood): Promise<void> {
  const amount = numberOf(slots, 'amount')!
  const category = textOf(slots, 'category')?.slice(0, 80)
  const said = textOf(slots, 'currency')
  const own = chosenCurrency(deps)
  if (
    isForeign(
      { ...(said !== undefined && { currency: said }), isAnyDollar: slots['isAnyDollar'] === true },
      own,
    )
  ) {
    voice.decline(`Your budget is in ${own}, so nothing was set. Say the limit in ${own}.`)
    return
  }
  const turned = turnedText(deps, said)
  const written = await editStored<Budget>(deps.store, 'budget', {
    empty,
    change: (value) => ({
      ...value,
      ...(value.currency === undefined && own === undefined && said !== undefined && { currency: said }),
      ...(category === undefined
        ? { monthly_limit: amount }
        : { categories: withLimit(value.categories ?? [], category, amount) }),
    }),
  })
  const name = category === undefined ? '' : ` for ${category}`
  voice.say(
    `Your monthly budget${name} is ${money(amount, written.currency ?? currencyOf(deps))} now.${turned}`,
  )
  voice.add(budget.card)
}

type Categories = NonNullable<Budget['categories']>

const MOST_CATEGORIES = 100

function withLimit(categories: Categories, name: string, monthly_limit: number): Categories {
  const known = categories.find((category) => isSame(category.name, name))
  if (known) return categories.map((one) => (one === known ? { ...one, monthly_limit } : one))
  const [before, after] = [categories.length, categories.length + 1]
  assertRoom('The list of categories', { before, after, most: MOST_CATEGORIES })
  return [...categories, { name: name[0]!.toUpperCase() + name.slice(1), monthly_limit }]
}

async function removePayment(deps: BudgetDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const { store } = deps
  if (slots['all'] === true) return offerToClear(store, understood, budget)
  const kind = textOf(slots, 'kind')
  const entries = entriesOf(store, budget).filter((entry) => kind === undefined || entry.kind === kind)
  const about = textOf(slots, 'about')
  if (about === undefined && slots['last'] !== true) {
    voice.decline('Which payment? Say "delete the last expense" or "delete the expense for …".')
    voice.add(budget.card)
    return
  }
  const payment =
    about === undefined
      ? entries[0]
      : chooseEntry(understood, budget, {
          wanted: about,
          entries,
          sentence: (name) => `delete the payment "${name}"`,
        })
  if (!payment)
    return about === undefined ? voice.decline(`There is no ${kind ?? 'payment'} yet.`) : undefined
  await removeEntry(store, budget, payment)
  const what = payment.text === undefined ? '' : ` for ${payment.text}`
  voice.say(
    `Deleted the ${payment.kind} of ${money(payment.amount, currencyOf(deps))}${what} on ${payment.date}.`,
  )
  voice.add(budget.card)
}
