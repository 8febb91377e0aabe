import { columnName, type CellRange } from '../cell-reference.ts'
import { shownValue } from './shown-value.ts'
import type { SheetRow, SheetValue } from '../spreadsheet.ts'

/** So much text that more of it would not fit an answer. */
const maxCharacters = 500_000

export interface WindowOptions {
  readonly range: CellRange | undefined
  /** Counts from 1; 0 for none; the first row with something in it when left out. */
  readonly headerRow: number | undefined
  /** Data rows to leave out. */
  readonly offset: number
  readonly limit: number
}

export interface SheetWindow {
  readonly columns: string[]
  readonly rows: Record<string, unknown>[]
  /** Whether data rows follow. */
  readonly more: boolean
}

/** Some rows of a sheet as objects by column. Reading stops behind the last one that is wanted. */
export async function readWindow(
  rows: AsyncIterable<SheetRow>,
  options: WindowOptions,
): Promise<SheetWindow> {
  const collector = new WindowCollector(options)
  for await (const row of rows) {
    collector.add(row)
    if (collector.isFull) break
  }
  const { header, collected } = collector
  const width = Math.max(header?.length ?? 0, ...collected.map((cells) => cells.length))
  const columns = columnNames(header ?? [], { width, first: options.range?.firstColumn ?? 0 })
  return { columns, rows: collected.map((cells) => rowObject(columns, cells)), more: collector.hasMore }
}

class WindowCollector {
  header: readonly SheetValue[] | undefined
  readonly collected: (readonly SheetValue[])[] = []
  hasMore = false
  /** Whether nothing that follows is wanted. */
  isFull = false
  readonly #options: WindowOptions
  readonly #firstData: number
  #seen = 0
  #characters = 0

  constructor(options: WindowOptions) {
    this.#options = options
    this.#firstData = Math.max(options.range?.firstRow ?? 0, options.headerRow ?? 0)
  }

  add({ row, values }: SheetRow): void {
    const { range, headerRow } = this.#options
    const cells = range ? values.slice(range.firstColumn, range.lastColumn + 1) : values
    // A header that was named counts wherever it is; the first row with text only inside of the range.
    if (row + 1 === headerRow) this.header = cells
    this.isFull = range !== undefined && row > range.lastRow
    if (this.isFull || row < this.#firstData || cells.every(isEmpty)) return
    if (headerRow === undefined && this.header === undefined) this.header = cells
    else this.#addData(cells)
  }

  #addData(cells: readonly SheetValue[]): void {
    if (this.#seen++ < this.#options.offset) return
    if (this.collected.length >= this.#options.limit || this.#characters > maxCharacters) {
      this.hasMore = true
      this.isFull = true
      return
    }
    this.collected.push(cells)
    for (const value of cells) this.#characters += typeof value === 'string' ? value.length : 8
  }
}

/** The texts of the header, each once; the letter of the column where there is none. */
export function columnNames(
  header: readonly SheetValue[],
  { width, first }: { width: number; first: number },
): string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const text = String(shownValue(header[index] ?? null) ?? '').trim()
    const wanted = text === '' ? columnName(first + index) : text
    let name = wanted
    for (let count = 2; taken.has(name); count++) name = `${wanted} (${count})`
    taken.add(name)
    return name
  })
}

function isEmpty(value: SheetValue): boolean {
  return value === null || value === ''
}

function rowObject(columns: readonly string[], cells: readonly SheetValue[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column, index) => [column, shownValue(cells[index] ?? null)]))
}
