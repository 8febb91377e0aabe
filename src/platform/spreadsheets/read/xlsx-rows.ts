import { AppError } from '../../../contract/errors.ts'
import { columnOfCell, maxColumns, maxRows } from '../cell-reference.ts'
import { serialToDate } from '../date-serial.ts'
import type { FormatKind } from './number-format-kind.ts'
import type { SheetRow, SheetValue } from '../spreadsheet.ts'
import { attribute, decodeEntities, type XmlHandler } from './xml-scanner.ts'
import { decodeCellText } from './xlsx-package.ts'

export interface RowContext {
  readonly strings: readonly string[]
  readonly styles: readonly FormatKind[]
  readonly epoch: 1900 | 1904
  readonly label: string
}

/** Collects the rows of a worksheet while it is scanned. */
export class XlsxRowReader implements XmlHandler {
  readonly #context: RowContext
  #ready: SheetRow[] = []
  #row = -1
  #values: SheetValue[] = []
  #column = -1
  #type = ''
  #style = -1
  #value = ''
  /** Elsewhere in a sheet the same names may mean other things. */
  #inData = false
  #inValue = false
  #inPhonetic = false

  constructor(context: RowContext) {
    this.#context = context
  }

  /** The rows that were completed since the last time. */
  take(): SheetRow[] {
    const rows = this.#ready
    this.#ready = []
    return rows
  }

  open(name: string, attributes: string): void {
    if (name === 'sheetData') this.#inData = true
    if (!this.#inData) return
    switch (name) {
      case 'c':
        this.#openCell(attributes)
        break
      case 'v':
      case 't':
        this.#inValue = !this.#inPhonetic
        break
      case 'row':
        this.#row = Number(attribute(attributes, 'r') ?? this.#row + 2) - 1
        this.#values = []
        this.#column = -1
        break
      case 'rPh':
        this.#inPhonetic = true
        break
      default:
    }
  }

  close(name: string): void {
    if (!this.#inData) return
    switch (name) {
      case 'c':
        if (this.#column >= 0) this.#values[this.#column] = this.#read()
        break
      case 'v':
      case 't':
        this.#inValue = false
        break
      case 'row':
        this.#closeRow()
        break
      case 'rPh':
        this.#inPhonetic = false
        break
      case 'sheetData':
        this.#inData = false
        break
      default:
    }
  }

  text(raw: string): void {
    if (this.#inValue) this.#value += raw
  }

  #openCell(attributes: string): void {
    const reference = attribute(attributes, 'r')
    this.#column = reference === undefined ? this.#column + 1 : columnOfCell(reference)
    if (this.#column < 0 || this.#column >= maxColumns) throw this.#outside()
    this.#type = attribute(attributes, 't') ?? ''
    this.#style = Number(attribute(attributes, 's') ?? -1)
    this.#value = ''
  }

  #closeRow(): void {
    const values = this.#values
    // Holes would make the array slow and surprise whoever goes through it.
    for (let index = 0; index < values.length; index++) values[index] ??= null
    if (!(this.#row >= 0 && this.#row < maxRows)) throw this.#outside()
    this.#ready.push({ row: this.#row, values })
  }

  #outside(): AppError {
    return new AppError('invalid_request', `${this.#context.label} is damaged: a cell is outside the sheet.`)
  }

  #read(): SheetValue {
    const raw = this.#value
    if (this.#type === 's') return this.#context.strings[Number(raw)] ?? null
    if (this.#type === 'inlineStr' || this.#type === 'str') return decodeCellText(raw)
    if (raw === '') return null
    if (this.#type === 'b') return raw === '1' || raw === 'true'
    if (this.#type === 'e') return decodeEntities(raw)
    if (this.#type === 'd') return new Date(/[TZ]/.test(raw) ? raw.replace(/([^Z])$/, '$1Z') : raw)
    const number = Number(raw)
    return Number.isNaN(number) ? decodeCellText(raw) : this.#shown(number)
  }

  #shown(number: number): SheetValue {
    const kind = this.#context.styles[this.#style] ?? 'number'
    if (kind === 'number') return number
    if (kind === 'duration' || (kind === 'time' && number >= 0 && number < 1)) return clockText(number)
    return serialToDate(number, this.#context.epoch)
  }
}

/** A time of day or a span of time, as hours, minutes and seconds. */
function clockText(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (days < 0 ? '-' : '') + parts.map((part) => String(part).padStart(2, '0')).join(':')
}
