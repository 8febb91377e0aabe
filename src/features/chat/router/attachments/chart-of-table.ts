import type { Component } from '../../../../contract/component-schema.ts'

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

const MAX_ROWS = 100
const MAX_SERIES = 4

/** A picture of the numbers in a table, by its first column that names the rows; undefined where there is nothing to see. */
export function chartOfTable({ name, columns, rows }: Table): Component | undefined {
  const shown = rows.slice(0, MAX_ROWS)
  const cells = (column: number) => shown.map((row) => row[column] ?? null)
  const numbers = columns.flatMap((label, index) => (isMeasure(label, cells(index)) ? [index] : []))
  const named = columns.findIndex((_, index) => !numbers.includes(index) && cells(index).some(isFilled))
  if (numbers.length === 0 || named === -1 || shown.length < 2) return undefined
  const labels = cells(named).map((cell) => cellText(cell).slice(0, 200) || '–')
  const isTime = labels.every((label) => /^\d{4}-\d{2}(?:-\d{2})?(?:[T ].*)?$/.test(label))
  return {
    type: 'chart',
    chart_type: isTime ? 'line' : 'bar',
    title: name.slice(0, 200),
    labels,
    series: numbers.slice(0, MAX_SERIES).map((column) => ({
      name: (columns[column] || `Column ${column + 1}`).slice(0, 200),
      values: cells(column).map((cell) => (typeof cell === 'number' ? cell : null)),
    })),
    ...(isTime && { x_type: 'time' }),
    ...(columns[named] && { x_title: columns[named].slice(0, 200) }),
  }
}

/** Numbers that are measured or counted: years and identifiers only look like it. */
function isMeasure(label: string, cells: readonly unknown[]): boolean {
  const filled = cells.filter(isFilled)
  if (filled.length === 0 || !filled.every((cell) => typeof cell === 'number')) return false
  const areYears = filled.every((cell) => Number.isInteger(cell) && cell >= 1_900 && cell <= 2_100)
  return !areYears && !/(?:^|[\s_-])(?:id|no|nr|number|code|zip|plz|phone|year)$/i.test(label.trim())
}

/** Cells are texts, numbers, truth values or nothing. */
export function cellText(cell: unknown): string {
  return typeof cell === 'string' ? cell : cell === null || cell === undefined ? '' : JSON.stringify(cell)
}

function isFilled(cell: unknown): boolean {
  return cell !== null && cell !== undefined && cell !== ''
}
