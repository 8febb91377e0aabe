import { randomBytes } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Subject } from '../../features/notifications/notification-rows.ts'
import type { Store } from '../../features/store/store.ts'
import { changeReminders, type ReminderEntries, type ReminderEntry } from './reminder-list.ts'

type ReminderStore = Pick<Store, 'read' | 'write'>

/** The reminder is done; one that repeats has moved on to its next time by itself. */
export async function tickOffReminder(store: ReminderStore, subject: Subject, now: Date): Promise<void> {
  await changeReminders(store, (entries) => {
    const entry = openEntry(entries, subject)
    if (typeof entry.repeat === 'string') return entries
    return replaced(entries, entry, { ...entry, done: true, done_at: now.toISOString() })
  })
}

/** It rings again at that moment. */
export async function putOffReminder(store: ReminderStore, subject: Subject, until: Date): Promise<void> {
  const due = until.toISOString()
  await changeReminders(store, (entries) => {
    const entry = openEntry(entries, subject)
    return typeof entry.repeat === 'string'
      ? [...entries, onceAgain(entry, due)]
      : replaced(entries, entry, { ...entry, due })
  })
}

/** Whether nobody needs to be told of a reminder any more: it is done, gone, or due at another time. */
export function isReminderOver({ id, at }: Subject, entries: ReminderEntries): boolean {
  const entry = entries.find((one) => one?.id === id)
  if (!entry || entry.done === true) return true
  // One that repeats has moved on to its next time by itself.
  return typeof entry.repeat !== 'string' && entry.due !== at
}

function openEntry(entries: ReminderEntries, subject: Subject): ReminderEntry {
  const entry = entries.find((one) => one?.id === subject.id)
  if (!entry || isReminderOver(subject, entries))
    throw new AppError('conflict', 'This reminder has been done, moved or deleted since.')
  return entry
}

function replaced(entries: ReminderEntries, entry: ReminderEntry, by: ReminderEntry): ReminderEntries {
  return entries.map((one) => (one === entry ? by : one))
}

/** This time of one that repeats is put off by itself; the others stay where they are. */
function onceAgain({ repeat: _repeat, ...entry }: ReminderEntry, due: string): ReminderEntry {
  return { ...entry, id: randomBytes(6).toString('base64url'), due }
}
