import { AppError } from '../../contract/errors.ts'
import { knownTimeZone, ownTimeZone } from '../../contract/text/time-zone.ts'
import type { Store } from '../../features/store/store.ts'
import { nextOccurrence, readRule } from '../../platform/language/values/repetition.ts'

interface Entry {
  readonly due?: unknown
  readonly repeat?: unknown
  readonly time_zone?: unknown
  readonly done?: unknown
  readonly done_at?: unknown
}

const KEY = 'reminders'

/**
 * Gives every reminder that repeats, and was due, its next time. One that was ticked off is open again then: to tick it off is
 * to be done with this time only.
 */
export async function moveRemindersOn(store: Pick<Store, 'read' | 'write'>, now: Date): Promise<void> {
  const stored = store.read(KEY)
  if (!stored) return
  const value = JSON.parse(stored.json) as { items?: unknown }
  if (!Array.isArray(value.items)) return
  const entries = value.items as (Entry | null)[]
  const items = entries.map((entry) => (entry === null ? entry : movedOn(entry, now)))
  if (items.every((item, index) => item === entries[index])) return
  try {
    await store.write(KEY, JSON.stringify({ ...value, items }), { ifMatch: `"${stored.version}"` })
  } catch (error) {
    // Somebody wrote at the same moment: at the next look they are moved on.
    if (!(error instanceof AppError && error.code === 'precondition_failed')) throw error
  }
}

function movedOn(entry: Entry, now: Date): Entry {
  const { due, repeat, time_zone } = entry
  if (typeof due !== 'string' || typeof repeat !== 'string' || !due.includes('T')) return entry
  const start = new Date(due)
  const rule = readRule(repeat)
  // Nor is it moved on before it was due.
  if (!rule || Number.isNaN(start.getTime()) || start > now) return entry
  const next = nextOccurrence(rule, {
    start,
    after: now,
    timeZone: knownTimeZone(String(time_zone)) ?? ownTimeZone(),
  })
  if (!next) return entry
  const { done_at: _before, ...rest } = entry
  return { ...rest, due: next.toISOString(), done: false }
}
