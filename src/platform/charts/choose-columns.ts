import { AppError } from '../../contract/errors.ts'
import type { Dataset, DatasetColumn, NumberColumn } from '../tables/dataset.ts'
import { nearestName } from '../validation/validation.ts'
import type { ChartRequest } from './chart-request.ts'
import { distinctCount, isIdentifier, isMeasure, isYear } from './column-roles.ts'

/** A table with what is wanted of it. */
export interface Asked {
  readonly dataset: Dataset
  /** How messages call the file, e.g. `"sales.csv"`. */
  readonly label: string
  readonly request: ChartRequest
}

/** The columns of a bar or a pie chart; without a column of numbers, rows are counted. */
export function labelAndValue(asked: Asked): { x: DatasetColumn; y: NumberColumn | undefined } {
  const named = asked.request.y === undefined ? undefined : valueColumn(asked)
  const x = labelColumn(asked, named)
  return { x, y: named ?? valueColumn(asked, x) }
}

/** The column for the labels of a bar or a pie: texts that repeat, or few rows; then dates, years, anything. */
function labelColumn(asked: Asked, other?: DatasetColumn): DatasetColumn {
  const { dataset, request } = asked
  if (request.x !== undefined) return filled(asked, columnNamed(asked, 'x'), 'x')
  const columns = dataset.columns.filter((column) => column !== other && column.kind !== 'empty')
  const texts = columns.filter((column) => column.kind === 'text')
  const goodText = texts.find(
    (column) => distinctCount(column) <= Math.max(60, dataset.rows / 10) && distinctCount(column) > 1,
  )
  const chosen =
    goodText ??
    columns.find((column) => column.kind === 'date') ??
    columns.find(isYear) ??
    texts[0] ??
    columns.find((column) => column.kind === 'number' && distinctCount(column) <= 40) ??
    columns[0]
  if (chosen) return chosen
  throw new AppError('invalid_request', `${asked.label} has no column with values for the x axis.`)
}

/** What a line runs along: time, else years, else numbers that only grow, else texts; undefined for the row's number. */
export function runColumn(asked: Asked): DatasetColumn | undefined {
  const { dataset, request } = asked
  if (request.x !== undefined) return filled(asked, columnNamed(asked, 'x'), 'x')
  const columns = dataset.columns.filter((column) => column.kind !== 'empty' && column.name !== request.y)
  const hasMeasureBeside = (column: DatasetColumn) => columns.some((one) => one !== column && isMeasure(one))
  return (
    columns.find((column) => column.kind === 'date') ??
    columns.find(isYear) ??
    columns.find((column) => column.kind === 'number' && grows(column) && hasMeasureBeside(column)) ??
    columns.find((column) => column.kind === 'text')
  )
}

/** The numbers to show; undefined when there are none and rows are counted instead. */
export function valueColumn(asked: Asked, other?: DatasetColumn): NumberColumn | undefined {
  if (asked.request.y !== undefined) return numberNamed(asked, 'y')
  return asked.dataset.columns.filter((column) => column !== other).find(isMeasure)
}

/** Both columns of a scatter chart. */
export function pointColumns(asked: Asked): { x: DatasetColumn; y: NumberColumn } {
  const { dataset, request } = asked
  const given = request.x === undefined ? undefined : filled(asked, columnNamed(asked, 'x'), 'x')
  const y = request.y === undefined ? undefined : numberNamed(asked, 'y')
  const free = dataset.columns.filter((column) => column !== given && column !== y)
  const measures = free.filter(isMeasure)
  const numbers = [
    ...measures,
    ...free.filter((column) => column.kind === 'number' && !measures.includes(column as never)),
  ]
  // With neither given, the first two numbers; the first one goes across.
  const x = given ?? numbers[0] ?? free.find((column) => column.kind === 'date')
  const chosenY = y ?? (numbers.find((column) => column !== x) as NumberColumn | undefined)
  if (x && chosenY) return { x, y: chosenY }
  throw new AppError(
    'invalid_request',
    `A scatter chart needs two numeric columns, and ${asked.label} has ${listed(dataset.columns.filter((column) => column.kind === 'number').map(({ name }) => name)) || 'none'}. Try a bar chart.`,
  )
}

/** The column of that name, upper or lower case; another name is refused with those that there are. */
export function columnNamed({ dataset, label, request }: Asked, argument: 'x' | 'y'): DatasetColumn {
  const name = request[argument]!
  const plain = (text: string) => text.trim().toLowerCase()
  const found =
    dataset.columns.find((column) => column.name === name) ??
    dataset.columns.find((column) => plain(column.name) === plain(name))
  if (found) return found
  const names = dataset.columns.map((column) => column.name)
  const near = nearestName(name, names)
  throw new AppError(
    'invalid_request',
    `${label} has no column "${name.slice(0, 60)}" for ${argument}_column${near === undefined ? '.' : `; did you mean "${near}"?`} Its columns: ${listed(names)}.`,
  )
}

function numberNamed(asked: Asked, argument: 'x' | 'y'): NumberColumn {
  const column = filled(asked, columnNamed(asked, argument), argument)
  if (column.kind === 'number') return column
  const numbers = asked.dataset.columns.filter((one) => one.kind === 'number').map(({ name }) => name)
  throw new AppError(
    'invalid_request',
    `${argument}_column "${column.name}" has ${column.kind === 'date' ? 'dates' : 'text'}, not numbers. Columns with numbers: ${listed(numbers) || 'none'}.`,
  )
}

function filled(asked: Asked, column: DatasetColumn, argument: 'x' | 'y'): DatasetColumn {
  if (column.kind !== 'empty') return column
  const others = asked.dataset.columns.filter((one) => one.kind !== 'empty').map(({ name }) => name)
  throw new AppError(
    'invalid_request',
    `${argument}_column "${column.name}" has no values in ${asked.label}. Columns with values: ${listed(others) || 'none'}.`,
  )
}

export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 40).map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name))
  return shown.join(', ') + (names.length > 40 ? ` and ${names.length - 40} more` : '')
}

function grows(column: NumberColumn): boolean {
  if (isIdentifier(column)) return false
  const { values } = column
  return values.length > 1 && values.every((value, row) => row === 0 || value > values[row - 1]!)
}
