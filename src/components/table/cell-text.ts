import { formatDay, formatMoment, readMoment } from '../../contract/text/moments.ts'
import { formatNumber, formatScalar } from '../../contract/text/numbers.ts'
import type { PropsOf } from '../schemas.ts'

export type Column = PropsOf<'table'>['columns'][number]
export type Row = PropsOf<'table'>['rows'][number]
type Cell = Row[string]

const NUMBERS = new Set(['number', 'currency', 'percent', 'bytes', 'duration'])

/** What a cell says. */
export function cellText(value: Cell | undefined, column: Column): string {
  if (value === null || value === undefined) return '–'
  const { type, currency, decimals, unit } = column
  if (typeof value === 'number') {
    // One that names something, such as a process, is written as it is.
    if (type === 'text' || type === 'code') return String(value)
    const format = NUMBERS.has(type ?? '') ? (type as 'number') : 'number'
    return formatNumber(value, { format, currency, decimals, unit })
  }
  if ((type === 'date' || type === 'datetime') && typeof value === 'string') return momentText(value, type)
  return formatScalar(value)
}

function momentText(value: string, type: 'date' | 'datetime'): string {
  const moment = readMoment(value)
  if (Number.isNaN(moment.getTime())) return value
  return type === 'date' ? formatDay(moment) : formatMoment(moment)
}

export function isNumeric({ key, type }: Column, rows: readonly Row[]): boolean {
  if (type !== undefined) return NUMBERS.has(type)
  const first = rows.find((row) => row[key] !== null && row[key] !== undefined)
  return typeof first?.[key] === 'number'
}

export interface Order {
  readonly key: string
  readonly descending: boolean
}

/** Empty cells stand last, whichever way it is sorted. */
export function sorted(rows: readonly Row[], order: Order | undefined): readonly Row[] {
  if (!order) return rows
  const { key, descending } = order
  const sign = descending ? -1 : 1
  const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  return rows.toSorted((a, b) => {
    const [left, right] = [a[key], b[key]]
    if (isEmpty(left) || isEmpty(right)) return Number(isEmpty(left)) - Number(isEmpty(right))
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
    return sign * words.compare(String(left), String(right))
  })
}

function isEmpty(value: Cell | undefined): boolean {
  return value === null || value === undefined || value === ''
}

export function filtered(rows: readonly Row[], query: string, columns: readonly Column[]): readonly Row[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = columns
      .map((column) => `${String(row[column.key] ?? '')} ${cellText(row[column.key], column)}`.toLowerCase())
      .join(' ')
    return words.every((word) => text.includes(word))
  })
}
