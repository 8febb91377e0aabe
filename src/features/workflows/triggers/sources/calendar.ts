import { createHash } from 'node:crypto'
import type { SourceEvent, TriggerSource } from '../source.ts'

/** One time at which something in the calendar takes place. */
export interface Appointment {
  readonly uid: string
  /** When its rule had it begin, of an occurrence that was moved; null for all others. */
  readonly recurrence_id: string | null
  readonly title: string
  /** ISO 8601 in UTC; of whole days, midnight where the machine is. */
  readonly starts_at: string
  readonly ends_at: string
  readonly all_day: boolean
  readonly location: string | null
  readonly notes: string | null
  readonly calendar: string
}

/** What this source needs of the calendar. */
export interface AppointmentBook {
  /** What begins between the two moments, and may be what only reaches into the time too. */
  appointments(range: { from: Date; to: Date }): Promise<readonly Appointment[]>
  /** Calls whenever appointments may be others than before, until what it returns is called. */
  onChange(listener: () => void): () => void
}

export interface CalendarCursor {
  /** Whatever began up to this moment is over and done with. */
  readonly horizon: string
  /** What was told and begins after it: its mark, and its beginning in milliseconds. */
  readonly told: Readonly<Record<string, number>>
}

const DEFAULT_BEFORE_S = 600
const EVERY_MS = 60_000
const MAX_EVENTS = 500
const MAX_TOLD = 10_000
const MAX_LINE = 1_000
const MAX_DESCRIPTION = 10_000
const MAX_KEY = 400

/**
 * Appointments that begin in a while. What is told is remembered until it begins, so that one which was made or moved too late
 * to be told in time is told at once.
 */
export function createCalendarSource(deps: {
  readonly book: AppointmentBook
  readonly now: () => Date
}): TriggerSource<'calendar', CalendarCursor> {
  const { book, now } = deps
  return {
    everyMs: () => EVERY_MS,

    async look({ before_s = DEFAULT_BEFORE_S }, cursor, signal) {
      signal.throwIfAborted()
      const at = now().getTime()
      const before = before_s * 1000
      // A clock that was ahead for a while must not have everything before that moment count as over.
      const horizon = Math.min(cursor ? Date.parse(cursor.horizon) : at, at)
      const range = { from: new Date(horizon), to: new Date(at + before + EVERY_MS) }
      const ahead = (await book.appointments(range)).map(marked).filter(({ begins }) => begins > horizon)
      signal.throwIfAborted()
      const due = ahead.filter(({ begins }) => begins - before <= at).toSorted((a, b) => a.begins - b.begins)
      const untold = cursor ? due.filter(({ mark }) => cursor.told[mark] === undefined) : []
      const told = untold.slice(0, MAX_EVENTS)
      const left = untold[MAX_EVENTS]
      const over = left ? Math.min(at, left.begins - 1) : at
      const remembered = { ...cursor?.told, ...marksOf(cursor ? told : due) }
      const againInMs = left ? 0 : untilNext(ahead, { at, before })
      return {
        events: told.map((appointment) => eventOf(appointment, { at, before, horizon })),
        cursor: { horizon: new Date(over).toISOString(), told: stillAhead(remembered, over) },
        ...(againInMs !== undefined && { againInMs }),
      }
    },

    async watch(_trigger, hint, signal) {
      if (signal.aborted) return
      const stop = book.onChange(hint)
      signal.addEventListener('abort', stop, { once: true })
    },
  }
}

interface Marked extends Appointment {
  readonly key: string
  readonly mark: string
  readonly begins: number
}

function marked(appointment: Appointment): Marked {
  const { uid, recurrence_id, starts_at } = appointment
  const name = uid.length > MAX_KEY ? hashOf(uid) : uid
  const key = [name, recurrence_id ?? '', starts_at].join('/')
  return { ...appointment, key, mark: hashOf(key).slice(0, 16), begins: Date.parse(starts_at) }
}

function marksOf(appointments: readonly Marked[]): Record<string, number> {
  return Object.fromEntries(appointments.map(({ mark, begins }) => [mark, begins]))
}

/** Without what has begun, and bounded: one that was forgotten has the same key when it is told again. */
function stillAhead(told: Readonly<Record<string, number>>, horizon: number): Record<string, number> {
  const ahead = Object.entries(told).filter(([, begins]) => begins > horizon)
  return Object.fromEntries(ahead.slice(-MAX_TOLD))
}

/** Undefined when the regular look is early enough. */
function untilNext(
  appointments: readonly Marked[],
  { at, before }: { readonly at: number; readonly before: number },
): number | undefined {
  const waits = appointments.map(({ begins }) => begins - before - at).filter((wait) => wait > 0)
  const next = waits.reduce((least, wait) => Math.min(least, wait), EVERY_MS)
  return next < EVERY_MS ? next : undefined
}

function eventOf(
  appointment: Marked,
  { at, before, horizon }: { readonly at: number; readonly before: number; readonly horizon: number },
): SourceEvent {
  const { key, begins, uid, title, starts_at, ends_at, all_day, location, calendar, notes } = appointment
  const dueAt = begins - before
  return {
    key,
    // One that was not there when it would have been due is due now.
    at: new Date(dueAt > horizon ? dueAt : at).toISOString(),
    data: {
      uid: cut(uid, MAX_LINE),
      title: cut(title, MAX_LINE),
      start: starts_at,
      end: ends_at,
      all_day,
      location: location === null ? null : cut(location, MAX_LINE),
      calendar: cut(calendar, MAX_LINE),
      description: notes === null ? null : cut(notes, MAX_DESCRIPTION),
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed()
}
