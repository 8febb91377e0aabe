/** The part of an answer that a path like `disks[0].free_bytes` names; undefined when there is none. */
export function partOf(answer: unknown, path: string | undefined): unknown {
  if (path === undefined) return answer
  const names = path.split(/[.[\]]+/).filter((name) => name !== '')
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    answer,
  )
}

export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.length
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? undefined : number
}

export type Scalar = string | number | boolean | null

/** What can stand in a cell: a thing with parts is written as JSON. */
export function asScalar(value: unknown): Scalar {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

/** Rows of a table: the first list of things that is in the value, or the value itself. */
export function rowsOf(value: unknown): Record<string, Scalar>[] {
  const list = Array.isArray(value) ? value : (firstList(value) ?? [value])
  return list
    .slice(0, 1_000)
    .map((row: unknown) =>
      typeof row === 'object' && row !== null && !Array.isArray(row)
        ? Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, asScalar(cell)]))
        : { value: asScalar(row) },
    )
}

function firstList(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.values(value).find((member): member is unknown[] => Array.isArray(member))
}

/** `free_bytes` as a person reads it. */
export function readable(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
