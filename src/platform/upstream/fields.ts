/** A vendor's object is anybody's guess until it is read: these take what is there and null for what is not. */
export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text without blanks around it; null when nothing is left. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text
}

/** A finite number, also when it was written as text. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** A moment as ISO 8601 in UTC; null when it cannot be understood. */
export function timeOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return isoOf(value * 1000)
  return typeof value === 'string' ? isoOf(Date.parse(value)) : null
}

export function isoOf(milliseconds: number): string | null {
  // Beyond this a Date is invalid and toISOString throws.
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : null
}
