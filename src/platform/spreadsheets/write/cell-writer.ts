import { columnName } from '../cell-reference.ts'
import type { ChartCapture } from '../charts/chart-capture.ts'
import { dateToSerial, hasTimeOfDay } from '../date-serial.ts'
import type { SharedStrings } from '../read/shared-strings.ts'
import type { StyleRegistry } from './style-registry.ts'
import type { Cell, CellStyle, CellValue, Column, StyledCell } from './workbook.ts'
import { cellTextXml, cutCellText, escapeXml, maxCellTextLength, spaceAttribute } from '../xml-text.ts'

/** What all columns of a workbook write into. */
export interface CellTarget {
  readonly styles: StyleRegistry
  readonly strings: SharedStrings
  /** Styles that cells may name. */
  readonly named: Readonly<Record<string, CellStyle>>
  /** Counts what did not fit its cell, and whether anything is to be calculated. */
  readonly tally: { shortened: number; formulas: number }
}

interface ColumnPlace {
  readonly index: number
  readonly column: Column
  readonly captures: readonly ChartCapture[]
}

/** After this many texts in a column it is clear whether they repeat. */
const trialTexts = 2_000

/** Writes the cells of one column. */
export class CellWriter {
  readonly #target: CellTarget
  readonly #style: CellStyle
  readonly #index: number
  readonly #captures: readonly ChartCapture[]
  readonly #styleId: number
  /** `<c r="A`, and what stands between the row number and a value of each kind: joined once, not for every cell. */
  readonly #start: string
  readonly #toNumber: string
  readonly #toBoolean: string
  readonly #toShared: string
  readonly #namedIds = new Map<string, number>()
  #texts = 0
  #sharesTexts = true

  constructor({ index, column, captures }: ColumnPlace, target: CellTarget) {
    this.#target = target
    this.#index = index
    this.#captures = captures
    this.#style = { ...column.style, ...(column.format !== undefined && { format: column.format }) }
    this.#styleId = target.styles.idOf(this.#style)
    this.#start = `<c r="${columnName(index)}`
    const style = styleAttribute(this.#styleId)
    this.#toNumber = `"${style}><v>`
    this.#toBoolean = `"${style} t="b"><v>`
    this.#toShared = `"${style} t="s"><v>`
  }

  /** `row` counts from 1, as sheets do. */
  xml(row: number, cell: Cell): string {
    if (typeof cell === 'number') {
      if (this.#captures.length > 0) this.#capture(row, cell)
      return Number.isFinite(cell) ? this.#start + row + this.#toNumber + cell + '</v></c>' : ''
    }
    if (typeof cell === 'string') return this.text(row, cell)
    if (typeof cell === 'boolean') {
      if (this.#captures.length > 0) this.#capture(row, cell)
      return this.#start + row + this.#toBoolean + (cell ? '1</v></c>' : '0</v></c>')
    }
    if (cell === null || cell === undefined) return ''
    return cell instanceof Date ? this.#date(row, cell) : this.#styled(row, cell)
  }

  text(row: number, text: string, style = this.#styleId): string {
    if (this.#captures.length > 0) this.#capture(row, text)
    if (text === '') return ''
    const fitting = text.length > maxCellTextLength ? this.#shortened(text) : text
    const styleId = looksLikeFormula(fitting) ? this.#target.styles.quoted(style) : style
    const shared = this.#sharesTexts ? this.#sharedId(fitting) : undefined
    if (shared === undefined) {
      const content = `<is><t${spaceAttribute(fitting)}>${cellTextXml(fitting)}</t></is></c>`
      return `${this.#start}${row}"${styleAttribute(styleId)} t="inlineStr">${content}`
    }
    const middle = styleId === this.#styleId ? this.#toShared : `"${styleAttribute(styleId)} t="s"><v>`
    return this.#start + row + middle + shared + '</v></c>'
  }

  #date(row: number, date: Date): string {
    const serial = dateToSerial(date)
    if (serial === undefined) return this.#unshowableDate(row, date)
    if (this.#captures.length > 0) this.#capture(row, serial)
    if (this.#style.format !== undefined) return this.#start + row + this.#toNumber + serial + '</v></c>'
    return `${this.#start}${row}"${styleAttribute(this.#dateId(this.#style, date))}><v>${serial}</v></c>`
  }

  /** Spreadsheets know no dates before 1900: the reader still gets to see it. */
  #unshowableDate(row: number, date: Date): string {
    if (Number.isNaN(date.getTime())) return ''
    const text = hasTimeOfDay(date) ? date.toISOString() : date.toISOString().slice(0, -14)
    return this.text(row, text)
  }

  #styled(row: number, cell: StyledCell): string {
    const style = this.#idFor(cell)
    if (cell.formula !== undefined)
      return this.#formula(row, { formula: cell.formula, value: cell.value, style })
    const { value } = cell
    if (typeof value === 'string' && value !== '') return this.text(row, value, style)
    if (this.#captures.length > 0) this.#capture(row, value)
    const open = `${this.#start}${row}"${styleAttribute(style)}`
    if (typeof value === 'boolean') return `${open} t="b"><v>${value ? 1 : 0}</v></c>`
    const number = value instanceof Date ? dateToSerial(value) : value
    // An empty cell with a style still has its fill and its border.
    return typeof number === 'number' && Number.isFinite(number)
      ? `${open}><v>${number}</v></c>`
      : `${open}/>`
  }

  #formula(row: number, cell: { formula: string; value: CellValue; style: number }): string {
    const { value } = cell
    this.#target.tally.formulas++
    if (this.#captures.length > 0) this.#capture(row, value)
    const open = `${this.#start}${row}"${styleAttribute(cell.style)}`
    const formula = `<f>${escapeXml(cell.formula.replace(/^=/, ''))}</f>`
    if (typeof value === 'boolean') return `${open} t="b">${formula}<v>${value ? 1 : 0}</v></c>`
    if (typeof value === 'string') {
      const type = /^#(?:N\/A|DIV\/0!|REF!|NAME\?|NULL!|NUM!|VALUE!)$/.test(value) ? 'e' : 'str'
      return `${open} t="${type}">${formula}<v>${cellTextXml(cutCellText(value))}</v></c>`
    }
    const number = value instanceof Date ? dateToSerial(value) : value
    const isNumber = typeof number === 'number' && Number.isFinite(number)
    return `${open}>${formula}${isNumber ? `<v>${number}</v>` : ''}</c>`
  }

  #shortened(text: string): string {
    this.#target.tally.shortened++
    return cutCellText(text)
  }

  #sharedId(text: string): number | undefined {
    const { strings } = this.#target
    const before = strings.size
    const id = strings.idOf(text)
    this.#texts += strings.size === before ? -1 : 1
    // A column of names or notes fills the table without ever using it twice.
    if (this.#texts > trialTexts) this.#sharesTexts = false
    return id
  }

  #idFor({ style, value }: StyledCell): number {
    if (style === undefined) {
      const isBare = value instanceof Date && this.#style.format === undefined
      return isBare ? this.#dateId(this.#style, value) : this.#styleId
    }
    const format = this.#style.format ?? (value instanceof Date ? dateFormat(value) : undefined)
    const key = `${style}/${format ?? ''}`
    const known = this.#namedIds.get(key)
    if (known !== undefined) return known
    const named = this.#target.named[style]
    if (named === undefined) throw new TypeError(`The workbook has no style "${style}".`)
    const id = this.#target.styles.idOf({ ...(format !== undefined && { format }), ...named })
    this.#namedIds.set(key, id)
    return id
  }

  /** A date in a style that says nothing about numbers would show as one. */
  #dateId(style: CellStyle, date: Date): number {
    return this.#target.styles.idOf({ ...style, format: dateFormat(date) })
  }

  #capture(row: number, value: CellValue): void {
    for (const capture of this.#captures) capture.record(row - 1, this.#index, value)
  }
}

function dateFormat(date: Date): string {
  return hasTimeOfDay(date) ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd'
}

function styleAttribute(id: number): string {
  return id === 0 ? '' : ` s="${id}"`
}

/** `= + - @`, tab and carriage return: what spreadsheets take for the beginning of a formula. */
function looksLikeFormula(text: string): boolean {
  switch (text.charCodeAt(0)) {
    case 0x3d:
    case 0x2b:
    case 0x2d:
    case 0x40:
    case 0x09:
    case 0x0d:
      return true
    default:
      return false
  }
}
