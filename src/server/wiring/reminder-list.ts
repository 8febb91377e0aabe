import { AppError } from '../../contract/errors.ts'
import type { Store } from '../../features/store/store.ts'

export const REMINDERS_KEY = 'reminders'
const TRIES = 5

/** An entry of the list of reminders, as far as it is known here. Other clients write the list too. */
export interface ReminderEntry {
  readonly id?: unknown
  readonly text?: unknown
  readonly due?: unknown
  readonly repeat?: unknown
  readonly time_zone?: unknown
  readonly done?: unknown
  readonly done_at?: unknown
}

/** What is no entry at all stays where it is. */
export type ReminderEntries = readonly (ReminderEntry | null)[]
type ReminderStore = Pick<Store, 'read' | 'write'>

export function readReminders(store: Pick<Store, 'read'>): ReminderEntries {
  return entriesIn(store.read(REMINDERS_KEY)?.json)
}

/** Writes what the change makes of the list. If somebody else wrote meanwhile, it is read and changed again. */
export async function changeReminders(
  store: ReminderStore,
  change: (entries: ReminderEntries) => ReminderEntries,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = store.read(REMINDERS_KEY)
    const entries = entriesIn(stored?.json)
    const items = change(entries)
    if (items === entries || !stored) return
    try {
      const value = { ...(JSON.parse(stored.json) as object), items }
      await store.write(REMINDERS_KEY, JSON.stringify(value), { ifMatch: `"${stored.version}"` })
      return
    } catch (error) {
      const wasChanged = error instanceof AppError && error.code === 'precondition_failed'
      if (!wasChanged || attempt === TRIES) throw error
    }
  }
}

function entriesIn(json: string | undefined): ReminderEntries {
  const { items } = (JSON.parse(json ?? '{}') ?? {}) as { items?: unknown }
  return Array.isArray(items) ? (items as ReminderEntries) : []
}
