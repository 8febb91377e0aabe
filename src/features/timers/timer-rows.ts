import type { Timer } from '../../contract/timer.ts'
import type { Database } from '../../platform/database/database.ts'
import type { TimerState } from './timer-state.ts'

/** A timer as it is stored. */
export interface StoredTimer {
  readonly id: string
  readonly label: string | null
  readonly sound: boolean
  readonly state: TimerState
  readonly rang_at: string | null
  readonly created_at: string
  readonly version: number
}

interface Row extends Omit<StoredTimer, 'sound' | 'state'> {
  readonly sound: number
  readonly state: string
}

const COLUMNS = 'id, label, sound, state, rang_at, created_at, version'

export function insertTimer(database: Database, timer: StoredTimer): void {
  const { id, label, sound, state, rang_at, created_at, version } = timer
  database
    .prepare(
      `INSERT INTO timers (id, label, sound, state, status, due_at, rang_at, created_at, updated_at, version)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(id, label, sound ? 1 : 0, ...stateColumns(state), rang_at, created_at, created_at, version)
}

export function updateTimer(database: Database, timer: StoredTimer, at: string): void {
  const { id, label, sound, state, rang_at, version } = timer
  database
    .prepare(
      `UPDATE timers SET label = ?, sound = ?, state = ?, status = ?, due_at = ?, rang_at = ?, updated_at = ?, version = ?
       WHERE id = ?`,
    )
    .run(label, sound ? 1 : 0, ...stateColumns(state), rang_at, at, version, id)
}

function stateColumns(state: TimerState): [string, string, string | null] {
  return [JSON.stringify(state), state.status, state.status === 'running' ? state.ends_at : null]
}

export function deleteTimer(database: Database, id: string): boolean {
  return database.prepare('DELETE FROM timers WHERE id = ?').run(id).changes === 1
}

export function findTimer(database: Database, id: string): StoredTimer | undefined {
  const row = database.prepare(`SELECT ${COLUMNS} FROM timers WHERE id = ?`).get(id)
  return row && stored(row as unknown as Row)
}

/** The next to be due first; then what stands still, the newest first. */
export function selectTimers(database: Database, { all }: { all: boolean }): StoredTimer[] {
  const open = all ? '' : "WHERE status <> 'done'"
  return database
    .prepare(`SELECT ${COLUMNS} FROM timers ${open} ORDER BY due_at IS NULL, due_at, created_at DESC, id`)
    .all()
    .map((row) => stored(row as unknown as Row))
}

export function selectDue(database: Database, at: string): StoredTimer[] {
  return database
    .prepare(`SELECT ${COLUMNS} FROM timers WHERE due_at <= ? ORDER BY due_at, id`)
    .all(at)
    .map((row) => stored(row as unknown as Row))
}

export function firstDue(database: Database): string | null {
  const row = database.prepare('SELECT min(due_at) AS due_at FROM timers WHERE due_at IS NOT NULL').get()
  return (row?.['due_at'] as string | null | undefined) ?? null
}

export function countOpen(database: Database): number {
  return Number(
    database.prepare("SELECT count(*) AS count FROM timers WHERE status <> 'done'").get()!['count'],
  )
}

/** Those that are done are kept for a while, for whoever looks at their cards. */
export function deleteOld(database: Database, before: string): void {
  database.prepare("DELETE FROM timers WHERE status = 'done' AND updated_at < ?").run(before)
}

function stored(row: Row): StoredTimer {
  return { ...row, sound: row.sound === 1, state: JSON.parse(row.state) as TimerState }
}

/** A timer as clients see it. */
export function presentTimer({ id, label, sound, state, ...rest }: StoredTimer): Timer {
  return { timer_id: id, label, sound, ...state, laps: [...state.laps], ...rest }
}
