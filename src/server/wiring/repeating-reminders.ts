import { knownTimeZone, ownTimeZone } from '../../contract/text/time-zone.ts'
import type { Store } from '../../features/store/store.ts'
import { nextOccurrence, readRule } from '../../platform/language/values/repetition.ts'
import { changeReminders, type ReminderEntry } from './reminder-list.ts'

/**
 * Gives every reminder that repeats, and was due, its next time. One that was ticked off is open again then: to tick it off is
 * to be done with this time only.
 */
export async function moveRemindersOn(store: Pick<Store, 'read' | 'write'>, now: Date): Promise<void> {
  await changeReminders(store, (entries) => {
    const items = entries.map((entry) => entry && movedOn(entry, now))
    return items.every((item, index) => item === entries[index]) ? entries : items
  })
}

function movedOn(entry: ReminderEntry, now: Date): ReminderEntry {
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
