import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { ownTimeZone } from '../../contract/text/time-zone.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { EventChange } from './event-change.ts'
import type { EventDraft } from './event-draft.ts'
import type { EventFacts } from './event-facts.ts'
import * as rows from './event-rows.ts'
import type { EventRow } from './event-rows.ts'
import { noSuchOccurrence } from './no-such-occurrence.ts'
import { OccurrenceList, type Appointment, type Occurrence } from './occurrence-list.ts'
import { Synchronisation, type SyncStatus } from './synchronisation.ts'
import type { SyncReport } from './synchronise.ts'
import { zoneClock } from './zone-time.ts'

export interface CalendarDeps {
  readonly database: Database
  readonly settings: Pick<Settings, 'get' | 'onChange'>
  readonly now: () => Date
  readonly log: Log
  /** For the calendar server that the settings name. */
  readonly fetch: typeof globalThis.fetch
  /** IANA name; that of the machine when left out. */
  readonly timeZone?: string
  readonly everyMs?: number
}

export interface Calendar {
  readonly timeZone: () => string
  /** The moment at which a clock there shows this; invalid when it is no time. */
  momentAt(local: string): Date
  /** What takes place between the two moments, in order; what only reaches into the time too. */
  list(range: { from: Date; to: Date }): Promise<Occurrence[]>
  /** The same, with what tells each of them from all others. */
  appointments(range: { from: Date; to: Date }): Promise<Appointment[]>
  /** Calls whenever events may be others than before, until what it returns is called. */
  onChange(listener: () => void): () => void
  /** The first occurrence of the new event. */
  add(draft: EventDraft): Promise<Occurrence>
  /**
   * Other words or another time for an event. Of a repeated one either all keep their times, or the occurrence that is
   * named becomes an event of its own.
   */
  change(
    eventId: string,
    change: EventChange,
    options?: { occurrence?: string | undefined },
  ): Promise<{ before: Occurrence; after: Occurrence }>
  /** The whole event, or one occurrence of it: by its beginning in UTC, or its date. Throws `not_found`. */
  remove(eventId: string, options?: { occurrence?: string | undefined }): Promise<{ title: string }>
  /** Gets into step with the server. Throws `not_configured` when there is none. */
  sync(signal: AbortSignal): Promise<SyncReport>
  /** Logs in to the server and finds the calendar there, and changes nothing. Throws when that doesn't work. */
  tryServer(signal: AbortSignal): Promise<string>
  syncStatus(): SyncStatus
  start(): void
  close(): Promise<void>
}

/**
 * Events in the service's own database, which is asked first and always answers; a CalDAV server, when one is set, is
 * kept in step with it.
 */
export function createCalendar(deps: CalendarDeps): Calendar {
  const { database, now, log } = deps
  const timeZone = () => deps.timeZone ?? ownTimeZone()
  const occurrences = new OccurrenceList({ database, log, timeZone })
  const synchronisation = new Synchronisation({ ...deps, onChanged: () => occurrences.forget() })
  const find = (eventId: string) => findRow(database, eventId)
  const rewrite = (row: EventRow, ical: string) => rewriteRow(database, row, ical)
  const changed = () => {
    occurrences.forget()
    synchronisation.soon()
  }
  const calendar: Calendar = {
    timeZone,
    momentAt: (local) => momentIn(timeZone(), local),
    list: (range) => occurrences.list(range),
    appointments: (range) => occurrences.appointments(range),
    onChange: (listener) => occurrences.onForgotten(listener),

    async add(draft) {
      const { eventText } = await import('./event-draft.ts')
      const described = await describedText(eventText(draft, { now: now(), zone: timeZone() }))
      const row = await database.write(() => rows.insertLocal(database, { ...described, pending: 'put' }))
      changed()
      return occurrences.first(row)
    },

    async change(eventId, change, { occurrence } = {}) {
      const { changeEvent } = await import('./change-event.ts')
      const outcome = await changeEvent(
        { find, rewrite, occurrences, timeZone: timeZone(), now, add: calendar.add, remove: calendar.remove },
        { eventId, change, occurrence },
      )
      changed()
      return outcome
    },

    async remove(eventId, { occurrence } = {}) {
      const row = find(eventId)
      if (occurrence === undefined || !row.repeats) {
        if (occurrence !== undefined && occurrence !== row.starts) throw noSuchOccurrence(row, occurrence)
        await database.write(() => {
          // What the server has never heard of needs no goodbye.
          if (row.href === null && !synchronisation.isRunning) rows.removeRow(database, row.number)
          else rows.setPending(database, row.number, 'delete')
        })
      } else {
        await dropOccurrence(database, { eventId, occurrence, now })
      }
      changed()
      return { title: row.title }
    },

    sync: (signal) => synchronisation.run(signal),
    tryServer: (signal) => synchronisation.tryServer(signal),
    syncStatus: () => synchronisation.status(),
    start: () => synchronisation.start(),
    close: () => synchronisation.close(),
  }
  return calendar
}

function momentIn(zone: string, local: string): Date {
  const wall = Date.parse(`${local}Z`)
  return new Date(Number.isNaN(wall) ? wall : zoneClock(zone).momentAt(wall))
}

function findRow(database: Database, eventId: string): EventRow {
  const row = rows.selectById(database, eventId)
  if (row) return row
  throw new AppError('not_found', `No event "${eventId}". CALENDAR_LIST lists them.`)
}

async function dropOccurrence(
  database: Database,
  { eventId, occurrence, now }: { eventId: string; occurrence: string; now: () => Date },
): Promise<void> {
  const { withoutOccurrence } = await import('./event-changes.ts')
  for (let isDone = false; !isDone;) {
    const row = findRow(database, eventId)
    const ical = withoutOccurrence(row.ical, occurrence, now())
    if (ical === undefined) throw noSuchOccurrence(row, occurrence)
    isDone = await rewriteRow(database, row, ical)
  }
}

/** False when the event was changed meanwhile, so that it must be tried again. */
async function rewriteRow(database: Database, row: EventRow, ical: string): Promise<boolean> {
  const described = await describedText(ical)
  return database.write(() => {
    if (!rows.isUnchanged(database, row)) return false
    rows.replaceText(database, { number: row.number, ...described })
    rows.setPending(database, row.number, 'put')
    return true
  })
}

/** The library that reads events is loaded when there is one to read. */
async function describedText(ical: string): Promise<{ ical: string; facts: EventFacts }> {
  const { parseObject } = await import('./calendar-text.ts')
  const { factsOf } = await import('./event-facts.ts')
  return { ical, facts: factsOf(parseObject(ical)!) }
}
