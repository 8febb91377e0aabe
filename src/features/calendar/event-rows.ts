import { createHash, randomBytes } from 'node:crypto'
import type { StatementSync } from 'node:sqlite'
import type { Database } from '../../platform/database/database.ts'
import type { EventFacts } from './event-facts.ts'

type Row = NonNullable<ReturnType<StatementSync['get']>>

export type Pending = 'none' | 'put' | 'delete'

export interface EventRow extends EventFacts {
  readonly number: number
  readonly id: string
  readonly ical: string
  readonly madeHere: boolean
  readonly href: string | null
  readonly etag: string | null
  readonly pending: Pending
  readonly revision: number
}

const COLUMNS = `number, id, ical, uid, title, location, notes, starts, ends, all_day, repeats, reminder_minutes,
  first_at, last_at, made_here, href, etag, pending, revision`

export function insertLocal(
  database: Database,
  { ical, facts, pending }: { ical: string; facts: EventFacts; pending: Pending },
): EventRow {
  const row = database
    .prepare(
      `INSERT INTO calendar_events (id, ical, uid, title, location, notes, starts, ends, all_day, repeats,
         reminder_minutes, first_at, last_at, made_here, pending, revision)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, 1) RETURNING ${COLUMNS}`,
    )
    .get(idOf(facts.uid), ical, ...valuesOf(facts), pending)
  return present(row!)
}

export interface RemoteEvent {
  readonly ical: string
  readonly facts: EventFacts
  readonly href: string
  readonly etag: string | null
}

/** Takes what the server has. Something that the server does not know yet stays as it is. */
export function saveRemote(database: Database, { ical, facts, href, etag }: RemoteEvent): void {
  const known = selectByHref(database, href) ?? ownTwin(database, facts.uid)
  if (known) {
    if (known.pending !== 'none') return
    replaceText(database, { number: known.number, ical, facts })
    markExchanged(database, { number: known.number, href, etag, revision: known.revision })
    return
  }
  const id = isTaken(database, idOf(facts.uid)) ? `evt_${randomBytes(12).toString('hex')}` : idOf(facts.uid)
  database
    .prepare(
      `INSERT INTO calendar_events (id, ical, uid, title, location, notes, starts, ends, all_day, repeats,
         reminder_minutes, first_at, last_at, made_here, href, etag, pending, revision)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 'none', 1)`,
    )
    .run(id, ical, ...valuesOf(facts), href, etag)
}

export function replaceText(
  database: Database,
  { number, ical, facts }: { number: number; ical: string; facts: EventFacts },
): void {
  database
    .prepare(
      `UPDATE calendar_events SET ical = ?, uid = ?, title = ?, location = ?, notes = ?, starts = ?, ends = ?,
         all_day = ?, repeats = ?, reminder_minutes = ?, first_at = ?, last_at = ? WHERE number = ?`,
    )
    .run(ical, ...valuesOf(facts), number)
}

/** Whether it is still what was read: between reading and writing others have their turn. */
export function isUnchanged(database: Database, { number, revision, ical }: EventRow): boolean {
  const row = database.prepare('SELECT revision, ical FROM calendar_events WHERE number = ?').get(number)
  return row?.['revision'] === revision && row['ical'] === ical
}

/** What is to be told to the server next; a change more. */
export function setPending(database: Database, number: number, pending: Pending): void {
  database
    .prepare('UPDATE calendar_events SET pending = ?, revision = revision + 1 WHERE number = ?')
    .run(pending, number)
}

/** The server has this version. What was changed here meanwhile is still to be told. */
export function markExchanged(
  database: Database,
  exchanged: { number: number; href: string; etag: string | null; revision: number },
): void {
  const { number, href, etag, revision } = exchanged
  database
    .prepare(
      `UPDATE calendar_events SET href = ?, etag = ?,
         pending = CASE WHEN revision = ? THEN 'none' ELSE pending END WHERE number = ?`,
    )
    .run(href, etag, revision, number)
}

/** As if the server had never heard of them: what was made here is told anew, the rest goes. */
export function forgetServer(database: Database): void {
  database.prepare('DELETE FROM calendar_events WHERE made_here = 0').run()
  database.prepare("DELETE FROM calendar_events WHERE pending = 'delete'").run()
  database.prepare("UPDATE calendar_events SET href = NULL, etag = NULL, pending = 'put'").run()
}

export function removeRow(database: Database, number: number): void {
  database.prepare('DELETE FROM calendar_events WHERE number = ?').run(number)
}

export function selectById(database: Database, id: string): EventRow | undefined {
  const row = database
    .prepare(`SELECT ${COLUMNS} FROM calendar_events WHERE id = ? AND pending <> 'delete'`)
    .get(id)
  return row && present(row)
}

export function selectByHref(database: Database, href: string): EventRow | undefined {
  const row = database.prepare(`SELECT ${COLUMNS} FROM calendar_events WHERE href = ?`).get(href)
  return row && present(row)
}

/** What may take place between the two moments; those that repeat always may. */
export function selectBetween(database: Database, { from, to }: { from: string; to: string }): EventRow[] {
  return database
    .prepare(
      `SELECT ${COLUMNS} FROM calendar_events
       WHERE pending <> 'delete' AND first_at <= ? AND (last_at IS NULL OR last_at >= ?) ORDER BY first_at`,
    )
    .all(to, from)
    .map(present)
}

export function selectPending(database: Database): EventRow[] {
  return database
    .prepare(`SELECT ${COLUMNS} FROM calendar_events WHERE pending <> 'none' ORDER BY number`)
    .all()
    .map(present)
}

export function selectExchanged(
  database: Database,
): Pick<EventRow, 'number' | 'href' | 'etag' | 'pending'>[] {
  return database
    .prepare('SELECT number, href, etag, pending FROM calendar_events WHERE href IS NOT NULL')
    .all() as unknown as Pick<EventRow, 'number' | 'href' | 'etag' | 'pending'>[]
}

/** One that was made here and sent, whose answer was lost. */
function ownTwin(database: Database, uid: string): EventRow | undefined {
  const row = database
    .prepare(`SELECT ${COLUMNS} FROM calendar_events WHERE uid = ? AND href IS NULL AND made_here = 1`)
    .get(uid)
  return row && present(row)
}

function isTaken(database: Database, id: string): boolean {
  return database.prepare('SELECT 1 FROM calendar_events WHERE id = ?').get(id) !== undefined
}

/** The same for the same event, also after it was fetched anew: reminders are told apart by it. */
function idOf(uid: string): string {
  return `evt_${createHash('sha256').update(uid).digest('hex').slice(0, 24)}`
}

function valuesOf(facts: EventFacts) {
  const { uid, title, location, notes, starts, ends, allDay, repeats } = facts
  const times = [starts, ends, Number(allDay), Number(repeats)] as const
  return [uid, title, location, notes, ...times, facts.reminderMinutes, facts.firstAt, facts.lastAt] as const
}

function present(row: Row): EventRow {
  const text = (name: string) => row[name] as string
  const textOrNull = (name: string) => row[name] as string | null
  return {
    number: Number(row['number']),
    id: text('id'),
    ical: text('ical'),
    uid: text('uid'),
    title: text('title'),
    location: textOrNull('location'),
    notes: textOrNull('notes'),
    starts: text('starts'),
    ends: text('ends'),
    allDay: row['all_day'] === 1,
    repeats: row['repeats'] === 1,
    reminderMinutes: row['reminder_minutes'] as number | null,
    firstAt: text('first_at'),
    lastAt: textOrNull('last_at'),
    madeHere: row['made_here'] === 1,
    href: textOrNull('href'),
    etag: textOrNull('etag'),
    pending: text('pending') as Pending,
    revision: Number(row['revision']),
  }
}
