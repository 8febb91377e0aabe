import { AppError } from '../../../contract/errors.ts'
import { columnName, maxColumns, maxRows } from '../cell-reference.ts'
import { CellWriter, type CellTarget } from './cell-writer.ts'
import type { ChartCapture } from '../charts/chart-capture.ts'
import { headerStyle, sheetEnd, sheetStart } from './sheet-frame.ts'
import type { Cell, Row, Sheet, TallRow } from './workbook.ts'
import { TextPieces } from '../text-pieces.ts'
import type { Theme } from './themes.ts'

export interface SheetContext extends CellTarget {
  readonly theme: Theme
  /** Cells that charts show, whichever sheet the charts are on. */
  readonly captures: readonly ChartCapture[]
}

/** Turns the rows of one sheet into XML, a piece at a time. */
export class SheetXml {
  readonly #sheet: Sheet
  readonly #context: SheetContext
  readonly #columns: CellWriter[] = []
  readonly #hasHeader: boolean
  readonly pieces = new TextPieces()
  #rows = 0
  #widest = 0

  constructor(sheet: Sheet, context: SheetContext) {
    this.#sheet = sheet
    this.#context = context
    this.#hasHeader = sheet.columns.some((column) => column.header !== undefined)
    for (let index = 0; index < sheet.columns.length; index++) this.#columnAt(index)
    this.pieces.append(sheetStart(sheet, { styles: context.styles, hasHeader: this.#hasHeader }))
    if (this.#hasHeader) this.#addHeader()
  }

  /** Rows so far, the header included. */
  get rows(): number {
    return this.#rows
  }

  get columns(): number {
    return this.#widest
  }

  addRow(row: Row): void {
    if (this.#rows >= maxRows) throw tooManyRows(this.#sheet.name)
    this.#rows++
    if (isTall(row)) {
      const height = ` ht="${row.height}"${row.adapts ? '' : ' customHeight="1"'}`
      this.pieces.append(`<row r="${this.#rows}"${height}>${this.#cellsXml(row.cells)}</row>`)
    } else this.pieces.append(`<row r="${this.#rows}">${this.#cellsXml(row)}</row>`)
  }

  /** What follows the last row. `hasDrawing` says that charts lie on the sheet. */
  close(hasDrawing: boolean): void {
    const end = sheetEnd(this.#sheet, {
      rows: this.#rows,
      columns: Math.max(this.#widest, 1),
      hasHeader: this.#hasHeader,
      bandId: this.#context.theme.band && this.#context.styles.bandId(this.#context.theme.band),
      hasDrawing,
    })
    this.pieces.append(end)
  }

  #cellsXml(cells: readonly Cell[]): string {
    let xml = ''
    const { length } = cells
    if (length > this.#widest) this.#widest = length
    for (let index = 0; index < length; index++) {
      xml += (this.#columns[index] ?? this.#columnAt(index)).xml(this.#rows, cells[index])
    }
    return xml
  }

  #addHeader(): void {
    const { theme, styles } = this.#context
    this.#rows = 1
    this.#widest = this.#sheet.columns.length
    let xml = '<row r="1" ht="21" customHeight="1">'
    this.#sheet.columns.forEach((column, index) => {
      const style = styles.idOf(headerStyle(column, theme))
      xml += this.#columnAt(index).text(1, column.header ?? '', style)
    })
    this.pieces.append(`${xml}</row>`)
  }

  #columnAt(index: number): CellWriter {
    if (index >= maxColumns) throw tooManyColumns(this.#sheet.name)
    // Columns without a declaration are those of a free layout; they come in order, so that the list has no holes.
    for (let next = this.#columns.length; next <= index; next++) {
      const captures = this.#context.captures.filter(
        ({ range }) => next >= range.firstColumn && next <= range.lastColumn,
      )
      this.#columns.push(
        new CellWriter({ index: next, column: this.#sheet.columns[next] ?? {}, captures }, this.#context),
      )
    }
    return this.#columns[index]!
  }
}

function isTall(row: Row): row is TallRow {
  return !Array.isArray(row)
}

function tooManyRows(name: string): AppError {
  return new AppError(
    'too_large',
    `The sheet "${name}" would have more than ${maxRows.toLocaleString('en')} rows, the most a sheet can hold. Split the data into several files.`,
  )
}

function tooManyColumns(name: string): AppError {
  return new AppError(
    'too_large',
    `The sheet "${name}" would have more than ${maxColumns.toLocaleString('en')} columns (up to ${columnName(maxColumns - 1)}), the most a sheet can hold.`,
  )
}
