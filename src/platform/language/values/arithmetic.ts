import { remembered } from '../remembered.ts'
import { calculate, withoutDust } from './evaluate.ts'
import { plainNumbers } from './notation.ts'
import { wordsToDigits } from './numbers.ts'
import { percentages } from './percentages.ts'

export interface Calculation {
  readonly expression: string
  /** Missing where there is none, as of 10 / 0. */
  readonly result?: number
  readonly problem?: 'zero'
  /** How an ambiguous number was read. */
  readonly note?: string
}

const number = String.raw`\d+(?:\.\d+)?`
/** "3, 4 and 5" */
const enumeration = String.raw`${number}(?:(?:,| and|, and| to| with| plus| \+)? ${number})+`
const averaged = new RegExp(String.raw`\b(?:the )?(?:average|mean) of (${enumeration})`, 'g')
const summed = new RegExp(
  String.raw`\b(?:(?:the )?(?:sum|total) of|add(?: up)?|sum(?: up)?) (${enumeration})(?: (?:all )?together| up)?`,
  'g',
)
const together = new RegExp(
  String.raw`(?<![\d.])(${number}(?:(?:,| and|, and) ${number})+) (?:added together|together|combined|make|makes|add up to|equal)\b`,
  'g',
)

const shares: readonly (readonly [string, string])[] = [
  ['half|halves|2nd|2nds', '2'],
  ['third|thirds|3rd|3rds', '3'],
  ['quarter|quarters|fourth|fourths|4th|4ths', '4'],
  ['fifth|fifths|5th|5ths', '5'],
  ['sixth|sixths|6th|6ths', '6'],
  ['eighth|eighths|8th|8ths', '8'],
  ['tenth|tenths|10th|10ths', '10'],
]

/** "two thirds of 90", "a quarter of 80" */
const fractions: readonly (readonly [RegExp, string])[] = shares.flatMap(([names, size]) => [
  [new RegExp(String.raw`\b(\d+) (?:${names}) (?:of )?(?=\d)`, 'g'), `$1/${size} * `] as const,
  [new RegExp(String.raw`\b(?:an? |1 )?(?:${names}) of (?=\d)`, 'g'), `1/${size} * `] as const,
])

/** Words of arithmetic and what is written for them, in the order in which they are replaced. */
const spoken: readonly (readonly [RegExp, string])[] = [
  [/[$€£](?=\d)|(?<=\d) ?[€£]/g, ''],
  [/\b(\d+(?:\.\d+)?) ?(?:dollars|euros|bucks|pounds|eur|usd|gbp)\b/g, '$1'],
  [/\bpercent\b|\bper cent\b/g, '%'],
  ...percentages,
  [/\b(?:the )?(?:square root|squareroot|sqrt)(?: of)? \(?(\d+(?:\.\d+)?)\)?/g, 'sqrt($1)'],
  [/√ ?(\d+(?:\.\d+)?)/g, 'sqrt($1)'],
  [/\b(?:the )?(?:cube|cubed|cubic) root(?: of)? (\d+(?:\.\d+)?)/g, 'cbrt($1)'],
  [/\b(?:the )?(?:factorial)(?: of)? (\d+)/g, '$1!'],
  [/(\d+) factorial\b/g, '$1!'],
  [/\b(?:the )?(?:natural log|natural logarithm|ln)(?: of)? (\d+(?:\.\d+)?)/g, 'ln($1)'],
  [/\b(?:the )?(?:logarithm|log)(?: of)? (\d+(?:\.\d+)?)/g, 'log($1)'],
  [/\b(?:the )?(sin|cos|tan)(?:e|ine|gent)?(?: of)? (\d+(?:\.\d+)?)(?: degrees)?/g, '$1($2)'],
  [/\bhalf (?:of )?(?=\d)/g, '0.5 * '],
  ...fractions,
  [/(\d+) ?[/⁄] ?(\d+) of (?=\d)/g, '$1/$2 * '],
  [/\b(?:twice|double) (?=\d)/g, '2 * '],
  [/\btriple (?=\d)/g, '3 * '],
  [/(\d+(?:\.\d+)?) squared\b|(\d+(?:\.\d+)?)²/g, '($1$2 ^ 2)'],
  [/(\d+(?:\.\d+)?) cubed\b|(\d+(?:\.\d+)?)³/g, '($1$2 ^ 3)'],
  [/\b(?:raised )?to the (?:power of )?(\d+)(?:st|nd|rd|th)?(?: power)?\b/g, '^ $1'],
  [/\b(?:the )?product of (\d+(?:\.\d+)?),? and (\d+(?:\.\d+)?)/g, '($1 * $2)'],
  [/\b(?:the )?difference (?:of|between) (\d+(?:\.\d+)?),? and (\d+(?:\.\d+)?)/g, '($1 - $2)'],
  [/\b(?:the )?quotient of (\d+(?:\.\d+)?),? and (\d+(?:\.\d+)?)/g, '($1 / $2)'],
  [/\b(?:subtract|take away|take|deduct) (\d+(?:\.\d+)?) (?:away )?from (\d+(?:\.\d+)?)/g, '($2 - $1)'],
  [/\b(?:how many times does|how often does) (\d+(?:\.\d+)?) go into (\d+(?:\.\d+)?)/g, '($2 / $1)'],
  [/\bmultiply (\d+(?:\.\d+)?) (?:by|and|with|times) (\d+(?:\.\d+)?)/g, '($1 * $2)'],
  [/\bdivide (\d+(?:\.\d+)?) (?:by|into|with) (\d+(?:\.\d+)?)/g, '($1 / $2)'],
  [/\b(?:plus|added to|add)\b/g, '+'],
  [/−|–/g, '-'],
  [/\b(?:minus|less|subtract)\b/g, '-'],
  [/\b(?:multiplied by|times|multiplied with)\b/g, '*'],
  [/(\d|\)|%)\s*[x×·]\s*(?=\d|\()/g, '$1 * '],
  [/\b(?:divided by|divide by|over)\b|÷/g, '/'],
  [/(\d|\)) ?: ?(?=\d|\()/g, '$1 / '],
  [/\b(?:modulo|modulus|mod)\b/g, 'mod'],
  [/\*\*/g, '^'],
]

const leading =
  /^(?:(?:and|what do (?:you|i|we) get|what(?: is| are| does| do)?|does|if (?:you|i|we)|when (?:you|i|we)|how much do|how much (?:is|are|does)|calculate|compute|work out|solve|evaluate|figure out|find|give me|tell me|the|answer|result|of|is|value|number|calculator|calc|=|:|math problem|equation|please|can|you|me|to|if i|when) ?)+/
const ending =
  /(?:\s*(?:=|\?|equals?(?: what| to)?(?: \d+(?:\.\d+)?)?|is what|make|come to|add up to|please|be|is|for me|\.))*\s*$/

/** The calculation in a sentence, worked out; undefined when there is none, or nothing but a number. */
export function readCalculation(text: string): Calculation | undefined {
  const { text: plain, note } = numbersIn(text)
  if (!mayBeCalculation(plain)) return undefined
  let rest = ` ${plain} `
    .replaceAll(averaged, (_, all: string) => `((${sumOf(all)}) / ${all.match(/\d+(?:\.\d+)?/g)!.length})`)
    .replaceAll(summed, (_, all: string) => `(${sumOf(all)})`)
    .replaceAll(together, (_, all: string) => sumOf(all))
  for (const [pattern, written] of spoken) rest = rest.replaceAll(pattern, written)
  const expression = rest.trim().replace(leading, '').replace(ending, '').replaceAll(/\s+/g, ' ').trim()
  if (!/[-+*/^!%]|mod|\(/.test(expression) || !/\d/.test(expression)) return undefined
  if (looksOtherwise.test(expression) || isElse.test(expression)) return undefined
  const { value, dividesByZero } = calculate(expression, { degrees: true })
  const shown = { expression: outer(expression), ...(note !== undefined && { note }) }
  if (dividesByZero) return { ...shown, problem: 'zero' }
  if (value === undefined) return undefined
  const result = withoutDust(value, 12)
  const isLong = Math.abs(result) > Number.MAX_SAFE_INTEGER
  return {
    ...shown,
    result,
    ...(isLong && { note: 'The result is rounded: only the first 15 digits are exact.' }),
  }
}

function mayBeCalculation(text: string): boolean {
  return /\d|\bpi\b/.test(text) && (text.match(/[a-z]+/g) ?? []).every(isOfArithmetic)
}

/** In a sentence "3 of 5", a lone "e" and "15% 200" may mean something else than on a calculator. */
const isElse = /(?<![a-z])(?!(?:sqrt|cbrt|log|ln|sin|cos|tan|mod|pi)(?![a-z])|(?<=\d)e[+-]?\d)[a-z]|%\s*[\d(]/

/** The words, and beginnings of words, that the patterns of a calculation are made of. */
const vocabulary = [
  averaged,
  summed,
  together,
  leading,
  ending,
  isElse,
  ...spoken.map(([pattern]) => pattern),
]
  .flatMap(({ source }) => source.replaceAll(/\\[a-z]/gi, ' ').match(/[a-z]+/g) ?? [])
  .filter((word, index, all) => all.indexOf(word) === index)
const MAX_WORDS = 2_000
/** A word that no pattern takes stays, and then it is no calculation: most sentences have one. */
const isOfArithmetic = remembered(
  (word) =>
    vocabulary.some((known) =>
      known.length === 1 ? known === word : word.startsWith(known) || known.startsWith(word),
    ),
  MAX_WORDS,
)

/** A day such as 2026-11-15, a number of a telephone, or a score. */
const looksOtherwise = /^\(?\d{4}-\d{2}-\d{2}\)?$|^0\d+[- ]\d|^(?:\d{3}-)?\d{3}-\d{4}$/

const scaleOf: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  mil: 1e6,
  mio: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
  trillion: 1e12,
}
/** "three point five" */
const spokenPoint = /\b(\d+) point (\d+)\b/g
const scaled = /(?<![\d.])(\d+(?:\.\d+)?) ?(k|thousand|mil|mio|million|bn|billion|trillion)s?\b/g

/** The text in lower case with all numbers in digits: "1 million", "2.5k" and "1.234,56" too. */
export function numbersIn(text: string): { readonly text: string; readonly note?: string } {
  const lower = text.toLowerCase()
  // "the average of 3,4 and 5" are three numbers.
  const isList = /\b(?:average|mean|sum|total|add up)\b/.test(lower)
  const { text: plain, note } = isList
    ? {
        text: lower.replaceAll(/(\d),(?=\d{3}\b)/g, '$1').replaceAll(/(\d),(?=\d)/g, '$1, '),
        note: undefined,
      }
    : plainNumbers(lower)
  const digits = wordsToDigits(plain)
    .replaceAll(spokenPoint, '$1.$2')
    .replaceAll(scaled, (_, value: string, scale: string) =>
      String(Number((Number(value) * scaleOf[scale]!).toPrecision(12))),
    )
  return { text: digits, ...(note !== undefined && { note }) }
}

/** "3, 4 and 5" added up, as it is written. */
function sumOf(enumerated: string): string {
  return enumerated.match(/\d+(?:\.\d+)?/g)!.join(' + ')
}

/** Parentheses around all of it say nothing. */
function outer(expression: string): string {
  const inner = /^\(([^()]*)\)$/.exec(expression)?.[1]
  return inner ?? expression
}
