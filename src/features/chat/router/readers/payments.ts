import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { amountText, readAmounts, type Amount } from '../../../../platform/language/values/amounts.ts'
import { escaped } from '../../../../platform/language/values/escaped.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readPastDate, readPeriod } from '../../../../platform/language/values/past-dates.ts'
import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { firstMatch, present, trimmed, type SlotReader, type When } from './reader.ts'

export interface PaymentSaid {
  readonly amount: number
  readonly kind: 'expense' | 'income'
  readonly date: string
  readonly text?: string
  readonly category?: string
  readonly currency?: string
  readonly isAnyDollar?: boolean
}

/** Asked, denied, wished or planned, but not paid. */
const notPaid =
  /^(?:how|what|why|when|where|who|which|did|do|does|have i|has|is|are|was|can|could|should|would|will|if|show|find|list|delete|remove|convert|calculate)\b|\bbetween \d|\b(?:not|never|going to|want to|need to|have to|plan to|will|would|could|should|might|if)\b/

/** Payments that were made: "30 on dinner and 12 on taxi" are two. */
export const readPayment: SlotReader = ({ text, lower }, when) => {
  if (notPaid.test(lower)) return undefined
  const kind = /\b(?:income|earned|received|got paid|was paid|salary|wages|refund)\b/.test(lower)
    ? 'income'
    : 'expense'
  const parts = partsOf(amountText(text))
  const payments = parts.flatMap((part) => paymentIn(part, { kind, whole: text, when }) ?? [])
  if (payments.length === 0 || payments.length !== parts.length) return undefined
  return { payments }
}

/** Parted before each further amount that has its own purpose. */
function partsOf(text: string): string[] {
  const parts = text.split(
    /(?:,? and |, )(?=(?:another )?[$€£¥]? ?\d[\d.,]*(?:k)? ?(?:[$€£]|\p{L}+ )?(?:on|for)\b)/iu,
  )
  return parts.every((part) => readAmounts(part).length > 0) ? parts : [text]
}

const verbs =
  /^(?:and |i |we |have |just |also |another )*(?:spent|paid|bought|earned|received|got paid|was paid|got|made|(?:add|log|record|track|put|note|enter|new)(?: down)?(?: an?| the| my| new)*(?: (?:expense|payment|income|spending|purchase)s?(?: of)?)?|expense|payment|income|spent)\b:?/i
const places =
  /\b(?:to|in|into|as|on|under)(?: an?| my| the)?(?: new)? (?:budget(?: tracker)?|expenses?|spendings?|payments?|income)\b/gi

function paymentIn(
  part: string,
  { kind, whole, when }: { kind: 'expense' | 'income'; whole: string; when: When },
): PaymentSaid | undefined {
  const amount = amountOf(part, when)
  if (!amount) return undefined
  const date =
    readPastDate(without(part, amount), when.today) ??
    readPastDate(without(amountText(whole), amount), when.today)
  const category = firstMatch(part, [
    /\b(?:in|under|as) (?:the )?category (.+)$/i,
    /\bcategory:? (.+)$/i,
    /\bunder ([\p{L} ]+)$/iu,
  ])
  const words = without(part, amount)
    .replace(verbs, ' ')
    .replaceAll(places, ' ')
    .replace(
      category === undefined
        ? '\u0000'
        : new RegExp(
            String.raw`,? ?(?:\b(?:in|under|as) (?:the )?)?(?:category:? )?${escaped(category)}`,
            'i',
          ),
      ' ',
    )
  const text = readQuoted(part) ?? purposeOf(date ? withoutDate(words, date.text) : words)
  return {
    amount: amount.value,
    kind,
    date: isoDay(date?.day ?? when.today),
    ...(text !== '' && { text }),
    ...(category !== undefined && { category }),
    ...(amount.currency !== undefined && { currency: amount.currency, isAnyDollar: amount.isAnyDollar }),
  }
}

/** The sum with a sign of money, else the first number that is no part of a date. */
function amountOf(text: string, { today }: When): Amount | undefined {
  const all = readAmounts(text).filter(({ value }) => value > 0)
  const date = readPastDate(text, today)?.text
  const at = date === undefined ? -1 : text.toLowerCase().indexOf(date)
  const ofDate = (amount: Amount) => at >= 0 && amount.at >= at && amount.at < at + date!.length
  const others = all.filter((amount) => !ofDate(amount))
  // "bought 3 apples for 2.50": how many they are stands before.
  const price = /\bbought\b/i.test(text)
    ? others.findLast(({ at }) => /\b(?:for|at) $/i.test(text.slice(0, at)))
    : undefined
  return all.find(({ currency }) => currency !== undefined) ?? price ?? others[0]
}

function without(text: string, { text: said }: Amount): string {
  return text.replace(said, ' ')
}

function withoutDate(text: string, date: string): string {
  return text.replace(new RegExp(String.raw`(?:\b(?:on|in|at|for) )?(?:the )?\b${escaped(date)}\b`, 'i'), ' ')
}

/** What is left once amount, day and verb are gone: "on", "for" and articles around it say nothing. */
function purposeOf(words: string): string {
  let rest = words
    .replaceAll(/\b(?:earlier|just now|so far|in total|altogether)\b/gi, ' ')
    .replaceAll(/\s+/g, ' ')
  for (let before = ''; before !== rest;) {
    before = rest
    rest = trimmed(rest)
      .replace(
        /^(?:about|around|roughly|approximately|nearly|only|on|for|from|of|in|to|as|at|the|my|our|an?|some|i|we|was|is|it|this|income|expense|worth)(?: |$)/i,
        '',
      )
      .replace(
        /(?:^| )(?:on|for|from|of|in|to|as|at|cost|costs|me|us|was|is|and|expense|came in|add it)$/i,
        '',
      )
  }
  return rest.slice(0, 300)
}

const sumHead =
  /^(?:how much(?: money)?|what|show me|show|tell me|total)(?: (?:did|have|do|is|has))?(?: (?:i|we))?(?: (?:already|usually|normally))? ?(?:(?:my|the) )?(?:total )?(?:spend(?:ing)?|spent|pay|paid|earn(?:ed)?|make|made|receive[d]?|expenses|income)\b(?: (?:my|any) money)?/
const earning =
  /^(?:how much(?: money)?|what)(?: (?:did|have|do))? (?:i|we) (?:already )?(?:earn|earned|make|made|receive|received)\b|\b(?:my|the|total) income\b/

/** What a question about the money is about: a purpose, a stretch of time, what is left. */
export const readSum: SlotReader = ({ lower }, { today }) => {
  const isLeft = /\b(?:left|remaining|over budget|under budget|within|still spend)\b/.test(lower)
  const period = readPeriod(lower, today)
  const all = /\b(?:in total|altogether|ever|all time|in all)\b/.exec(lower)?.[0]
  const rest = wordsToDigits(lower)
    .replace(period?.words ?? '\u0000', ' ')
    .replace(all ?? '\u0000', ' ')
    .replace(sumHead, ' ')
  // Whatever is left of the question narrows it: none of its words may be dropped.
  const about = isLeft ? limitedTo(lower) : purposeOf(rest.replaceAll(/\bso far\b|\bshopping for\b/g, ' '))
  return present({
    kind: earning.test(lower) ? 'income' : 'expense',
    about,
    period: period && { from: period.from, to: period.to, label: period.label },
    left: isLeft ? true : undefined,
    all: all === undefined ? undefined : true,
  })
}

/** "what is left of my food budget" */
function limitedTo(lower: string): string | undefined {
  return firstMatch(lower, [
    /\b(?:my|the) ((?!monthly|total|whole|budget|month)[\p{L}]+) budget\b/u,
    /\bbudget for (?:the |my )?((?!this|the|month)[\p{L}][\p{L} ]*?)(?: (?:this|left)\b.*)?$/u,
  ])
}

/** How much may be spent in a month, in all or on one thing. */
export const readLimit: SlotReader = ({ text }) => {
  const said = amountText(text)
  const amount = readAmounts(said).at(-1)
  if (!amount) return undefined
  const category = firstMatch(without(said, amount), [
    /\bbudget (?:for|on) (?:the |my )?((?!(?:this|the|each|every|a) month|month)[\p{L}][\p{L}' &-]*?)(?: (?:to|of|at|is|a|per|each|every|is now)\b.*|:.*)?\s*$/iu,
    /\b(?:for|on) (?!(?:this|the|each|every|a) month|month)(?:the |my )?([\p{L}][\p{L}' &-]*?)(?: (?:per|a|each|every|this) month| monthly)?\s*$/iu,
    /\b(?:my|the|a|set) ((?!monthly|month|budget|my|the|a\b|new|spending|total|overall)[\p{L}]+) budget\b/iu,
  ])
  return present({
    amount: amount.value,
    category,
    currency: amount.currency,
    isAnyDollar: amount.isAnyDollar ? true : undefined,
  })
}

export const readPaymentToRemove: SlotReader = ({ text, lower }) => {
  if (/^\w+ (?:all|every)\b/.test(lower)) return { all: true }
  const named = /\b(expense|payment|spending|income|purchase)s?\b/.exec(lower)?.[1] ?? 'payment'
  const kind = named === 'income' ? 'income' : named === 'payment' ? undefined : 'expense'
  if (/\b(?:last|latest|most recent|previous) (?:expense|payment|spending|income|purchase)\b/.test(lower))
    return present({ last: true, kind })
  const about = firstMatch(text, [
    /\b(?:expense|payment|income|purchase|spending)s? (?:of |for |on |called |from )+(?:the |my )?(.+)$/i,
    /^\w+ (?:the |my )?(.+?) (?:expense|payment|purchase|from (?:my |the )?(?:budget|expenses))$/i,
  ])
  return present({ about: readQuoted(text) ?? about, kind })
}
