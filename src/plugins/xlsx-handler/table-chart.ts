import { AppError } from '../../contract/errors.ts'
import { readHeader } from '../../platform/spreadsheets/read/header-words.ts'
import type { TableColumn, TableRow } from '../../platform/spreadsheets/write/table-sheet.ts'
import type { Chart, ChartRange, ChartType } from '../../platform/spreadsheets/write/workbook.ts'
import type { ReadRequest } from './chart-request.ts'

/** Excel draws no more lines than this. */
const maxSeries = 255
/** As many as a legend can name, where nobody said which. */
const maxChosen = 5

export interface TableChart {
  readonly chart: Chart
  readonly x: string
  readonly y: readonly string[]
}

interface Table {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
}

/** The chart that a request means for these columns; it lies to the right of the data. */
export function tableChart(request: ReadRequest, table: Table): TableChart {
  const { columns } = table
  const x = request.x === undefined ? chosenLabels(request, columns) : columnNamed(request.x, columns)
  const y = chosenNumbers(request, { columns, x })
  if (request.type === 'scatter') assertNumbers(x, columns, 'across')
  for (const column of y) assertNumbers(column, columns, 'up')
  const isDrawnInTime = (request.type === 'line' || request.type === 'area') && isUnevenInTime(x, table.rows)
  const title = request.title ?? titleOf(x, y)
  const chart: Chart = {
    type: request.type,
    title: title.slice(0, 255),
    series: y.map((column) => ({
      name: column.key,
      nameCell: cells(columns.indexOf(column), { firstRow: 0, lastRow: 0 }),
      categories: cells(columns.indexOf(x), { firstRow: 1, lastRow: 'end' }),
      values: cells(columns.indexOf(column), { firstRow: 1, lastRow: 'end' }),
    })),
    stacked: request.stacked && request.type !== 'scatter',
    categoryAxis: isDrawnInTime ? 'date' : 'text',
    ...axisFormats(request.type, { x, y }),
    ...axisTitles(request, { x, y }),
    place: { column: columns.length + 1, row: 1, ...sizeOf(request.type, table.rows.length) },
  }
  return { chart, x: x.key, y: y.map((column) => column.key) }
}

function chosenLabels({ type, y = [] }: ReadRequest, columns: readonly TableColumn[]): TableColumn {
  const free = columns.filter((column) => !y.includes(column.key))
  const ranked =
    type === 'scatter'
      ? [free.find(isMeasure), free.find(isNumeric)]
      : [free.find(isLabel), free.find((column) => !isMeasure(column))]
  return ranked.find((column) => column !== undefined) ?? free[0] ?? columns[0]!
}

function chosenNumbers(
  request: ReadRequest,
  { columns, x }: { columns: readonly TableColumn[]; x: TableColumn },
): TableColumn[] {
  const isRound = request.type === 'pie' || request.type === 'doughnut'
  if (request.y !== undefined) {
    const named = [...new Set(request.y.map((name) => columnNamed(name, columns)))]
    if (named.length > maxSeries) throw tooManySeries(named.length)
    return isRound ? named.slice(0, 1) : named
  }
  const free = columns.filter((column) => column !== x)
  const first = free.find(isMeasure) ?? free.find(isNumeric)
  if (!first) throw noNumbers(columns)
  if (isRound || request.type === 'scatter') return [first]
  // Columns of another format are of another size or unit, and would be flat lines beside the first.
  return free
    .filter((column) => isMeasure(column) && column.column.format === first.column.format)
    .slice(0, maxChosen)
    .concat(isMeasure(first) ? [] : [first])
}

function isNumeric({ kind }: TableColumn): boolean {
  return kind === 'number' || kind === 'mixed'
}

function isLabel({ key, kind }: TableColumn): boolean {
  return kind === 'text' || kind === 'date' || kind === 'boolean' || readHeader(key).isYear
}

/** Numbers that measure something, not years or customer numbers. */
function isMeasure(column: TableColumn): boolean {
  const { isName, isYear } = readHeader(column.key)
  return column.kind === 'number' && !isName && !isYear
}

function columnNamed(name: string, columns: readonly TableColumn[]): TableColumn {
  const plain = (text: string) => text.trim().toLowerCase()
  const found =
    columns.find((column) => column.key === name) ??
    columns.find((column) => plain(column.key) === plain(name))
  if (found) return found
  throw new AppError(
    'invalid_request',
    `The chart needs a column "${name.slice(0, 80)}" that the data doesn't have. Its columns: ${listed(columns)}.`,
  )
}

function assertNumbers(
  column: TableColumn,
  columns: readonly TableColumn[],
  direction: 'across' | 'up',
): void {
  const suits = isNumeric(column) || (direction === 'across' && column.kind === 'date')
  if (suits) return
  const numeric = columns.filter(isNumeric)
  throw new AppError(
    'invalid_request',
    numeric.length === 0
      ? `The column "${column.key}" has no numbers to draw, and no other column has any either.`
      : `The column "${column.key}" has no numbers to draw. Columns with numbers: ${listed(numeric)}.`,
  )
}

/** Days in order with gaps between them: side by side they would look evenly spaced, which weekends may but months may not. */
function isUnevenInTime(x: TableColumn, rows: readonly TableRow[]): boolean {
  if (x.kind !== 'date' || x.column.format !== 'yyyy-mm-dd') return false
  const days = rows.map((row) => x.convert(row[x.key]))
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0]
  for (let index = 1; index < days.length; index++) {
    const [before, after] = [days[index - 1], days[index]]
    if (!(before instanceof Date) || !(after instanceof Date) || after <= before) return false
    shortest = Math.min(shortest, after.getTime() - before.getTime())
    longest = Math.max(longest, after.getTime() - before.getTime())
  }
  return longest > 5 * shortest
}

function axisFormats(
  type: ChartType,
  { x, y }: { x: TableColumn; y: readonly TableColumn[] },
): Pick<Chart, 'categoryFormat' | 'valueFormat'> {
  const formats = new Set(y.map((column) => column.column.format))
  const largest = Math.max(...y.map((column) => column.largest))
  const [format] = formats
  const usesX = x.kind === 'date' || type === 'scatter' || x.kind === 'number'
  return {
    ...(usesX && x.column.format !== undefined && { categoryFormat: axisFormat(x.column.format, x.largest) }),
    ...(format !== undefined && {
      valueFormat: formats.size === 1 ? axisFormat(format, largest) : plainFormat(largest),
    }),
  }
}

function plainFormat(largest: number): string {
  return largest >= 1000 ? '#,##0' : 'General'
}

/** Steps of an axis are round numbers: cents and tenths only make them longer. */
function axisFormat(format: string, largest: number): string {
  if (format === '0' || /^0\.0+$/.test(format)) return 'General'
  if (format.endsWith('%')) return largest > 0.1 ? '0%' : format
  return largest >= 20 ? format.replace(/(?<=0)\.0+/, '') : format
}

function axisTitles(
  request: ReadRequest,
  { x, y }: { x: TableColumn; y: readonly TableColumn[] },
): Pick<Chart, 'categoryTitle' | 'valueTitle'> {
  const isScatter = request.type === 'scatter'
  const across = request.xTitle ?? (isScatter ? x.key : undefined)
  const up = request.yTitle ?? (isScatter && y.length === 1 ? y[0]!.key : undefined)
  return {
    ...(across !== undefined && { categoryTitle: across }),
    ...(up !== undefined && { valueTitle: up }),
  }
}

/** In pixels. Lying bars need a line of text each; the others room for their labels. */
function sizeOf(type: ChartType, points: number): { width: number; height: number } {
  if (type === 'bar') return { width: 640, height: Math.min(1200, Math.max(380, points * 22 + 100)) }
  if (type === 'pie' || type === 'doughnut') return { width: 560, height: 400 }
  return { width: Math.min(960, Math.max(640, points * 24)), height: 400 }
}

/** `unit_price` is spoken as "unit price". */
function spoken(key: string): string {
  return key
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/_+/g, ' ')
    .trim()
}

function titleOf(x: TableColumn, y: readonly TableColumn[]): string {
  const names = y.map((column) => spoken(column.key))
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names
  const text = `${new Intl.ListFormat('en').format(shown)} by ${spoken(x.key)}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function cells(column: number, rows: Pick<ChartRange, 'firstRow' | 'lastRow'>): ChartRange {
  return { ...rows, firstColumn: column, lastColumn: column }
}

function listed(columns: readonly TableColumn[]): string {
  const names = columns.slice(0, 30).map((column) => column.key.slice(0, 60))
  return columns.length > 30 ? `${names.join(', ')} and ${columns.length - 30} more` : names.join(', ')
}

function noNumbers(columns: readonly TableColumn[]): AppError {
  return new AppError(
    'invalid_request',
    `A chart needs a column with numbers, and the data has none. Its columns: ${listed(columns)}.`,
  )
}

function tooManySeries(count: number): AppError {
  return new AppError(
    'invalid_request',
    `A chart can show ${maxSeries} columns, not ${count}. Name fewer in y.`,
  )
}
