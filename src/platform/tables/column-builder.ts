import { byteMoment, byteNumber } from './byte-cells.ts'
import { ByteTexts } from './byte-texts.ts'
import { dateStyleOf, isoDates, type DateStyle } from './cell-date.ts'
import { cellNumber, isMissing, numberStyleOf, plainNumber, type NumberStyle } from './cell-number.ts'
import type { DatasetColumn } from './dataset.ts'

export type RawValue = string | number | boolean | Date | null | undefined

/** A column is of a kind when at least this share of its values is; the others count as missing. */
const enough = 0.8

/** Collects one column: each cell becomes a number, a moment or the number of a text. */
export class ColumnBuilder {
  readonly #name: string
  readonly #isDate: boolean
  readonly #isText: boolean
  readonly #dateStyle: DateStyle | undefined
  readonly #numberStyle: NumberStyle
  readonly #units = new Map<string, number>()
  readonly #ids = new Map<string, number>()
  readonly #texts: string[] = ['']
  #numbers = new Float64Array(1024)
  #known: ByteTexts | undefined
  /** Not there as long as every cell is a number. */
  #places: Uint32Array | undefined
  #rows = 0
  #counted = 0
  #missing = 0

  /** `sample` holds cells from all over the beginning of the column; they decide how its texts are read. */
  constructor(name: string, sample: readonly RawValue[]) {
    this.#name = name
    const present = sample.filter((value) => !isBlank(value))
    const texts = present.filter((value) => typeof value === 'string').map((text) => text.trim())
    this.#dateStyle = texts.length > 0 ? dateStyleOf(texts) : undefined
    this.#isDate =
      this.#dateStyle !== undefined || present.filter((v) => v instanceof Date).length > present.length / 2
    this.#numberStyle = numberStyleOf(texts)
    const isNumber = (text: string) => cellNumber(text, this.#numberStyle) !== undefined
    const others = texts.filter((text) => !isNumber(text)).length
    this.#isText = !this.#isDate && others > present.length / 2
  }

  add(value: RawValue): void {
    if (this.#rows === this.#numbers.length) this.#grow()
    const number = this.#isText ? Number.NaN : drawable(this.#read(value))
    this.#numbers[this.#rows] = number
    if (Number.isNaN(number)) this.#addText(value)
    else this.#counted++
    this.#rows++
  }

  /** The same for a stretch of UTF-8, without making a text of it where that is not needed. */
  addBytes(bytes: Buffer, start: number, end: number): void {
    if (this.#isText) {
      this.#addTextBytes(bytes, start, end)
      return
    }
    const number = this.#isDate ? this.#dateBytes(bytes, start, end) : this.#numberBytes(bytes, start, end)
    if (Number.isNaN(number)) {
      this.add(bytes.toString('utf8', start, end))
      return
    }
    if (this.#rows === this.#numbers.length) this.#grow()
    this.#numbers[this.#rows++] = number
    this.#counted++
  }

  build(): DatasetColumn {
    const name = this.#name
    const present = this.#rows - this.#missing
    if (present === 0) return { kind: 'empty', name, present }
    if (this.#counted < present * enough) return this.#asText()
    const values = this.#numbers.subarray(0, this.#rows)
    if (this.#isDate) return { kind: 'date', name, present: this.#counted, values }
    return { kind: 'number', name, present: this.#counted, values, unit: this.#unit() }
  }

  #dateBytes(bytes: Buffer, start: number, end: number): number {
    return this.#dateStyle === isoDates ? byteMoment(bytes, start, end) : Number.NaN
  }

  #numberBytes(bytes: Buffer, start: number, end: number): number {
    return this.#numberStyle === 'point' ? byteNumber(bytes, start, end) : Number.NaN
  }

  #addTextBytes(bytes: Buffer, start: number, end: number): void {
    if (this.#rows === this.#numbers.length) this.#grow()
    this.#known ??= new ByteTexts()
    const known = this.#known.find(bytes, start, end)
    const id = known === -1 ? this.#idOf(bytes.toString('utf8', start, end)) : known
    if (known === -1) this.#known.remember(bytes.subarray(start, end), id)
    this.#numbers[this.#rows] = Number.NaN
    this.#countText(id)
    this.#rows++
  }

  #read(value: RawValue): number {
    if (typeof value === 'string') return this.#readText(value)
    if (typeof value === 'number') return this.#isDate ? Number.NaN : value
    return value instanceof Date && this.#isDate ? value.getTime() : Number.NaN
  }

  #readText(text: string): number {
    if (this.#isDate) return this.#dateStyle?.read(text.trim()) ?? Number.NaN
    if (this.#numberStyle === 'point') {
      const plain = plainNumber(text)
      if (plain !== undefined) return plain
    }
    if (text === '') return Number.NaN
    const found = cellNumber(text.trim(), this.#numberStyle)
    if (!found) return Number.NaN
    if (found.unit !== '') this.#units.set(found.unit, (this.#units.get(found.unit) ?? 0) + 1)
    return found.value
  }

  #addText(value: RawValue): void {
    this.#countText(this.#idOf(typeof value === 'string' ? value : textOf(value)))
  }

  #countText(id: number): void {
    if (id === 0) this.#missing++
    else this.#placesForAll()[this.#rows] = id
  }

  /** Texts repeat: after the first time it is one look into a table, whether the text counts as missing or not. */
  #idOf(raw: string): number {
    const known = this.#ids.get(raw)
    if (known !== undefined) return known
    const text = raw.trim()
    const id = isMissing(text) ? 0 : (this.#ids.get(text) ?? this.#texts.push(text) - 1)
    this.#ids.set(raw, id)
    if (text !== raw) this.#ids.set(text, id)
    return id
  }

  /** Numbers and dates in between become the texts that they are elsewhere. */
  #asText(): DatasetColumn {
    const places = this.#placesForAll()
    for (let row = 0; row < this.#rows; row++) {
      const number = this.#numbers[row]!
      if (Number.isNaN(number)) continue
      places[row] = this.#idOf(this.#isDate ? new Date(number).toISOString().slice(0, 10) : String(number))
    }
    const present = this.#rows - this.#missing
    return {
      kind: 'text',
      name: this.#name,
      present,
      ids: places.subarray(0, this.#rows),
      texts: this.#texts,
    }
  }

  #placesForAll(): Uint32Array {
    this.#places ??= new Uint32Array(this.#numbers.length)
    return this.#places
  }

  #unit(): string {
    const [unit, count] = [...this.#units].toSorted((a, b) => b[1] - a[1])[0] ?? ['', 0]
    return count >= this.#counted * enough ? unit : ''
  }

  #grow(): void {
    const numbers = new Float64Array(this.#rows * 4)
    numbers.set(this.#numbers)
    this.#numbers = numbers
    if (!this.#places) return
    const places = new Uint32Array(this.#rows * 4)
    places.set(this.#places)
    this.#places = places
  }
}

/** Beyond this, sums and distances overflow; below it, they vanish. No table means such numbers. */
const [largest, smallest] = [1e100, 1e-100]

function drawable(number: number): number {
  const size = Math.abs(number)
  if (size > largest) return Number.NaN
  return size < smallest ? 0 : number
}

function isBlank(value: RawValue): boolean {
  return value === null || value === undefined || (typeof value === 'string' && isMissing(value.trim()))
}

function textOf(value: RawValue): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? isoDay(value) : String(value)
}

function isoDay(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}
