export interface Calculated {
  readonly value?: number
  /** Why there is no result, in a whole sentence. */
  readonly problem?: string
  /** It is an expression, and divides by nothing. */
  readonly dividesByZero?: true
}

interface Options {
  /** Angles are in degrees rather than radians. */
  readonly degrees?: boolean
  /** The last result, for `ans`. */
  readonly last?: number
}

/** Works out what a person wrote: `240 × 17 / 100`, `17 % of 240`, `2(3 + 4)²`, `√2`, `sin 30`. */
export function calculate(text: string, options: Options = {}): Calculated {
  try {
    const value = new Reader(tokensOf(text), options).whole()
    if (Number.isNaN(value)) return { problem: 'That has no real result.' }
    if (!Number.isFinite(value)) return { problem: 'The result is too large.' }
    return { value }
  } catch (error) {
    if (error instanceof Unreadable)
      return { problem: error.message, ...(error instanceof DividedByZero && { dividesByZero: true }) }
    throw error
  }
}

/** The result without the dust that binary fractions leave: 0.1 + 0.2 is 0.3. It can be calculated with again. */
export function withoutDust(value: number, digits = 13): number {
  // Whole numbers leave none: they are exact as far as they can be told apart.
  return Number.isInteger(value) ? value : Number(value.toPrecision(digits))
}

class Unreadable extends Error {}
class DividedByZero extends Unreadable {}

type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'word' | 'sign'; readonly text: string }

const TOKEN = /\s*(?:(\d[\d,.]*(?:e[+-]?\d+)?|[.,]\d+)|([a-zπ√]+)|(\*\*|[-+*/^()!%²³]))/iy
const SAME: Readonly<Record<string, string>> = {
  '×': '*',
  '·': '*',
  '⋅': '*',
  '÷': '/',
  ':': '/',
  '−': '-',
  '–': '-',
  '[': '(',
  ']': ')',
}

function tokensOf(text: string): Token[] {
  const plain = text
    .replaceAll(/[×·⋅÷:−–[\]]/g, (sign) => SAME[sign]!)
    .replace(/=\s*$/, '')
    .trim()
  if (plain.length > 2_000) throw new Unreadable('That is too long to calculate.')
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < plain.length) {
    const at = TOKEN.lastIndex
    const [, number, word, sign] = TOKEN.exec(plain) ?? []
    if (number !== undefined) tokens.push({ kind: 'number', value: numberOf(number) })
    else if (word !== undefined) tokens.push(...wordsOf(word))
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign === '**' ? '^' : sign })
    else throw new Unreadable(`Can't calculate “${plain.slice(at).trim()[0]}”.`)
  }
  return tokens
}

/** `√2` and `2π` need no space; `x` between numbers is a multiplication. */
function wordsOf(text: string): Token[] {
  return (text.toLowerCase().match(/[π√]|[a-z]+/g) ?? []).map((word) =>
    word === 'x' ? { kind: 'sign', text: '*' } : { kind: 'word', text: word },
  )
}

/** `1,234,567.8` and `1.5`; a comma that groups nothing is a decimal one: `1,5`. */
function numberOf(text: string): number {
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text)
  const value = Number(grouped ? text.replaceAll(',', '') : text.replace(',', '.'))
  if (Number.isNaN(value)) throw new Unreadable(`“${text}” is not a number.`)
  return value
}

interface Operand {
  readonly value: number
  /** Written with a % sign: in a sum it is that share of what stands before. */
  readonly percent: boolean
}

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, π: Math.PI, e: Math.E, tau: 2 * Math.PI }

const FUNCTIONS: Readonly<Record<string, (value: number) => number>> = {
  sqrt: Math.sqrt,
  '√': Math.sqrt,
  cbrt: Math.cbrt,
  ln: Math.log,
  log: Math.log10,
  exp: Math.exp,
  abs: Math.abs,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
}

const ANGLES: Readonly<Record<string, (angle: number) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  // Exactly a quarter turn has none, though the nearest fraction would give a huge number.
  tan: (angle) => (Math.abs(Math.cos(angle)) < 1e-15 ? Number.NaN : Math.tan(angle)),
}

const INVERSES: Readonly<Record<string, (value: number) => number>> = {
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
}

const MULTIPLIERS = new Set(['*', '/', '%'])
/** What stands between two operands as a word. */
const WORDS: Readonly<Record<string, string>> = { of: '*', mod: '%' }

/** Reads from left to right, each method a rank of its own: sums, products, signs, powers, marks, atoms. */
class Reader {
  readonly #tokens: readonly Token[]
  readonly #options: Options
  #at = 0

  constructor(tokens: readonly Token[], options: Options) {
    this.#tokens = tokens
    this.#options = options
  }

  whole(): number {
    const { value } = this.#sum()
    if (this.#at < this.#tokens.length) throw new Unreadable(`“${this.#shown()}” doesn't fit here.`)
    return value
  }

  #sum(): Operand {
    let left = this.#product()
    for (let sign = this.#take('+', '-'); sign !== undefined; sign = this.#take('+', '-')) {
      const right = this.#product()
      // 100 + 20% is 120, but 20% + 30% is half of the whole.
      const isShare = right.percent && !left.percent
      const amount = isShare ? left.value * right.value : right.value
      const value = sign === '+' ? left.value + amount : left.value - amount
      left = { value, percent: left.percent && right.percent }
    }
    return left
  }

  #product(): Operand {
    let left = this.#signed()
    for (let sign = this.#multiplier(); sign !== undefined; sign = this.#multiplier()) {
      const right = this.#signed().value
      left = { value: combined(sign, left.value, right), percent: false }
    }
    return left
  }

  /** A sign, the word `of` or `mod`, or nothing at all between `2` and `(3 + 4)`. */
  #multiplier(): string | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind === 'sign' && MULTIPLIERS.has(token.text)) return this.#take(token.text)
    if (token?.kind === 'word' && Object.hasOwn(WORDS, token.text)) {
      this.#at += 1
      return WORDS[token.text]
    }
    const isNone =
      token === undefined || (token.kind === 'sign' && token.text !== '(') || token.kind === 'number'
    return isNone ? undefined : '*'
  }

  #signed(): Operand {
    const sign = this.#take('-', '+')
    if (sign === undefined) return this.#power()
    const { value, percent } = this.#signed()
    return { value: sign === '-' ? -value : value, percent }
  }

  #power(): Operand {
    const base = this.#marked()
    if (this.#take('^') === undefined) return base
    return { value: base.value ** this.#signed().value, percent: false }
  }

  #marked(): Operand {
    let { value } = this.#atom()
    let percent = false
    for (;;) {
      const mark = this.#take('!', '²', '³')
      if (mark === '!') value = factorial(value)
      else if (mark !== undefined) value **= mark === '²' ? 2 : 3
      else if (this.#isPercent()) {
        this.#at += 1
        value /= 100
        percent = true
      } else return { value, percent }
    }
  }

  /** Before another operand the sign means the rest of a division: `10 % 3`. */
  #isPercent(): boolean {
    const [token, next] = this.#tokens.slice(this.#at, this.#at + 2)
    if (token?.kind !== 'sign' || token.text !== '%') return false
    if (next === undefined) return true
    return next.kind === 'sign' ? next.text !== '(' : next.kind === 'word' && next.text === 'of'
  }

  #atom(): { value: number } {
    const token = this.#tokens[this.#at]
    this.#at += 1
    if (token === undefined) throw new Unreadable('Something is missing at the end.')
    if (token.kind === 'number') return token
    if (token.kind === 'word') return { value: this.#word(token.text) }
    if (token.text !== '(') throw new Unreadable(`“${token.text}” doesn't fit here.`)
    const inner = this.#sum()
    // A bracket that is still open while somebody types is closed at the end.
    if (this.#take(')') === undefined && this.#at < this.#tokens.length)
      throw new Unreadable('Missing closing bracket.')
    return inner
  }

  #word(word: string): number {
    if (word === 'ans') return this.#options.last ?? 0
    if (Object.hasOwn(CONSTANTS, word)) return CONSTANTS[word]!
    const turn = this.#options.degrees ? 180 / Math.PI : 1
    if (Object.hasOwn(FUNCTIONS, word)) return FUNCTIONS[word]!(this.#argument())
    if (Object.hasOwn(ANGLES, word)) return clean(ANGLES[word]!(this.#argument() / turn))
    if (Object.hasOwn(INVERSES, word)) return INVERSES[word]!(this.#argument()) * turn
    throw new Unreadable(`Unknown: “${word}”.`)
  }

  #argument(): number {
    return this.#power().value
  }

  #take(...signs: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined
    this.#at += 1
    return token.text
  }

  #shown(): string {
    const token = this.#tokens[this.#at]
    return token?.kind === 'number' ? String(token.value) : (token?.text ?? '')
  }
}

function combined(sign: string, left: number, right: number): number {
  if (sign === '*') return left * right
  if (right === 0) throw new DividedByZero("Can't divide by zero.")
  return sign === '/' ? left / right : left % right
}

function factorial(value: number): number {
  if (!Number.isInteger(value) || value < 0)
    throw new Unreadable('Only whole numbers from 0 up have a factorial.')
  let product = 1
  for (let factor = 2; factor <= Math.min(value, 171); factor += 1) product *= factor
  return product
}

/** The sine of half a turn is 0, not 1.2e-16. */
function clean(value: number): number {
  return Math.abs(value) < 1e-15 ? 0 : value
}
