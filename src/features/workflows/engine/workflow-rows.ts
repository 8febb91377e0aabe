import type { Provenance } from '../../../contract/endpoint.ts'
import type { WorkflowSource, WorkflowStatus } from '../schemas.ts'
import { itemRange, keyRange } from './step-rows.ts'
import { type Value, type Row, type Work, all, bulk, first, change, write } from './statement.ts'

/** A workflow as it is stored, without its steps. What changes is counted here, so that no list has to count steps. */
export interface WorkflowRow {
  readonly number: number
  readonly id: string
  readonly name: string | null
  status: WorkflowStatus
  readonly source: WorkflowSource
  readonly provenance: Provenance
  readonly schedule_id: string | null
  /** The automation that it is a run of, and which version. */
  readonly automation_id: string | null
  readonly automation_version: number | null
  /** 1: strangers' words are in it. */
  readonly tainted: number
  /** How many runs led to it, one after the other. */
  readonly depth: number
  /** The step of another workflow that called it. */
  readonly caller: number | null
  /** 1: some of its steps say how they are undone; 2: that has been started. */
  readonly undo: number
  readonly created_at: string
  started_at: string | null
  finished_at: string | null
  readonly step_count: number
  done_count: number
  failed_count: number
  waiting_count: number
  open_count: number
  active_count: number
  in_flight: number
}

const COLUMNS = `number, id, name, status, source, provenance, schedule_id, automation_id, automation_version, tainted, depth,
  caller, undo, created_at, started_at, finished_at, step_count, done_count, failed_count, waiting_count, open_count, active_count,
  in_flight`
export const BY_NUMBER = bulk(`SELECT ${COLUMNS} FROM workflows WHERE number = ?1`, 'bigint')
const BY_ID = `SELECT ${COLUMNS} FROM workflows WHERE id = ?1`

/** Reads the workflow and keeps it for this transaction: whoever changes a step of it does this first. */
export function* lockWorkflow(number: number): Work<WorkflowRow | undefined> {
  return rowOf(yield { ...BY_NUMBER, values: [number], locks: true })
}

export function* lockWorkflowById(id: string): Work<WorkflowRow | undefined> {
  return rowOf(yield { sql: BY_ID, values: [id], locks: true })
}

export function* findWorkflow(id: string): Work<WorkflowRow | undefined> {
  return rowOf(yield { sql: BY_ID, values: [id] })
}

function rowOf(rows: readonly Row[]): WorkflowRow | undefined {
  // A fresh object, which belongs to whoever asked for it.
  return rows[0] as WorkflowRow | undefined
}

export interface NewWorkflowRow extends Omit<WorkflowRow, 'number'> {
  readonly tick: string | null
  /** What started it, as JSON. */
  readonly trigger: string | null
}

/** The number of the new workflow; undefined when there is one for the same tick of a schedule. */
export function* insertWorkflow(row: NewWorkflowRow): Work<number | undefined> {
  const inserted = yield* first<{ number: number }>(
    `INSERT INTO workflows (id, name, status, source, provenance, schedule_id, tick, created_at, started_at, finished_at,
       step_count, done_count, failed_count, waiting_count, open_count, active_count, in_flight, automation_id,
       automation_version, tainted, depth, caller, undo, trigger)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)
     ON CONFLICT (tick) DO NOTHING RETURNING number`,
    row.id,
    row.name,
    row.status,
    row.source,
    row.provenance,
    row.schedule_id,
    row.tick,
    row.created_at,
    row.started_at,
    row.finished_at,
    row.step_count,
    row.done_count,
    row.failed_count,
    row.waiting_count,
    row.open_count,
    row.active_count,
    row.in_flight,
    row.automation_id,
    row.automation_version,
    row.tainted,
    row.depth,
    row.caller,
    row.undo,
    row.trigger,
  )
  return inserted?.number
}

const SAVE = bulk(
  `UPDATE workflows SET status = ?2, started_at = ?3, finished_at = ?4, done_count = ?5, failed_count = ?6,
     waiting_count = ?7, open_count = ?8, active_count = ?9, in_flight = ?10 WHERE number = ?1`,
  'bigint text text text integer integer integer integer integer integer',
)

export function* saveWorkflow(row: WorkflowRow): Work<void> {
  yield* write(
    SAVE,
    row.number,
    row.status,
    row.started_at,
    row.finished_at,
    row.done_count,
    row.failed_count,
    row.waiting_count,
    row.open_count,
    row.active_count,
    row.in_flight,
  )
}

export interface WorkflowPage {
  /** Runs of this automation only. */
  readonly automation_id?: string | undefined
  readonly status?: WorkflowStatus | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Newest first, by key: what is created while somebody turns pages moves nothing. */
export function* selectWorkflows({
  before = Number.MAX_SAFE_INTEGER,
  limit,
  status,
  automation_id,
}: WorkflowPage): Work<readonly WorkflowRow[]> {
  const wanted = Object.entries({ status, automation_id }).filter(([, value]) => value !== undefined)
  const filter = wanted.map(([column], index) => `AND ${column} = ?${index + 3}`).join(' ')
  return yield* all<WorkflowRow>(
    `SELECT ${COLUMNS} FROM workflows WHERE number < ?1 ${filter} ORDER BY number DESC LIMIT ?2`,
    before,
    limit,
    ...wanted.map(([, value]) => value as Value),
  )
}

export function* countByStatus(): Work<Record<string, number>> {
  const rows = yield* all<{ status: string; count: number }>(
    'SELECT status, count(*) AS count FROM workflows GROUP BY status',
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export function* insertVariables(number: number, variables: Readonly<Record<string, unknown>>): Work<void> {
  if (Object.keys(variables).length === 0) return
  yield* change(
    'INSERT INTO workflow_variables (workflow, variables) VALUES (?1, ?2)',
    number,
    JSON.stringify(variables),
  )
}

export function* readVariables(number: number): Work<Record<string, unknown>> {
  const row = yield* first<{ variables: string }>(
    'SELECT variables FROM workflow_variables WHERE workflow = ?1',
    number,
  )
  return row ? (JSON.parse(row.variables) as Record<string, unknown>) : {}
}

/** Takes away everything of a workflow. */
export function* deleteWorkflow(number: number): Work<void> {
  const { firstKey, lastKey } = keyRange(number)
  const { firstItem, lastItem } = itemRange(number)
  yield* change('DELETE FROM workflow_edges WHERE parent BETWEEN ?1 AND ?2', firstKey, lastKey)
  yield* change('DELETE FROM workflow_steps WHERE key BETWEEN ?1 AND ?2', firstItem, lastItem)
  yield* change('DELETE FROM workflow_steps WHERE key BETWEEN ?1 AND ?2', firstKey, lastKey)
  yield* change('DELETE FROM workflow_variables WHERE workflow = ?1', number)
  yield* change('DELETE FROM workflow_events WHERE workflow = ?1', number)
  yield* change('DELETE FROM workflows WHERE number = ?1', number)
}
