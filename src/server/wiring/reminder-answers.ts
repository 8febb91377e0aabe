import { randomBytes } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import { snoozedUntil } from '../../contract/snoozes.ts'
import type { Subject } from '../../features/notifications/notification-rows.ts'
import type { Store } from '../../features/store/store.ts'
import { changeReminders, type ReminderEntries, type ReminderEntry } from './reminder-list.ts'

interface Answer {
  readonly id: string
  /** When it was due. */
  readonly at?: string
  readonly action: string
  readonly now: Date
}

/** Ticks a reminder off, or puts it off. */
export async function answerReminder(store: Pick<Store, 'read' | 'write'>, answer: Answer): Promise<void> {
  await changeReminders(store, (entries) => answered(entries, answer))
}

/** Whether nobody needs to be told of a reminder any more: it is done, gone, or due at another time. */
export function isReminderOver({ id, at }: Subject, entries: ReminderEntries): boolean {
  const entry = entries.find((one) => one?.id === id)
  if (!entry || entry.done === true) return true
  // One that repeats has moved on to its next time by itself.
  return typeof entry.repeat !== 'string' && entry.due !== at
}

function answered(entries: ReminderEntries, { id, at = '', action, now }: Answer): ReminderEntries {
  const entry = entries.find((one) => one?.id === id)
  if (!entry || isReminderOver({ kind: 'reminder', id, at }, entries))
    throw new AppError('conflict', 'This reminder has been done, moved or deleted since.')
  const due = snoozedDue(action, at, now)
  if (typeof entry.repeat === 'string')
    return due === undefined ? entries : [...entries, onceAgain(entry, due)]
  const changed = due === undefined ? { done: true, done_at: now.toISOString() } : { due }
  return entries.map((one) => (one === entry ? { ...entry, ...changed } : one))
}

/** This time of one that repeats is put off by itself; the others stay where they are. */
function onceAgain({ repeat: _repeat, ...entry }: ReminderEntry, due: string): ReminderEntry {
  return { ...entry, id: randomBytes(6).toString('base64url'), due }
}

function snoozedDue(action: string, at: string, now: Date): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(at)
  const until = snoozedUntil(action, { at: new Date(isDay ? `${at}T09:00` : at), now })
  return until?.toISOString()
}
