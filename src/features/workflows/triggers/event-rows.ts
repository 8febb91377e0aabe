import { all, change, first, type Work } from '../engine/statement.ts'

/** Something that happened, and what has become of it. */
export interface EventRow {
  readonly number: number
  readonly owner: string
  readonly trigger_id: string
  readonly key: string
  readonly at: string
  readonly found_at: string
  readonly data: string | null
  readonly depth: number
  readonly status: 'held' | 'queued' | 'started' | 'skipped' | 'failed'
  readonly run_at: string | null
  readonly workflow_id: string | null
  readonly reason: string | null
}

export type NewEventRow = Omit<EventRow, 'number' | 'workflow_id'>

/** Its number; undefined when it was known already. */
export function* insertEvent(row: NewEventRow): Work<number | undefined> {
  const inserted = yield* first<{ number: number }>(
    `INSERT INTO trigger_events (owner, trigger_id, key, at, found_at, data, depth, status, run_at, reason)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (owner, trigger_id, key) DO NOTHING RETURNING number`,
    row.owner,
    row.trigger_id,
    row.key,
    row.at,
    row.found_at,
    row.data,
    row.depth,
    row.status,
    row.run_at,
    row.reason,
  )
  return inserted?.number
}

export function* endEvents(
  numbers: readonly number[],
  end: { status: 'started' | 'skipped' | 'failed'; reason?: string; workflow_id?: string },
): Work<void> {
  for (const number of numbers)
    yield* change(
      'UPDATE trigger_events SET status = ?2, reason = ?3, workflow_id = ?4, run_at = NULL WHERE number = ?1',
      number,
      end.status,
      end.reason ?? null,
      end.workflow_id ?? null,
    )
}

export function* queueEvent(number: number): Work<void> {
  yield* change("UPDATE trigger_events SET status = 'queued', run_at = NULL WHERE number = ?1", number)
}

/** Those that wait for their turn, the oldest first. */
export function* queuedEvents(owner: string, limit: number): Work<readonly EventRow[]> {
  return yield* all<EventRow>(
    "SELECT * FROM trigger_events WHERE owner = ?1 AND status = 'queued' ORDER BY number LIMIT ?2",
    owner,
    limit,
  )
}

export function* countQueued(owner: string): Work<number> {
  const row = yield* first<{ count: number }>(
    "SELECT count(*) AS count FROM trigger_events WHERE owner = ?1 AND status = 'queued'",
    owner,
  )
  return row!.count
}

export function* heldEvents(owner: string, trigger_id: string): Work<readonly EventRow[]> {
  return yield* all<EventRow>(
    "SELECT * FROM trigger_events WHERE owner = ?1 AND trigger_id = ?2 AND status = 'held' ORDER BY number",
    owner,
    trigger_id,
  )
}

export function* postponeHeld(numbers: readonly number[], run_at: string): Work<void> {
  for (const number of numbers)
    yield* change('UPDATE trigger_events SET run_at = ?2 WHERE number = ?1', number, run_at)
}

/** Owners with something that is to be started, or whose held events are due. */
export function* ownersToServe(at: string): Work<readonly { owner: string }[]> {
  return yield* all<{ owner: string }>(
    `SELECT DISTINCT owner FROM trigger_events WHERE status = 'queued'
       OR (status = 'held' AND run_at <= ?1)`,
    at,
  )
}

export function* nextHeld(): Work<string | null> {
  const row = yield* first<{ run_at: string | null }>(
    "SELECT min(run_at) AS run_at FROM trigger_events WHERE status = 'held'",
  )
  return row?.run_at ?? null
}

export function* findEvent(owner: string, number: number): Work<EventRow | undefined> {
  return yield* first<EventRow>(
    'SELECT * FROM trigger_events WHERE owner = ?1 AND number = ?2',
    owner,
    number,
  )
}

/** The newest first. */
export function* selectEvents(
  owner: string,
  { before, limit }: { before: number; limit: number },
): Work<readonly EventRow[]> {
  return yield* all<EventRow>(
    'SELECT * FROM trigger_events WHERE owner = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3',
    owner,
    before,
    limit,
  )
}

/** Forgets what is old or too much. What a source may still find again must be known, so the newest stay. */
export function* forgetEvents(
  owner: string,
  { before, keep }: { before: string; keep: number },
): Work<number> {
  return yield* change(
    `DELETE FROM trigger_events WHERE owner = ?1 AND status IN ('started', 'skipped', 'failed')
       AND (found_at < ?2 OR number <= (
         SELECT COALESCE(max(number), 0) FROM (
           SELECT number FROM trigger_events WHERE owner = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?3) AS oldest))`,
    owner,
    before,
    keep,
  )
}
