import { AppError } from '../../../contract/errors.ts'
import { maxColumns, maxRows } from '../cell-reference.ts'
import type { SheetRow, SheetSummary, SheetValue } from '../spreadsheet.ts'
import { attribute, decodeEntities, prefixedAttribute, type XmlHandler } from './xml-scanner.ts'

/** A row that stands for several equal ones below each other. */
export interface RepeatedRow extends SheetRow {
  readonly times: number
}

/** Names of the sheets, and which of them are hidden. */
export class OdsSheetReader implements XmlHandler {
  readonly sheets: SheetSummary[] = []
  readonly #hiddenStyles = new Set<string>()
  #style = ''

  open(name: string, attributes: string): void {
    if (name === 'style') this.#style = prefixedAttribute(attributes, 'name') ?? ''
    if (name === 'table-properties' && prefixedAttribute(attributes, 'display') === 'false') {
      this.#hiddenStyles.add(this.#style)
    }
    if (name !== 'table') return
    const style = prefixedAttribute(attributes, 'style-name') ?? ''
    this.sheets.push({
      name: prefixedAttribute(attributes, 'name') ?? '',
      hidden: this.#hiddenStyles.has(style),
    })
  }

  close(): void {}

  text(): void {}
}

/** Collects the rows of one sheet of an OpenDocument file. */
export class OdsRowReader implements XmlHandler {
  readonly #sheet: string
  readonly #label: string
  #ready: RepeatedRow[] = []
  #tables = 0
  #inSheet = false
  #row = 0
  #rowTimes = 1
  #values: SheetValue[] = []
  #cell = ''
  #cellTimes = 1
  #paragraphs = 0
  #text = ''
  #inText = false
  /** Comments and drawings in a cell have paragraphs of their own. */
  #inNote = 0

  constructor(sheet: string, label: string) {
    this.#sheet = sheet
    this.#label = label
  }

  take(): RepeatedRow[] {
    const rows = this.#ready
    this.#ready = []
    return rows
  }

  open(name: string, attributes: string): void {
    if (name === 'table') this.#openTable(attributes)
    else if (this.#inSheet) this.#openInside(name, attributes)
  }

  close(name: string): void {
    if (name === 'table') {
      this.#tables--
      if (this.#tables === 0) this.#inSheet = false
    } else if (this.#inSheet) this.#closeInside(name)
  }

  text(raw: string): void {
    if (this.#inText) this.#text += decodeEntities(raw)
  }

  #openTable(attributes: string): void {
    this.#tables++
    if (this.#tables === 1) this.#inSheet = prefixedAttribute(attributes, 'name') === this.#sheet
  }

  #openInside(name: string, attributes: string): void {
    switch (name) {
      case 'table-row':
        this.#rowTimes = times(attributes, 'number-rows-repeated', maxRows)
        this.#values = []
        break
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = attributes
        this.#cellTimes = times(attributes, 'number-columns-repeated', maxColumns)
        this.#paragraphs = 0
        this.#text = ''
        break
      case 'annotation':
      case 'shape':
        this.#inNote++
        break
      case 'p':
        this.#openParagraph()
        break
      default:
        if (this.#inText) this.#text += spaceOf(name, attributes)
    }
  }

  #closeInside(name: string): void {
    switch (name) {
      case 'table-row':
        this.#closeRow()
        break
      case 'table-cell':
        this.#closeCell(readCell(this.#cell, this.#text))
        break
      case 'covered-table-cell':
        this.#closeCell(null)
        break
      case 'annotation':
      case 'shape':
        this.#inNote--
        break
      case 'p':
        this.#inText = false
        break
      default:
    }
  }

  #openParagraph(): void {
    if (this.#inNote > 0) return
    if (this.#paragraphs++ > 0) this.#text += '\n'
    this.#inText = true
  }

  #closeCell(value: SheetValue): void {
    // A row ends in thousands of empty cells, all in one element.
    const room = maxColumns - this.#values.length
    if (value !== null && this.#cellTimes > room) throw outside(this.#label)
    for (let count = Math.min(this.#cellTimes, room); count > 0; count--) this.#values.push(value)
  }

  #closeRow(): void {
    const values = this.#values
    while (values.length > 0 && values.at(-1) === null) values.pop()
    if (values.length > 0) {
      if (this.#row + this.#rowTimes > maxRows) throw outside(this.#label)
      this.#ready.push({ row: this.#row, values, times: this.#rowTimes })
    }
    this.#row += this.#rowTimes
  }
}

function readCell(attributes: string, text: string): SheetValue {
  const type = prefixedAttribute(attributes, 'value-type') ?? ''
  const read = cellReaders[type]
  if (read && Object.hasOwn(cellReaders, type)) {
    return read((name) => prefixedAttribute(attributes, name) ?? '', text)
  }
  return text === '' ? null : text
}

type CellReader = (member: (name: string) => string, text: string) => SheetValue

const readNumber: CellReader = (member, text) => Number(member('value') || text)

const cellReaders: Readonly<Record<string, CellReader>> = {
  float: readNumber,
  currency: readNumber,
  percentage: readNumber,
  boolean: (member) => member('boolean-value') === 'true',
  date: (member, text) => readDate(member('date-value') || text),
  time: (member, text) => readDuration(member('time-value')) ?? text,
  string: (member, text) => member('string-value') || text,
}

/** Dates have no zone in OpenDocument; UTC keeps the day as it was written. */
function readDate(text: string): SheetValue {
  const date = new Date(text.includes('T') && !/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text)
  return Number.isNaN(date.getTime()) ? text : date
}

/** `PT08H30M00S`. */
function readDuration(text: string): string | undefined {
  const match = /^(-)?PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(text)
  return match ? `${match[1] ?? ''}${match[2]!.padStart(2, '0')}:${match[3]}:${match[4]}` : undefined
}

function spaceOf(name: string, attributes: string): string {
  if (name === 's') return ' '.repeat(times(attributes, 'c', 1000))
  if (name === 'tab') return '\t'
  return name === 'line-break' ? '\n' : ''
}

function times(attributes: string, name: string, most: number): number {
  const count = Number(prefixedAttribute(attributes, name) ?? attribute(attributes, name) ?? 1)
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, most) : 1
}

function outside(label: string): AppError {
  return new AppError('invalid_request', `${label} is damaged: a cell is outside the sheet.`)
}
