import { monthStart } from './calendar.ts'
import { readCurrencies } from './currencies.ts'
import { wordsToDigits } from './numbers.ts'

export interface Amount {
  readonly value: number
  /** ISO code, where a sign or a name of money stands beside it. */
  readonly currency?: string
  /** Whether it is "$" alone, which many currencies use. */
  readonly isAnyDollar: boolean
  /** Its words, and where they stand in the text that was given to `readAmounts`. */
  readonly text: string
  readonly at: number
}

const sign = String.raw`(?:us\$|a\$|c\$|[$€£¥₹₽₩₺])`
const digits = String.raw`\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?![\d.,]\d|\d)`
const unit = String.raw`(?:usd|eur|gbp|chf|sek|nok|dkk|jpy|cad|aud|dollars?|euros?|pounds?|quid|bucks|yen|francs?|kron(?:er|or|a|e)|rupees?|zloty|cents?|pence)`
const scale = String.raw`(?:k|thousand|grand|m|million)`
const pattern = new RegExp(
  String.raw`(?<![\p{L}\d.,/:-])(?:${sign} ?|(?:usd|eur|gbp|chf) )?(?<number>${digits})(?: ?(?<scale>${scale})(?![\p{L}]))?(?: ?(?:${sign}|${unit}(?![\p{L}])))?(?! ?%| percent)`,
  'giu',
)

/** Sums of money as people write them: 12,50; 1.200,00 €; 1,200; £40; 3k; "twelve fifty". The text is that of `amountText`. */
export function readAmounts(text: string): Amount[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const whole = valueOf(match.groups!['number']!) * scaleOf(match.groups!['scale'])
    const value = /(?:cents?|pence)\s*$/i.test(match[0]) ? whole / 100 : whole
    if (!Number.isFinite(value)) return []
    const said = match[0].trim()
    const currency = readCurrencies(said)[0]?.code
    return [
      {
        value: Math.round(value * 100) / 100,
        ...(currency !== undefined && { currency }),
        isAnyDollar: currency === 'USD' && !/us/i.test(said),
        text: match[0],
        at: match.index,
      },
    ]
  })
}

/** The text with its numbers in digits: "twelve fifty" is an amount in two parts. */
export function amountText(text: string): string {
  return wordsToDigits(text).replaceAll(amountInTwoParts, '$1.$2')
}

const amountInTwoParts = new RegExp(
  String.raw`(?<![\d.,:/])(\d{1,3}) (\d{2})(?![\d.,:/]| ?(?:%|percent|st\b|nd\b|rd\b|th\b))(?! ${monthStart})`,
  'gi',
)

/** The last sign before one or two digits parts the cents; every other one groups thousands, for money has no third decimal. */
function valueOf(number: string): number {
  const cents = /[.,](\d{1,2})$/.exec(number)
  const whole = (cents ? number.slice(0, cents.index) : number).replaceAll(/[.,' ]/g, '')
  return Number(cents ? `${whole}.${cents[1]!}` : whole)
}

function scaleOf(said: string | undefined): number {
  if (said === undefined) return 1
  return /^m/i.test(said) ? 1e6 : 1_000
}
