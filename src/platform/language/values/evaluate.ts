/** What an expression comes to; `zero` where something is divided by nothing, undefined where it is no expression. */
export function evaluate(expression: string): number | 'zero' | undefined {
  const tokens = expression.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|[a-z]+|[-+*/^()!%]|\S/g) ?? []
  const parser: Parser = { tokens, at: 0, dividesByZero: false }
  const value = sum(parser)
  if (value === undefined || parser.at !== tokens.length) return undefined
  if (parser.dividesByZero) return 'zero'
  if (!Number.isFinite(value)) return undefined
  // Only fractions have an end that binary numbers made up.
  return Number.isInteger(value) ? value : Number(value.toPrecision(12))
}

interface Parser {
  readonly tokens: readonly string[]
  at: number
  dividesByZero: boolean
}

function sum(parser: Parser): number | undefined {
  let value = product(parser)
  // 20% + 30% is half of the whole, not a share of a share.
  const isShare = parser.tokens[parser.at - 1] === '%'
  while (value !== undefined && (parser.tokens[parser.at] === '+' || parser.tokens[parser.at] === '-')) {
    const sign = parser.tokens[parser.at++] === '+' ? 1 : -1
    const share = isShare ? undefined : percentAt(parser)
    const next: number | undefined = share === undefined ? product(parser) : value * share
    value = next === undefined ? undefined : value + sign * next
  }
  return value
}

/** In a sum a percentage is that share of what stands before: 100 + 20% is 120. */
function percentAt(parser: Parser): number | undefined {
  const [number = '', sign, after] = parser.tokens.slice(parser.at, parser.at + 3)
  if (sign !== '%' || !/^\d/.test(number) || (after !== undefined && !/^[-+)]$/.test(after))) return undefined
  parser.at += 2
  return Number(number) / 100
}

const factors: Readonly<Record<string, (a: number, b: number) => number>> = {
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  mod: (a, b) => a % b,
}

function product(parser: Parser): number | undefined {
  let value = power(parser)
  for (;;) {
    const sign = parser.tokens[parser.at] ?? ''
    const combine = factors[sign]
    if (value === undefined || !combine) return value
    parser.at += 1
    const next = power(parser)
    if (next === 0 && sign !== '*') parser.dividesByZero = true
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

const radians = (degrees: number) => (degrees * Math.PI) / 180

const functions: Readonly<Record<string, (value: number) => number>> = {
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  log: Math.log10,
  ln: Math.log,
  sin: (degrees) => Math.sin(radians(degrees)),
  sine: (degrees) => Math.sin(radians(degrees)),
  cos: (degrees) => Math.cos(radians(degrees)),
  cosine: (degrees) => Math.cos(radians(degrees)),
  tan: (degrees) => Math.tan(radians(degrees)),
  tangent: (degrees) => Math.tan(radians(degrees)),
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
