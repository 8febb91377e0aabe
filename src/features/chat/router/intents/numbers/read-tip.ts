import { amountText, readAmounts, type Amount } from '../../../../../platform/language/values/amounts.ts'

export interface Tip {
  readonly bill: number
  readonly tip_percent: number | undefined
  readonly people: number | undefined
  readonly currency: string | undefined
}

const heads = '(?:people|persons?|ways?|friends|guests|diners|of us|adults)'
const percent = /(\d+(?:[.,]\d+)?) ?(?:%|percent\b|per cent\b|pct\b)/gi
const withMe = new RegExp(String.raw`\b(?:me|myself) and (?:my )?(\d{1,2}) (?:${heads}|others)\b`, 'i')
const counted = new RegExp(
  String.raw`(?<![\d.,])(\d{1,3}) ${heads}\b|\b${heads}(?: ?:| are)? (\d{1,3})(?![\d.,])|\bwe are (\d{1,2})\b`,
  'i',
)
const between = /\b(?:for|between|among|amongst|by|into) (?:the )?(\d{1,2})(?![\d.,]*\d| ?%)/gi

const ofTips = /\b(?:tips?|gratuity)\b/
const ofSplitting = /\b(?:split|splitting|share|shared|divide|divided|each|per person)\b/
const ofWhat = /\b(?:on|for|of|between|among|by|bill|check|tab|calculator)\b/
const ofBills = /\b(?:bill|check|tab|dinner|lunch|meal)\b/

/** What else is said around a tip. One word that is not here, and the sentence may be about something else. */
const around: ReadonlySet<string> = new Set(
  `a an the my our this that it of on for at with and plus in is are was be been comes came to total totals cost costs
  tip tips gratuity bill check tab dinner lunch breakfast meal brunch restaurant calculator calculate work out figure compute
  what which how much many would should do does i we us you me if each person per everyone everybody pay pays owe leave give
  add split splitting share shared divide divided between among amongst by into ways way people persons friends equally evenly
  including included incl inclusive want like there want need please let kr kroner crowns`.split(/\s+/),
)

/**
 * A tip or the split of a bill, in whatever order its parts are said: "60 euros, 15% tip, 3 people". The amount that nobody
 * counts people with is the bill; where two could be it, nothing is read.
 */
export function readTip(text: string): Tip | undefined {
  const lower = amountText(text.toLowerCase())
  const isTip = ofTips.test(lower)
  if (!isTip && !(ofSplitting.test(lower) && ofBills.test(lower))) return undefined
  const [share, ...shares] = [...lower.matchAll(percent)]
  const found = readBill(lower.replaceAll(percent, ' '))
  if (!found || shares.length > 0 || (!isTip && found.people === undefined)) return undefined
  const { bill, people } = found
  // Nobody knows what the 20 of "tip 20" is.
  if (!share && isUnclear(bill, lower)) return undefined
  return {
    bill: bill.value,
    tip_percent: share && Math.min(100, Number(share[1]!.replace(',', '.'))),
    people,
    currency: bill.currency,
  }
}

interface Bill {
  readonly bill: Amount
  readonly people?: number
}

function readBill(text: string): Bill | undefined {
  const head = headsIn(text)
  const others = head ? text.replace(head.text, ' ') : text
  const [bill, another] = readAmounts(others)
  if (!bill || another || bill.value <= 0 || !isOnlyAround(others.replace(bill.text, ' '))) return undefined
  return { bill, ...(head && { people: head.people }) }
}

/** How many people there are: counted by a word, or else by the second number, which stands behind "for" or "by". */
function headsIn(text: string): { readonly text: string; readonly people: number } | undefined {
  const mine = withMe.exec(text)
  if (mine) return bounded(mine[0], Number(mine[1]) + 1)
  const told = counted.exec(text)
  if (told) return bounded(told[0], Number(told[1] ?? told[2] ?? told[3]))
  const last = [...text.matchAll(between)].at(-1)
  return last && readAmounts(text).length > 1 ? bounded(last[0], Number(last[1])) : undefined
}

function bounded(text: string, people: number) {
  return people >= 1 && people <= 100 ? { text, people } : undefined
}

function isUnclear({ currency }: Amount, text: string): boolean {
  return currency === undefined && !ofWhat.test(text)
}

function isOnlyAround(text: string): boolean {
  return (text.match(/[\p{L}\d]+/gu) ?? []).every((word) => around.has(word))
}
