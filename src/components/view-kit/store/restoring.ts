import type { Edit } from './stored-values.ts'

interface Entry {
  readonly id: string
  readonly text?: unknown
}

/**
 * Brings back what an edit took away, and nothing else: what others have written since stays. Entries are found by their
 * id and come back behind the one that they stood behind.
 */
export function restoring<Value>(before: Value, after: Value): Edit<Value> {
  return (current) => restored(current, before, after) as Value
}

function restored(current: unknown, before: unknown, after: unknown): unknown {
  if (before === after) return current
  if (isEntries(before) && isEntries(after) && isEntries(current)) return withLost(current, before, after)
  if (!isRecord(before) || !isRecord(after) || !isRecord(current)) return current
  const members = Object.keys(before).map((key) => [key, restored(current[key], before[key], after[key])])
  return { ...current, ...(Object.fromEntries(members) as object) }
}

function withLost(current: readonly Entry[], before: readonly Entry[], after: readonly Entry[]): Entry[] {
  const was = new Map(before.map((entry) => [entry.id, entry]))
  const left = new Map(after.map((entry) => [entry.id, entry]))
  const result = current.map((entry) => {
    const old = was.get(entry.id)
    if (!old) return entry
    const then = left.get(entry.id)
    return then ? (restored(entry, old, then) as Entry) : begunAnew(entry, old)
  })
  const there = new Set(result.map(({ id }) => id))
  for (const [index, entry] of before.entries()) {
    if (there.has(entry.id) || left.get(entry.id) === entry) continue
    const previous = before.slice(0, index).findLast(({ id }) => there.has(id))
    result.splice(previous ? result.findIndex(({ id }) => id === previous.id) + 1 : 0, 0, entry)
    there.add(entry.id)
  }
  return result
}

/** The same was begun again meanwhile, e.g. the entry of a day: both texts stay. */
function begunAnew(entry: Entry, old: Entry): Entry {
  if (typeof entry.text !== 'string' || typeof old.text !== 'string') return { ...old, ...entry }
  return { ...old, ...entry, text: [old.text, entry.text].filter((text) => text !== '').join('\n\n') }
}

function isEntries(value: unknown): value is readonly Entry[] {
  return Array.isArray(value) && value.every((entry) => isRecord(entry) && typeof entry['id'] === 'string')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
