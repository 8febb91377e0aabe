import { wordsToDigits } from './numbers.ts'

export interface Calculation {
  readonly expression: string
  readonly result: number
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

/** Words of arithmetic and what is written for them, in the order in which they are replaced. */
const spoken: readonly (readonly [RegExp, string])[] = [
  [/(\d),(?=\d{3}\b)/g, '$1'],
  [/[$€£](?=\d)/g, ''],
  [/\b(\d+(?:\.\d+)?) ?(?:dollars|euros|bucks|pounds)\b/g, '$1'],
  [/\bpercent\b|\bper cent\b/g, '%'],
  [/(\d+(?:\.\d+)?)\s*% off (?:of )?(\d+(?:\.\d+)?)/g, '($2 - $2 * $1 / 100)'],
  [/(\d+(?:\.\d+)?)\s*% (?:of|on) (\d+(?:\.\d+)?)/g, '($1 / 100 * $2)'],
  [/\bwhat (?:percentage|%) of (\d+(?:\.\d+)?) is (\d+(?:\.\d+)?)/g, '($2 / $1 * 100)'],
  [/(\d+(?:\.\d+)?) is what (?:percentage|%) of (\d+(?:\.\d+)?)/g, '($1 / $2 * 100)'],
  [/\b(?:the )?(?:square root|squareroot|sqrt)(?: of)? \(?(\d+(?:\.\d+)?)\)?/g, 'sqrt($1)'],
  [/\b(?:the )?(?:cube|cubed|cubic) root(?: of)? (\d+(?:\.\d+)?)/g, 'cbrt($1)'],
  [/\b(?:the )?(?:factorial)(?: of)? (\d+)/g, '$1!'],
  [/(\d+) factorial\b/g, '$1!'],
  [/\b(?:the )?(?:natural log|natural logarithm|ln)(?: of)? (\d+(?:\.\d+)?)/g, 'ln($1)'],
  [/\b(?:the )?(?:logarithm|log)(?: of)? (\d+(?:\.\d+)?)/g, 'log($1)'],
  [/\b(?:the )?(sine?|cosine|cos|tangent|tan)(?: of)? (\d+(?:\.\d+)?)(?: degrees)?/g, '$1($2)'],
  [/\bhalf (?:of )?(?=\d)/g, '0.5 * '],
  [/\b(?:a |1 )?(?:third|3rd) of (?=\d)/g, '1/3 * '],
  [/\b(?:a |1 )?(?:quarter|fourth|4th) of (?=\d)/g, '1/4 * '],
  [/\b(?:a |1 )?(?:fifth|5th) of (?=\d)/g, '1/5 * '],
  [/\b(?:twice|double) (?=\d)/g, '2 * '],
  [/\btriple (?=\d)/g, '3 * '],
  [/(\d+(?:\.\d+)?) squared\b/g, '($1 ^ 2)'],
  [/(\d+(?:\.\d+)?) cubed\b/g, '($1 ^ 3)'],
  [/\b(?:raised )?to the (?:power of )?(\d+)(?:st|nd|rd|th)?(?: power)?\b/g, '^ $1'],
  [/\b(?:the )?product of (\d+(?:\.\d+)?),? and (\d+(?:\.\d+)?)/g, '($1 * $2)'],
  [/\b(?:the )?difference (?:of|between) (\d+(?:\.\d+)?),? and (\d+(?:\.\d+)?)/g, '($1 - $2)'],
  [/\b(?:the )?quotient of (\d+(?:\.\d+)?),? and (\d+(?:\.\d+)?)/g, '($1 / $2)'],
  [/\b(?:subtract|take away|take|deduct) (\d+(?:\.\d+)?) (?:away )?from (\d+(?:\.\d+)?)/g, '($2 - $1)'],
  [/\b(?:how many times does|how often does) (\d+(?:\.\d+)?) go into (\d+(?:\.\d+)?)/g, '($2 / $1)'],
  [/\bmultiply (\d+(?:\.\d+)?) (?:by|and|with|times) (\d+(?:\.\d+)?)/g, '($1 * $2)'],
  [/\bdivide (\d+(?:\.\d+)?) (?:by|into|with) (\d+(?:\.\d+)?)/g, '($1 / $2)'],
  [/\b(?:plus|added to|add)\b/g, '+'],
  [/\b(?:minus|less|subtract)\b/g, '-'],
  [/\b(?:multiplied by|times|multiplied with)\b/g, '*'],
  [/(\d|\))\s*[x×]\s*(?=\d|\()/g, '$1 * '],
  [/\b(?:divided by|divide by|over)\b|÷/g, '/'],
  [/\b(?:modulo|modulus|mod)\b/g, 'mod'],
  [/\*\*/g, '^'],
]

const leading =
  /^(?:(?:what do (?:you|i|we) get|what(?: is| are| does| do)?|does|if (?:you|i|we)|when (?:you|i|we)|how much do|how much (?:is|are|does)|calculate|compute|work out|solve|evaluate|figure out|find|give me|tell me|the|answer|result|of|is|value|number|calculator|calc|=|:|math problem|equation|please|can|you|me|to|if i|when) ?)+/
const ending =
  /\s*(?:=|\?|equals?(?: what| to)?(?: \d+(?:\.\d+)?)?|is what|make|come to|add up to|please|be|is|for me|\.)*\s*$/

/** The calculation in a sentence, worked out; undefined when there is none, or nothing but a number. */
export function readCalculation(text: string): Calculation | undefined {
  let rest = ` ${wordsToDigits(text.toLowerCase())} `
  rest = rest
    .replaceAll(/(\d),(?=\d{3}\b)/g, '$1')
    .replaceAll(averaged, (_, all: string) => `((${sumOf(all)}) / ${all.match(/\d+(?:\.\d+)?/g)!.length})`)
    .replaceAll(summed, (_, all: string) => `(${sumOf(all)})`)
    .replaceAll(together, (_, all: string) => sumOf(all))
  for (const [pattern, written] of spoken) rest = rest.replaceAll(pattern, written)
  const expression = rest.trim().replace(leading, '').replace(ending, '').replaceAll(/\s+/g, ' ').trim()
  if (!/[-+*/^!%]|mod|\(/.test(expression) || !/\d/.test(expression)) return undefined
  const result = evaluate(expression)
  return result === undefined ? undefined : { expression: outer(expression), result }
}

/** "3, 4 and 5" added up, as it is written. */
function sumOf(enumerated: string): string {
  return enumerated.match(/\d+(?:\.\d+)?/g)!.join(' + ')
}

/** A value, undefined where the text is no expression or has no finite value. */
export function evaluate(expression: string): number | undefined {
  const tokens = expression.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|[a-z]+|[-+*/^()!%]|\S/g) ?? []
  const parser = { tokens, at: 0 }
  const value = sum(parser)
  if (value === undefined || parser.at !== tokens.length || !Number.isFinite(value)) return undefined
  return Number(value.toPrecision(12))
}

interface Parser {
  readonly tokens: readonly string[]
  at: number
}

function sum(parser: Parser): number | undefined {
  let value = product(parser)
  while (value !== undefined && (parser.tokens[parser.at] === '+' || parser.tokens[parser.at] === '-')) {
    const sign = parser.tokens[parser.at++] === '+' ? 1 : -1
    const next = product(parser)
    value = next === undefined ? undefined : value + sign * next
  }
  return value
}

const factors: Readonly<Record<string, (a: number, b: number) => number>> = {
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  mod: (a, b) => a % b,
}

function product(parser: Parser): number | undefined {
  let value = power(parser)
  for (;;) {
    const combine = factors[parser.tokens[parser.at] ?? '']
    if (value === undefined || !combine) return value
    parser.at += 1
    const next = power(parser)
    value = next === undefined ? undefined : combine(value, next)
  }
}

function power(parser: Parser): number | undefined {
  const base = signed(parser)
  if (base === undefined || parser.tokens[parser.at] !== '^') return base
  parser.at += 1
  const exponent = power(parser)
  return exponent === undefined ? undefined : base ** exponent
}

function signed(parser: Parser): number | undefined {
  if (parser.tokens[parser.at] === '-') {
    parser.at += 1
    const value = signed(parser)
    return value === undefined ? undefined : -value
  }
  let value = atom(parser)
  while (value !== undefined && (parser.tokens[parser.at] === '!' || parser.tokens[parser.at] === '%')) {
    value = parser.tokens[parser.at++] === '!' ? factorial(value) : value / 100
  }
  return value
}

const functions: Readonly<Record<string, (value: number) => number>> = {
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  log: Math.log10,
  ln: Math.log,
  sin: (degrees) => Math.sin((degrees * Math.PI) / 180),
  sine: (degrees) => Math.sin((degrees * Math.PI) / 180),
  cos: (degrees) => Math.cos((degrees * Math.PI) / 180),
  cosine: (degrees) => Math.cos((degrees * Math.PI) / 180),
  tan: (degrees) => Math.tan((degrees * Math.PI) / 180),
  tangent: (degrees) => Math.tan((degrees * Math.PI) / 180),
}

function atom(parser: Parser): number | undefined {
  const token = parser.tokens[parser.at++]
  if (token === undefined) return undefined
  if (/^\d/.test(token)) return Number(token)
  if (token === 'pi') return Math.PI
  const apply = functions[token]
  if (apply && parser.tokens[parser.at] === '(') {
    const value = atom(parser)
    return value === undefined ? undefined : apply(value)
  }
  if (token !== '(') return undefined
  const value = sum(parser)
  return parser.tokens[parser.at++] === ')' ? value : undefined
}

const LARGEST_FACTORIAL = 170

function factorial(value: number): number | undefined {
  if (!Number.isInteger(value) || value < 0 || value > LARGEST_FACTORIAL) return undefined
  let result = 1
  for (let factor = 2; factor <= value; factor++) result *= factor
  return result
}

/** Parentheses around all of it say nothing. */
function outer(expression: string): string {
  const inner = /^\(([^()]*)\)$/.exec(expression)?.[1]
  return inner ?? expression
}
