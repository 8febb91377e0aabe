import { shownValue } from './read/shown-value.ts'
import type { SheetValue } from './spreadsheet.ts'

/**
 * One line of CSV without its end. Text that a spreadsheet would take for a formula gets an apostrophe in front: whoever
 * opens the file must not run what a stranger wrote into a cell.
 */
export function csvLine(values: readonly SheetValue[], delimiter: string): string {
  return values.map((value) => field(value, delimiter)).join(delimiter)
}

function field(value: SheetValue, delimiter: string): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value !== 'string') return String(shownValue(value) ?? '')
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
