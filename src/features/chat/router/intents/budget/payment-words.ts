import { Type, type Static } from '../../../../../contract/type.ts'
import type { Amount } from '../../../../../platform/language/values/amounts.ts'
import { wordsToDigits } from '../../../../../platform/language/values/numbers.ts'
import { optional, type Captured, type Wording } from '../../define-intent.ts'

export const PaymentSaid = Type.Object({
  amount: Type.Number(),
  kind: Type.Union([Type.Literal('expense'), Type.Literal('income')]),
  date: Type.String(),
  text: optional.text,
  category: optional.text,
  currency: optional.text,
  isAnyDollar: optional.boolean,
})
export type PaymentSaid = Static<typeof PaymentSaid>

type Constants = Wording<{ readonly payments: PaymentSaid[] }>

const who = '[{before:past}] [i|we] [have] [just|also|already]'
const about = '[about|around|roughly|nearly|almost|only|exactly|another]'
const on = '[[on] {date:past}|this (morning|afternoon|evening|week|month)|earlier|just now|so far]'
const under = '[[in|under|as] [the] category [:] {category:name}|under {category:name}]'
const a = '[<article>|some]'
const more = '[[and] {second:amount} (on|for) [<article>|some] {purpose:name}]'

/** How a payment is told. A number alone is a sum only where a purpose is said: nobody pays "3 visits". */
const spent: readonly string[] = [
  `${who} (spent|paid) ${about} {sum:amount} ${on}`,
  `${who} (spent|paid) ${about} {sum:amount} (on|for|at|to|in) ${a} {text:name} ${more} ${under} ${on}`,
  `${who} (spent|paid) ${about} {sum:price} ${a} {text:name} ${under} ${on}`,
  `${who} paid {sum:amount} {usual:word} ${on}`,
  `${who} paid ${a} {text:name} {sum:amount} ${on}`,
  `${who} bought ${a} {text:name} (for|at) {sum:amount} [(at|from) ${a} {shop:name}] ${under} ${on}`,
  `${who} bought ${a} {text:name} {sum:price} ${under} ${on}`,
  `${who} bought {several:name} (for|at) {sum:amount} (each|apiece|a piece) ${under} ${on}`,
  `${who} (spent|paid) {sum:amount} (each|apiece|a piece) (on|for) {several:name} ${under} ${on}`,
  `[(add|log|record|track|note|enter|new)] [a|an|the|new] (expense|spending|purchase|payment) [of|:] {sum:amount} [[on|for|at|to] ${a} {text:name}] ${under} ${on}`,
  `[(add|log|record|track|note|enter|new)] [a|an|the|new] (expense|spending|purchase|payment) [of|:] {sum:amount} under {category:name} ${on}`,
  `(add|log|record|track|put|enter) {sum:amount} [on|for] ${a} {text:name} (to|in|into|as|on) [<article>] (budget|expenses|expense) ${on}`,
  `(log|record) {sum:amount} (on|for) ${a} {text:name} ${under} ${on}`,
  `(log|record) {sum:price} ${a} {text:name} ${under} ${on}`,
  `${a} {text:name} cost [me|us] {sum:price} ${on}`,
]

const earned: readonly string[] = [
  `${who} (earned|received|got paid|was paid) ${about} {sum:amount} ${on}`,
  `${who} (earned|received|got paid|was paid|got|made) ${about} {sum:amount} (from|for|as|in) ${a} {text:name} ${on}`,
  `${who} (earned|received|got paid|was paid|got|made) {sum:amount} {usual:word} ${on}`,
  `${who} (earned|received|got) ${a} {text:name} of {sum:amount} ${on}`,
  `${a} {text:name} of {sum:amount} came in ${on}`,
  `[(add|log|record|track|note|enter|new)] [a|an|the|new] income [of|:] {sum:amount} [[from|for] ${a} {text:name}] ${on}`,
  `(add|log|record|track|put|enter) {sum:amount} [from|for] ${a} {text:name} (to|in|into|as|on) [<article>] income ${on}`,
]

export const paymentTemplates: readonly Constants[] = [
  ...spent,
  ...earned.map((template): Constants => [template, { kind: 'income' } as object]),
]

/** What is said behind a sum without "for". */
const usual: ReadonlySet<string> = new Set(
  'rent salary wages income tips tip bonus pension commission interest'.split(' '),
)

/** How many were bought: 2 of "two tickets". */
function countOf(several: unknown): number {
  if (typeof several !== 'string') return 1
  return Number(/^\d+(?= )/.exec(wordsToDigits(several))?.[0] ?? 0)
}

export function paymentsOf(captured: Captured, today: string): { payments: PaymentSaid[] } | undefined {
  const { several, second, category, shop } = captured as {
    several?: string
    second?: Amount
    category?: string
    shop?: string
  }
  const one = captured['sum'] as Amount
  const sum = { ...one, value: Math.round(one.value * countOf(several) * 100) / 100 }
  const named = (several ?? captured['text'] ?? captured['usual']) as string | undefined
  if (sum.value <= 0 || isNoPayment(captured, named)) return undefined
  const common = {
    kind: captured['kind'] === 'income' ? ('income' as const) : ('expense' as const),
    date: (captured['date'] ?? captured['before'] ?? today) as string,
  }
  const text = shop === undefined ? named : `${named} at ${shop}`
  const first = paymentOf(sum, { ...common, text, category })
  const purpose = captured['purpose'] as string | undefined
  return { payments: second ? [first, paymentOf(second, { ...common, text: purpose })] : [first] }
}

function isNoPayment(captured: Captured, named = ''): boolean {
  const isOther = captured['usual'] !== undefined && !usual.has(named.toLowerCase())
  return isOther || noPurpose.test(named)
}

/** "I paid for the rent in 2024" names no sum, and time is no money. */
const noPurpose =
  /\b(?:for|to|in|on|of|at|between|and)$|^(?:for|to|in|on|of|at|between|attention)\b|^(?:an? |my )?(?:time|days?|weeks?|months?|years?)\b/i

function paymentOf(
  { value, currency, isAnyDollar }: Amount,
  {
    text,
    category,
    ...rest
  }: { kind: PaymentSaid['kind']; date: string; text?: string | undefined; category?: string | undefined },
): PaymentSaid {
  return {
    ...rest,
    amount: value,
    ...(text !== undefined && { text: text.slice(0, 300) }),
    ...(category !== undefined && { category }),
    ...(currency !== undefined && { currency, isAnyDollar }),
  }
}
