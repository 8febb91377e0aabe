import { isoDay, readText, type TextValue } from '../text-value.ts'

const sampledTexts = 5_000

/** What is known of one column after a look at all its values. */
export class ColumnFacts {
  numbers = 0
  booleans = 0
  /** Texts by what they stand for. Once one is plain text, the others need no closer look. */
  readonly texts: Record<TextValue['kind'], number> = {
    number: 0,
    percent: 0,
    currency: 0,
    date: 0,
    datetime: 0,
    digits: 0,
    text: 0,
  }
  readonly symbols = new Set<string>()
  readonly offsets = new Set<string>()
  hasSeconds = false
  hasLongIntegers = false
  hasLineBreaks = false
  allIntegers = true
  decimals = 0
  largest = Number.NEGATIVE_INFINITY
  smallest = Number.POSITIVE_INFINITY
  maxTextLength = 0
  #seen = 0

  add(value: unknown): void {
    if (typeof value === 'number') this.#addNumber(value)
    else if (typeof value === 'string') this.#addText(value)
    else if (typeof value === 'boolean') this.booleans++
    else if (value instanceof Date) this.#addDate(value)
    else if (typeof value === 'object' && value !== null) this.#addStructure(value)
  }

  get textCount(): number {
    return Object.values(this.texts).reduce((sum, count) => sum + count, 0)
  }

  /** Whether all texts are of these kinds. */
  hasOnly(...kinds: readonly TextValue['kind'][]): boolean {
    return this.textCount === kinds.reduce((sum, kind) => sum + this.texts[kind], 0)
  }

  #addNumber(value: number): void {
    this.numbers++
    const isInteger = Number.isInteger(value)
    this.#measure(value, isInteger ? 0 : decimalsOf(value))
    if (isInteger && Math.abs(value) >= 1e15 && Number.isSafeInteger(value)) this.hasLongIntegers = true
  }

  #addText(value: string): void {
    if (value === '') return
    this.#measureText(value)
    if (this.texts.text > 0) this.texts.text++
    else if (isoDay(value) === undefined) this.#readText(value)
    else this.texts.date++
  }

  #measureText(value: string): void {
    this.#seen++
    // Characters may be twice as wide as they are many; with many rows, the first ones tell.
    const mayBeWidest = this.#seen > sampledTexts ? value.length : value.length * 2
    if (mayBeWidest > this.maxTextLength) this.maxTextLength = Math.max(this.maxTextLength, lengthOf(value))
    if (!this.hasLineBreaks && value.includes('\n')) this.hasLineBreaks = true
  }

  #readText(value: string): void {
    const read = readText(value)
    this.texts[read.kind]++
    if ('decimals' in read) this.#measure(read.value, read.decimals)
    if (read.kind === 'currency') this.symbols.add(read.symbol)
    if (read.kind !== 'datetime') return
    this.offsets.add(read.offset)
    if (read.value.getUTCSeconds() !== 0) this.hasSeconds = true
  }

  #addDate(value: Date): void {
    if (value.getTime() % 86_400_000 !== 0) this.texts.datetime++
    else this.texts.date++
    this.offsets.add('')
    if (value.getUTCSeconds() !== 0) this.hasSeconds = true
  }

  #addStructure(value: object): void {
    this.texts.text++
    this.maxTextLength = Math.max(this.maxTextLength, JSON.stringify(value).length)
  }

  #measure(value: number, decimals: number): void {
    if (decimals > 0) this.allIntegers = false
    if (decimals > this.decimals) this.decimals = decimals
    if (value > this.largest) this.largest = value
    if (value < this.smallest) this.smallest = value
  }
}

/** Up to six; more are noise of binary fractions. */
function decimalsOf(value: number): number {
  let factor = 1
  for (let decimals = 1; decimals <= maxDecimals; decimals++) {
    factor *= 10
    if (Math.round(value * factor) / factor === value) return decimals
  }
  return maxDecimals + 1
}

const maxDecimals = 6

/** How wide the text is: its longest line, East Asian characters twice as wide as others. */
function lengthOf(value: string): number {
  let longest = 0
  for (const line of value.slice(0, 500).split('\n')) {
    const wide = line.match(/[\u1100-\u115f\u2e80-\uffdc]/g)?.length ?? 0
    longest = Math.max(longest, line.length + wide)
  }
  return longest
}
