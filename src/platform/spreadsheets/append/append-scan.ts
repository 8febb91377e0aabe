import { columnOfCell } from '../cell-reference.ts'
import { attribute, XmlScanner, type XmlHandler } from '../read/xml-scanner.ts'

/** What the last cell with something in it says about its column. */
export interface ColumnSample {
  /** Number of the cell's style. */
  readonly style: number | undefined
  readonly isNumber: boolean
}

export interface AppendScanOptions {
  /** Counts from 1; 0 for none. */
  readonly headerRow: number
  readonly newRows: number
}

/**
 * Finds the place in a worksheet's text where rows can be added: behind the last row that holds something. Rows after
 * it that are merely formatted give way to the new ones.
 */
export class AppendScan implements XmlHandler {
  readonly scanner: XmlScanner
  readonly columns = new Map<number, ColumnSample>()
  readonly columnStyles: { first: number; last: number; style: number }[] = []
  /** Counts from 1; 0 when nothing is in the sheet. */
  lastRow = 0
  /** Position behind the opening tag of the data, and whether that tag closes itself. */
  dataStart = -1
  isEmptyTag = false
  insertAt = -1
  /** Position of the closing tag of the data. */
  dataEnd = -1
  /** Rows behind the last one that holds something: number, and position behind it. */
  readonly emptyRows: { row: number; end: number }[] = []

  readonly #options: AppendScanOptions
  #inData = false
  #row = 0
  #cells = new Map<number, ColumnSample>()
  #hasContent = false
  #sample: { column: number; style: number | undefined; type: string } | undefined

  constructor(label: string, options: AppendScanOptions) {
    this.scanner = new XmlScanner(this, label)
    this.#options = options
  }

  open(name: string, attributes: string): void {
    if (name === 'sheetData') this.#openData()
    else if (!this.#inData) this.#openOutside(name, attributes)
    else if (name === 'row') {
      this.#row = Number(attribute(attributes, 'r') ?? this.#row + 1)
      this.#cells = new Map()
      this.#hasContent = false
    } else if (name === 'c') this.#openCell(attributes)
    else if (this.#sample && (name === 'v' || name === 'f' || name === 'is')) this.#fillCell()
  }

  close(name: string): void {
    if (!this.#inData) return
    if (name === 'row') this.#closeRow()
    if (name !== 'sheetData') return
    this.#inData = false
    this.dataEnd = this.scanner.tag.start
    this.isEmptyTag = this.scanner.tag.end === this.dataStart
    if (this.insertAt < 0) this.insertAt = this.dataStart
  }

  text(): void {}

  #openData(): void {
    this.#inData = true
    this.dataStart = this.scanner.tag.end
  }

  #openOutside(name: string, attributes: string): void {
    const style = name === 'col' ? attribute(attributes, 'style') : undefined
    if (style === undefined) return
    this.columnStyles.push({
      first: Number(attribute(attributes, 'min')) - 1,
      last: Number(attribute(attributes, 'max')) - 1,
      style: Number(style),
    })
  }

  #openCell(attributes: string): void {
    const reference = attribute(attributes, 'r')
    const column = reference === undefined ? (this.#sample?.column ?? -1) + 1 : columnOfCell(reference)
    const style = attribute(attributes, 's')
    this.#sample = {
      column,
      style: style === undefined ? undefined : Number(style),
      type: attribute(attributes, 't') ?? 'n',
    }
  }

  #fillCell(): void {
    const { column, style, type } = this.#sample!
    this.#hasContent = true
    this.#cells.set(column, { style, isNumber: type === 'n' })
  }

  #closeRow(): void {
    const { end } = this.scanner.tag
    this.#sample = undefined
    if (!this.#hasContent) {
      if (this.#row <= this.lastRow + this.#options.newRows) this.emptyRows.push({ row: this.#row, end })
      return
    }
    this.emptyRows.length = 0
    this.lastRow = this.#row
    // New rows should look like those of the data, not like its header.
    if (this.#row > this.#options.headerRow) {
      for (const [column, sample] of this.#cells) this.columns.set(column, sample)
    }
    this.insertAt = end
  }
}
