import { hasTimeOfDay } from '../date-serial.ts'
import type { SheetValue } from '../spreadsheet.ts'

/** A value for JSON: dates as `2025-03-01`, or `2025-03-01T08:30:00` when there is a time in them. */
export function shownValue(value: SheetValue): string | number | boolean | null {
  if (!(value instanceof Date)) return value
  if (Number.isNaN(value.getTime())) return null
  const iso = value.toISOString()
  if (!hasTimeOfDay(value)) return iso.slice(0, -14)
  return value.getUTCMilliseconds() === 0 ? iso.slice(0, -5) : iso.slice(0, -1)
}
