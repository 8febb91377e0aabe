import type { Provenance } from '../../../contract/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Route } from '../answering.ts'
import { joinStretches, packEvents, unpackRow, type EventRow } from './delta-stretch.ts'
import type { RunEvent } from './run-event.ts'

export interface RunRow {
  readonly number: number
  readonly id: string
  readonly session_id: string
  readonly chat: number
  readonly message: string
  readonly provenance: Provenance
  /** 'model' when the message is a model's, though somebody else pressed it. */
  readonly written_by: 'model' | 'plugin' | null
  readonly outcome: string
  readonly answered_by: Route['by'] | null
}

export interface NewRun {
  readonly id: string
  readonly chat: number
  readonly message: string
  readonly provenance: Provenance
  readonly writtenBy?: 'model' | 'plugin' | undefined
  readonly at: string
}

export function insertRun(
  database: Database,
  { id, chat, message, provenance, writtenBy, at }: NewRun,
): number {
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO runs (id, chat, message, provenance, written_by, outcome, created_at)
       VALUES (?, ?, ?, ?, ?, 'running', ?)`,
    )
    .run(id, chat, message, provenance, writtenBy ?? null, at)
  return Number(lastInsertRowid)
}

const RUN = `SELECT runs.*, chats.id AS session_id FROM runs JOIN chats ON chats.number = runs.chat`
const NOT_TRASHED = 'chats.trashed_at IS NULL'

export function findRun(database: Database, id: string): RunRow | undefined {
  return database.prepare(`${RUN} WHERE runs.id = ? AND ${NOT_TRASHED}`).get(id) as unknown as
    | RunRow
    | undefined
}

export function findRunOfApproval(database: Database, confirmation_id: string): RunRow | undefined {
  return database
    .prepare(
      `${RUN} JOIN run_approvals ON run_approvals.run = runs.number
       WHERE run_approvals.confirmation_id = ? AND ${NOT_TRASHED}`,
    )
    .get(confirmation_id) as unknown as RunRow | undefined
}

/** Runs that no process is at any more. */
export function cutRuns(database: Database): RunRow[] {
  return database.prepare(`${RUN} WHERE runs.outcome = 'running'`).all() as unknown as RunRow[]
}

export function insertEvents(database: Database, run: number, events: readonly RunEvent[]): void {
  insertRows(database, run, packEvents(events))
}

function insertRows(database: Database, run: number, rows: readonly EventRow[]): void {
  const insert = database.prepare(
    'INSERT INTO run_events (run, seq, last_seq, type, data) VALUES (?, ?, ?, ?, ?)',
  )
  for (const { seq, last_seq, type, data } of rows) insert.run(run, seq, last_seq, type, data)
}

/** What is awaited already stays with its run: a workflow may ask more than once. */
export function insertApproval(database: Database, run: number, confirmation_id: string): void {
  database
    .prepare('INSERT INTO run_approvals (confirmation_id, run) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(confirmation_id, run)
}

/** Whether an answer of the conversation has shown this question. */
export function isQuestionShown(database: Database, chat: number, confirmation_id: string): boolean {
  return (
    database
      .prepare(
        `SELECT 1 FROM run_events JOIN runs ON runs.number = run_events.run
         WHERE runs.chat = ? AND run_events.type = 'component.add' AND instr(run_events.data, ?) > 0`,
      )
      .get(chat, JSON.stringify(confirmation_id)) !== undefined
  )
}

export function setAnsweredBy(database: Database, run: number, by: Route['by']): void {
  database.prepare('UPDATE runs SET answered_by = ? WHERE number = ?').run(by, run)
}

/** Once nothing more is written to a run, its many small stretches become few. */
export function closeRun(
  database: Database,
  run: number,
  { outcome, at }: { outcome: string; at: string },
): void {
  database.prepare('UPDATE runs SET outcome = ?, ended_at = ? WHERE number = ?').run(outcome, at, run)
  const rows = database
    .prepare('SELECT seq, last_seq, type, data FROM run_events WHERE run = ? ORDER BY seq')
    .all(run) as unknown as EventRow[]
  const few = joinStretches(rows)
  if (few.length === rows.length) return
  database.prepare('DELETE FROM run_events WHERE run = ?').run(run)
  insertRows(database, run, few)
}

/** Events in order; with `rows`, those of at most so many rows. */
export function eventsAfter(
  database: Database,
  run: number,
  { after, rows = -1 }: { after: number; rows?: number },
): RunEvent[] {
  // The row before may reach beyond `after`; it is found by going back from there, not by looking at all of them.
  const found = database
    .prepare(
      `SELECT seq, last_seq, type, data FROM run_events
       WHERE run = ?1 AND last_seq > ?2
         AND seq >= COALESCE((SELECT MAX(seq) FROM run_events WHERE run = ?1 AND seq <= ?2), 0)
       ORDER BY seq LIMIT ?3`,
    )
    .all(run, after, rows) as unknown as EventRow[]
  return found.flatMap(unpackRow).filter(({ seq }) => seq > after)
}

export function lastSeq(database: Database, run: number): number {
  const row = database.prepare('SELECT MAX(last_seq) AS last FROM run_events WHERE run = ?').get(run)
  return Number(row?.['last'] ?? 0)
}
