import { randomBytes } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import { snoozedUntil } from '../../contract/snoozes.ts'
import type { Subject } from '../../features/notifications/notification-rows.ts'
import type { Store } from '../../features/store/store.ts'

/** An entry of the list of reminders, as far as it is known here. */
interface Entry {
  readonly id?: unknown
  readonly due?: unknown
  readonly repeat?: unknown
  readonly done?: unknown
}

export const REMINDERS_KEY = 'reminders'
const TRIES = 5

interface Answer {
  readonly id: string
  /** When it was due. */
  readonly at?: string
  readonly action: string
  readonly now: Date
}

/** Ticks a reminder off, or puts it off. Other clients write the list too: then it is read and changed again. */
export async function answerReminder(store: Pick<Store, 'read' | 'write'>, answer: Answer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = store.read(REMINDERS_KEY)
    const entries = entriesOf(stored?.json)
    const items = answered(entries, answer)
    if (items === entries) return
    try {
      const value = { ...(JSON.parse(stored!.json) as object), items }
      await store.write(REMINDERS_KEY, JSON.stringify(value), { ifMatch: `"${stored!.version}"` })
      return
    } catch (error) {
      const wasChanged = error instanceof AppError && error.code === 'precondition_failed'
      if (!wasChanged || attempt === TRIES) throw error
    }
  }
}

/** Whether nobody needs to be told of a reminder any more: it is done, gone, or due at another time. */
export function isReminderOver({ id, at }: Subject, json: string | undefined): boolean {
  const entry = entriesOf(json).find((one) => one?.id === id)
  if (!entry || entry.done === true) return true
  // One that repeats has moved on to its next time by itself.
  return typeof entry.repeat !== 'string' && entry.due !== at
}

function entriesOf(json: string | undefined): readonly (Entry | null)[] {
  const { items } = (JSON.parse(json ?? '{}') ?? {}) as { items?: unknown }
  return Array.isArray(items) ? (items as (Entry | null)[]) : []
}

function answered(
  entries: readonly (Entry | null)[],
  { id, at = '', action, now }: Answer,
): readonly unknown[] {
  const entry = entries.find((one) => one?.id === id)
  if (!entry || isReminderOver({ kind: 'reminder', id, at }, JSON.stringify({ items: entries })))
    throw new AppError('conflict', 'This reminder has been done, moved or deleted since.')
  const due = snoozedDue(action, at, now)
  if (typeof entry.repeat === 'string')
    return due === undefined ? entries : [...entries, onceAgain(entry, due)]
  const changed = due === undefined ? { done: true, done_at: now.toISOString() } : { due }
  return entries.map((one) => (one === entry ? { ...entry, ...changed } : one))
}

/** This time of one that repeats is put off by itself; the others stay where they are. */
function onceAgain({ repeat: _repeat, ...entry }: Entry, due: string): Entry {
  return { ...entry, id: randomBytes(6).toString('base64url'), due }
}

function snoozedDue(action: string, at: string, now: Date): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(at)
  const until = snoozedUntil(action, { at: new Date(isDay ? `${at}T09:00` : at), now })
  return until?.toISOString()
}
