import { numbersIn, readCalculation } from './arithmetic.ts'
import { readCurrencies } from './currencies.ts'

/** A calculation that is told in words, for its figure alone would not say what it is. */
export interface WordedCalculation {
  readonly expression: string
  readonly result: number
  /** The answer as a sentence, with what was assumed. */
  readonly told: string
}

/** Rounding, sharing among people, areas, payments of a loan. */
export function readWordedCalculation(text: string): WordedCalculation | undefined {
  const { text: plain } = numbersIn(text.replaceAll(/(?<=\d),(?=\d{3}\b)/g, ''))
  return readRounding(plain) ?? readSharing(plain, text) ?? readArea(plain) ?? readLoan(plain, text)
}

const amount = String.raw`-?\d+(?:\.\d+)?`
const steps: Readonly<Record<string, number>> = {
  'whole number': 1,
  integer: 1,
  unit: 1,
  one: 1,
  ten: 10,
  hundred: 100,
  thousand: 1_000,
  million: 1e6,
  tenth: 0.1,
  '10th': 0.1,
  hundredth: 0.01,
  thousandth: 0.001,
  cent: 0.01,
  penny: 0.01,
  dollar: 1,
  euro: 1,
  pound: 1,
}

const rounding = new RegExp(
  String.raw`^(?:what is )?round(?:ed)? (?:(up|down|off) )?(${amount})(?: (up|down|off))?(?: to (?:the )?(?:nearest )?(.+?))?[?.]*$`,
)
const rounded = new RegExp(
  String.raw`^(?:what is |calculate )?(.+?)(?: and)? rounded(?: (up|down|off))?(?: to (?:the )?(?:nearest )?(.+?))?[?.]*$`,
)

function readRounding(plain: string): WordedCalculation | undefined {
  const asked = rounding.exec(plain)
  const said = asked ?? rounded.exec(plain)
  if (!said) return undefined
  const [written, way, to] = asked
    ? [asked[2]!, asked[1] ?? asked[3], asked[4]]
    : [said[1]!, said[2], said[3]]
  const step = stepOf(to)
  const value = valueOf(written)
  if (step === undefined || value === undefined) return undefined
  const result = roundedTo(value, step, way)
  const expression = `${written} rounded${way === undefined || way === 'off' ? '' : ` ${way}`}`
  const places = decimalsOf(step)
  return {
    expression,
    result,
    told: `${written} rounded${way === 'up' || way === 'down' ? ` ${way}` : ''}${to === undefined ? '' : ` to ${to.replace('10th', 'the nearest tenth')}`} is **${result.toFixed(places)}**.`,
  }
}

/** A number, or what has to be calculated before it can be rounded. */
function valueOf(written: string): number | undefined {
  return /^-?\d+(?:\.\d+)?$/.test(written) ? Number(written) : readCalculation(written)?.result
}

/** "2 decimals", "the nearest hundred", "100" */
function stepOf(to: string | undefined): number | undefined {
  if (to === undefined) return 1
  const places = /^(\d) ?(?:decimals?(?: places?)?|places?|digits?|dp|d\.p\.?)(?: after .*)?$/.exec(to)?.[1]
  if (places !== undefined) return 10 ** -Number(places)
  if (/^\d+(?:\.\d+)?$/.test(to) && Number(to) > 0) return Number(to)
  const name = to.replace(/^(?:a|1|the) /, '').replace(/(?<!s)s$/, '')
  return Object.hasOwn(steps, name) ? steps[name] : undefined
}

function roundedTo(value: number, step: number, way: string | undefined): number {
  // Without the ends that binary fractions leave: 1.005 is rounded as it is written.
  const share = Number((value / step).toPrecision(14))
  const whole =
    way === 'up'
      ? Math.ceil(share)
      : way === 'down'
        ? Math.floor(share)
        : Math.sign(share) * Math.round(Math.abs(share))
  return Number((whole * step).toPrecision(14))
}

function decimalsOf(step: number): number {
  return step >= 1 ? 0 : Math.min(9, Math.round(-Math.log10(step)))
}

const sign = '(?:[$€£¥] ?)?'
const sharing = new RegExp(
  String.raw`^(?:how much [a-z ]+ if (?:i|we) |how much is |what is )?(?:split|share|divide|divvy up) (?:a bill of |the bill of |a |the )?${sign}(\d+(?:\.\d+)?)(?: ?(?:[€£]|euros?|dollars?|pounds?|bucks|quid|usd|eur|gbp))?(?: bill)?(?: equally| evenly)?,? (?:(?:between|among|amongst|by|with|for|into|in) )?(\d+) ?(people|persons|ways?|friends|of us|guests|kids|children|colleagues|parts|shares)?(?: equally| evenly)?[?.]*$`,
)
const sharedBy = new RegExp(
  String.raw`^(?:how much [a-z ]+(?<= (?:is|for|of)) |what is )?${sign}(\d+(?:\.\d+)?)(?: ?(?:[€£]|euros?|dollars?|pounds?|bucks|quid|usd|eur|gbp))? (?:(?:split|shared|divided)(?: equally| evenly)? (?:(?:between|among|amongst|by|with) )?|(?:between|among|amongst) )(\d+) (people|persons|ways?|friends|of us|guests)[?.]*$`,
)

function readSharing(plain: string, text: string): WordedCalculation | undefined {
  const match = sharing.exec(plain) ?? sharedBy.exec(plain)
  const isDivision = /^(?:what is )?divide\b/.test(plain) && match?.[3] === undefined
  if (!match || isDivision) return undefined
  const [sum, people] = [Number(match[1]), Number(match[2])]
  if (people < 1 || people > 1_000_000) return undefined
  const money = moneyOf(text)
  const each = Math.floor(Number(((sum / people) * 100).toPrecision(14))) / 100
  const rest = Math.round((sum - each * people) * 100)
  const left = rest === 0 ? '' : ` ${money(rest / 100)} is left over.`
  const kind = match[3] !== undefined && /^(?:parts|shares)$/.test(match[3]) ? 'part' : 'person'
  return {
    expression: `${sum} / ${people}`,
    result: Number((sum / people).toPrecision(12)),
    told: `${money(sum)} for ${people}: **${money(each)}** per ${kind}.${left}`,
  }
}

function moneyOf(text: string): (value: number) => string {
  const currency =
    readCurrencies(text).find(({ isWeak }) => !isWeak)?.code ??
    (/£|\bquid\b|\bpounds\b/i.test(text) ? 'GBP' : undefined)
  return (value) =>
    new Intl.NumberFormat(
      'en',
      currency === undefined
        ? { maximumFractionDigits: 2, minimumFractionDigits: Number.isInteger(value) ? 0 : 2 }
        : { style: 'currency', currency },
    ).format(value)
}

const length = '(feet|foot|ft|m|meters?|metres?|yards?|cm|inch(?:es)?)'
const sides = String.raw`(?:a |an |the |my )?(\d+(?:\.\d+)?) ?${length}? ?(?:by|x|×|\*) ?(\d+(?:\.\d+)?) ?${length}?(?: [a-z]+)?[?.]*$`
const area = new RegExp(String.raw`^(?:what is )?(?:the )?(?:area|square footage) of ${sides}`)
const squares = new RegExp(
  String.raw`^how many square (feet|foot|meters|metres|yards) (?:is|are|in)(?: in)? ${sides}`,
)

/** "the area of a 12 by 15 room", of two lengths in the same unit. */
function readArea(plain: string): WordedCalculation | undefined {
  const [, one, unit, other, last] = area.exec(plain) ?? []
  const [, asked, first, , second] = squares.exec(plain) ?? []
  const [width, depth, of] = [Number(one ?? first), Number(other ?? second), asked ?? last ?? unit]
  if (Number.isNaN(width) || Number.isNaN(depth)) return undefined
  const result = Number((width * depth).toPrecision(12))
  const told = `${width} by ${depth} is **${result}${of === undefined ? '' : ` square ${of}`}**.`
  return { expression: `${width} * ${depth}`, result, told }
}

const loanWords = /\b(?:mortgage|loan|instal?ments?|monthly (?:payments?|rate)|repayments?|amortization)\b/
const aboutAccounts =
  /\b(?:my|apply|application|approved|pre-?approved|lender|bank|refinance|broker|insurance|which|best|should|calculator)\b/

/** The usual annuity: the same payment at the end of every month, interest charged monthly. */
function readLoan(plain: string, text: string): WordedCalculation | undefined {
  const loan = loanIn(plain)
  if (!loan) return undefined
  const { sum, rate, months, term } = loan
  const monthly = rate / 1_200
  const payment = monthly === 0 ? sum / months : (sum * monthly) / (1 - (1 + monthly) ** -months)
  const money = moneyOf(text)
  const result = Math.round(payment * 100) / 100
  return {
    expression:
      monthly === 0
        ? `${sum} / ${months}`
        : `${sum} * ${rate} / 1200 / (1 - (1 + ${rate} / 1200) ^ -${months})`,
    result,
    told: `**${money(result)} a month** for ${money(sum)} at ${rate} % a year over ${term}: ${months} equal payments, ${money(payment * months)} in total, ${money(payment * months - sum)} of it interest. This assumes a fixed rate, monthly interest, and no fees, taxes or insurance.`,
  }
}

function loanIn(plain: string): { sum: number; rate: number; months: number; term: string } | undefined {
  if (!loanWords.test(plain) || aboutAccounts.test(plain)) return undefined
  const rate = /(\d+(?:\.\d+)?) ?(?:%|percent)/.exec(plain)
  const term = /(\d+(?:\.\d+)?)[- ]?(years?|yrs?|months?)\b/.exec(plain)
  if (!rate || !term) return undefined
  const sum = Number(/\d+(?:\.\d+)?/.exec(plain.replace(rate[0], ' ').replace(term[0], ' '))?.[0] ?? 0)
  const months = Math.round(Number(term[1]) * (term[2]!.startsWith('m') ? 1 : 12))
  if (sum < 100 || months < 1 || months > 1_200) return undefined
  return { sum, rate: Number(rate[1]), months, term: `${term[1]} ${term[2]}` }
}
