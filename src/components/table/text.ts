import { quiet, heading, table, type Cell } from '../../contract/text/blocks.ts'
import type { NumberFormat } from '../../contract/text/numbers.ts'
import type { Description, DescriptionContext } from '../description.ts'
import { isNumeric, sorted, type Column } from './cell-text.ts'

export const describe: Description<'table'> = (
  { columns, rows, caption, empty_text = 'Nothing', total_rows, sort_key, descending = false },
  context,
) => {
  if (rows.length === 0) return [heading(caption), quiet(empty_text)]
  const inOrder = sorted(rows, sort_key === undefined ? undefined : { key: sort_key, descending })
  return [
    heading(caption),
    table(
      inOrder.map((row) => columns.map((column) => cellOf(row[column.key], column, context))),
      {
        heads: columns.map(({ key, label }) => label ?? key),
        more: Math.max(0, (total_rows ?? rows.length) - rows.length),
        alignEnd: columns.flatMap((column, index) => (isAtEnd(column, rows) ? [index] : [])),
      },
    ),
  ]
}

function isAtEnd(column: Column, rows: Parameters<typeof isNumeric>[1]): boolean {
  return column.align === undefined ? isNumeric(column, rows) : column.align === 'end'
}

const FIGURES: readonly unknown[] = ['number', 'currency', 'percent', 'bytes', 'duration']

function cellOf(value: unknown, column: Column, { figure, day, moment }: DescriptionContext): Cell {
  const { type, currency, decimals, unit, tones } = column
  // One that names something, such as a process, is written as it is.
  if (typeof value === 'number' && type === 'text') return String(value)
  if (typeof value === 'string' && type === 'date') return day(value)
  if (typeof value === 'string' && type === 'datetime') return moment(value)
  const format = FIGURES.includes(type) ? (type as NumberFormat['format']) : undefined
  const text = figure(value, { format, currency, decimals, unit })
  return type === 'badge' ? { text, tone: tones?.[String(value)] } : text
}
