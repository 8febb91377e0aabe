import { cellNumber, isMissing } from './cell-number.ts'
import type { RawValue } from './column-builder.ts'

export interface TableStart {
  readonly names: readonly string[]
  /** How many of the first rows are not data. */
  readonly skip: number
  readonly note?: string
}

/**
 * Finds the row with the names of the columns: the first one that is nearly as full as the fullest, since a title or an
 * empty line may stand above. A file that begins with numbers has no such row.
 */
export function tableStart(rows: readonly (readonly RawValue[])[]): TableStart {
  const fullness = rows.slice(0, 20).map((row) => row.filter((value) => !isBlank(value)).length)
  const fullest = Math.max(0, ...fullness)
  const at = fullness.findIndex((count) => count >= Math.max(1, fullest * 0.6))
  const header = rows[at] ?? []
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (isData(header)) {
    const names = Array.from({ length: width }, (_, index) => `Column ${index + 1}`)
    return {
      names,
      skip: at,
      note: 'The file has no column names; they are called Column 1, Column 2 and so on.',
    }
  }
  return { names: uniqueNames(header, width), skip: at + 1 }
}

function isData(header: readonly RawValue[]): boolean {
  const present = header.filter((value) => !isBlank(value))
  const numbers = present.filter(
    (value) =>
      typeof value === 'number' ||
      value instanceof Date ||
      (typeof value === 'string' && cellNumber(value.trim(), 'point') !== undefined),
  )
  // A table of years or months across has some numbers in its header, but never in every place of it.
  return present.length > 0 && numbers.length === present.length
}

function uniqueNames(header: readonly RawValue[], width: number): string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const base = nameOf(header[index]) || `Column ${index + 1}`
    let name = base
    for (let count = 2; taken.has(name); count++) name = `${base} (${count})`
    taken.add(name)
    return name
  })
}

function nameOf(value: RawValue): string {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}

function isBlank(value: RawValue): boolean {
  return value === null || value === undefined || (typeof value === 'string' && isMissing(value.trim()))
}
