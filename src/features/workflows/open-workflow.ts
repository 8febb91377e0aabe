import type { Envelope } from '../../contract/envelope.ts'
import { all, first, run, type Transaction, type Work } from './backend.ts'
import { addEvent, type NewEvent } from './history.ts'
import { CRASH_LIMIT, type Rules } from './rules.ts'
import type { StepStatus, WorkflowStatus } from './schemas.ts'
import { keyRange } from './step-rows.ts'
import { lockWorkflow, lockWorkflowById, saveWorkflow, type WorkflowRow } from './workflow-rows.ts'

/** The step that is meant, and the try that speaks for it; null where no try is under way. */
export interface StepHandle {
  readonly key: number
  readonly id: string
  readonly lease: string | null
}

/** Where a step stands, as far as the counts of its workflow are concerned. */
export type Standing = 'running' | 'asking' | 'ready' | 'blocked' | 'waiting' | 'failed' | 'skipped'

export interface StepError {
  readonly code: string
  readonly message: string
}

export interface Waiting {
  readonly reason: 'needs_human' | 'approval' | 'outcome_unknown'
  readonly confirmation_id: string | null
  readonly args: Readonly<Record<string, unknown>>
}

/** A workflow while one transaction holds it: every change of a step goes through here, so that the counts stay right. */
export class OpenWorkflow {
  readonly row: WorkflowRow
  readonly rules: Rules
  readonly transaction: Transaction
  readonly #statusBefore: WorkflowStatus

  constructor(row: WorkflowRow, { rules, transaction }: { rules: Rules; transaction: Transaction }) {
    this.row = row
    this.rules = rules
    this.transaction = transaction
    this.#statusBefore = row.status
  }

  static *lock(number: number, scene: { rules: Rules; transaction: Transaction }): Work<OpenWorkflow | undefined> {
    const row = yield* lockWorkflow(number)
    return row && new OpenWorkflow(row, scene)
  }

  static *lockById(id: string, scene: { rules: Rules; transaction: Transaction }): Work<OpenWorkflow | undefined> {
    const row = yield* lockWorkflowById(id)
    return row && new OpenWorkflow(row, scene)
  }

  get isGoingOn(): boolean {
    return this.row.status === 'running' || this.row.status === 'waiting'
  }

  /** False when another try has taken the step over: then nothing was changed. */
  *complete(step: StepHandle, { from, envelope }: { from: Standing; envelope: Envelope }): Work<boolean> {
    const changed = yield* first(
      `UPDATE workflow_steps SET status = 'completed', lease = NULL, queued = 0, run_at = NULL, waiting = NULL, error = NULL,
         skipped_because = NULL, message = ?3, result = ?4, finished_at = ?5
       WHERE key = ?1 AND lease IS NOT DISTINCT FROM ?2 RETURNING key`,
      step.key,
      step.lease,
      envelope.message,
      JSON.stringify(envelope),
      this.transaction.at,
    )
    if (!changed) return false
    this.#move(from, 'done')
    yield* this.record({ type: 'step.completed', step_id: step.id, data: { message: envelope.message } })
    this.tellStep(step.id, 'completed', envelope.message)
    yield* this.#unblock(step.key)
    return true
  }

  *fail(step: StepHandle, { from, error, envelope }: { from: Standing; error: StepError; envelope?: Envelope }): Work<boolean> {
    const changed = yield* first(
      `UPDATE workflow_steps SET status = 'failed', lease = NULL, queued = 0, run_at = NULL, waiting = NULL, message = ?3,
         error = ?4, result = ?5, finished_at = ?6
       WHERE key = ?1 AND lease IS NOT DISTINCT FROM ?2 RETURNING key`,
      step.key,
      step.lease,
      error.message,
      JSON.stringify(error),
      envelope === undefined ? null : JSON.stringify(envelope),
      this.transaction.at,
    )
    if (!changed) return false
    this.#move(from, 'failed')
    yield* this.record({ type: 'step.failed', step_id: step.id, data: { error } })
    this.tellStep(step.id, 'failed', error.message)
    yield* this.#skipDependants(step)
    return true
  }

  *wait(
    step: StepHandle,
    { from, waiting, message }: { from: Standing; waiting: Waiting; message: string },
  ): Work<boolean> {
    const changed = yield* first(
      `UPDATE workflow_steps SET status = 'waiting', lease = NULL, queued = 0, run_at = NULL, waiting = ?3, message = ?4
       WHERE key = ?1 AND lease IS NOT DISTINCT FROM ?2 RETURNING key`,
      step.key,
      step.lease,
      JSON.stringify(waiting),
      message,
    )
    if (!changed) return false
    this.#move(from, 'waiting')
    const data = { reason: waiting.reason, args: waiting.args }
    yield* this.record({ type: 'step.waiting', step_id: step.id, data })
    this.tellStep(step.id, 'waiting', message)
    return true
  }

  /** Tries again later, without a place among the running steps until then. */
  *postpone(step: StepHandle, { error, delayMs }: { error: StepError; delayMs: number }): Work<boolean> {
    const { at } = this.transaction
    const changed = yield* first(
      `UPDATE workflow_steps SET status = 'pending', lease = NULL, queued = 0, tries = tries + 1, run_at = ?3, message = ?4,
         finished_at = ?5 WHERE key = ?1 AND lease IS NOT DISTINCT FROM ?2 RETURNING key`,
      step.key,
      step.lease,
      new Date(Date.parse(at) + delayMs).toISOString(),
      error.message,
      at,
    )
    if (!changed) return false
    this.#move('running', 'ready')
    yield* this.record({ type: 'step.retrying', step_id: step.id, data: { error, delay_ms: delayMs } })
    this.tellStep(step.id, 'pending', error.message)
    this.transaction.enqueue({ key: step.key, delayMs })
    return true
  }

  /** Left out by a person. Those that depend on it go on, but not before what it depended on has ended. */
  *skip(step: StepHandle & { blocked: number }, from: Standing): Work<void> {
    yield* run(
      `UPDATE workflow_steps SET status = 'skipped', skipped_because = 'person', lease = NULL, queued = 0, run_at = NULL,
         waiting = NULL, error = NULL, result = NULL, message = ?2, finished_at = ?3 WHERE key = ?1`,
      step.key,
      'Skipped by a person.',
      this.transaction.at,
    )
    this.#move(from, 'done')
    this.tellStep(step.id, 'skipped', 'Skipped by a person.')
    if (step.blocked === 0) yield* this.#unblock(step.key)
  }

  /** Counts a step whose row the caller has written itself. */
  moved(from: Standing, to: Standing): void {
    this.#move(from, to)
  }

  /** Asks about every step whose turn it is to ask, e.g. when a paused workflow goes on. */
  *askWhereReady(): Work<void> {
    const { firstKey, lastKey } = keyRange(this.row.number)
    const ready = yield* all<{ key: number }>(
      `SELECT key FROM workflow_steps WHERE key BETWEEN ?1 AND ?2 AND status = 'pending' AND blocked = 0 AND asks = 1
         AND queued = 0`,
      firstKey,
      lastKey,
    )
    for (const { key } of ready) yield* this.#ask(key)
  }

  /** Hands out what may start, works out where the workflow stands, and writes that down: the end of every change. */
  *moveOn(): Work<void> {
    const { row, transaction } = this
    if (this.isGoingOn) yield* this.#handOut()
    row.status = statusOf(row)
    const isOver = row.status === 'completed' || row.status === 'failed'
    row.finished_at = isOver ? (row.finished_at ?? transaction.at) : null
    yield* saveWorkflow(row)
    if (row.status === this.#statusBefore) return
    if (isOver) yield* this.record({ type: `workflow.${row.status}` })
    transaction.tell({ about: 'workflow.updated', workflow_id: row.id, name: row.name, status: row.status })
  }

  *record(event: Omit<NewEvent, 'workflow' | 'at'>): Work<void> {
    yield* addEvent({ ...event, workflow: this.row.number, at: this.transaction.at }, this.rules.redact)
  }

  tellStep(step_id: string, status: StepStatus, message: string | null): void {
    const { id: workflow_id, name: workflow_name } = this.row
    this.transaction.tell({ about: 'step.updated', workflow_id, workflow_name, step_id, status, message })
  }

  /** Up to as many as may run side by side, in the order of the list. */
  *#handOut(): Work<void> {
    const { row } = this
    const places = this.rules.concurrency() - row.in_flight
    if (places <= 0 || row.active_count <= row.in_flight) return
    const ready = yield* all<{ key: number; crashes: number }>(
      `UPDATE workflow_steps SET queued = 1 WHERE key IN (
         SELECT key FROM workflow_steps WHERE workflow = ?1 AND status = 'pending' AND blocked = 0 AND queued = 0 AND asks = 0
           AND run_at IS NULL ORDER BY key LIMIT ?2) RETURNING key, crashes`,
      row.number,
      places,
    )
    row.in_flight += ready.length
    for (const { key, crashes } of ready.toSorted((a, b) => a.key - b.key))
      this.transaction.enqueue(crashes >= CRASH_LIMIT - 1 ? { key, suspect: true } : { key })
  }

  /** One dependency less for those that waited for this step. */
  *#unblock(key: number): Work<void> {
    const children = yield* all<{ key: number; blocked: number; asks: number; status: StepStatus; skipped_because: string | null }>(
      `UPDATE workflow_steps SET blocked = blocked - 1 WHERE key IN (SELECT child FROM workflow_edges WHERE parent = ?1)
       RETURNING key, blocked, asks, status, skipped_because`,
      key,
    )
    for (const child of children) {
      if (child.blocked > 0) continue
      if (child.status === 'skipped' && child.skipped_because === 'person') yield* this.#unblock(child.key)
      if (child.status !== 'pending') continue
      this.row.active_count += 1
      if (child.asks === 1 && this.isGoingOn) yield* this.#ask(child.key)
    }
  }

  *#ask(key: number): Work<void> {
    yield* run('UPDATE workflow_steps SET queued = 1 WHERE key = ?1', key)
    this.transaction.enqueue({ key, ask: true })
  }

  *#skipDependants(step: StepHandle): Work<void> {
    const message = `Skipped because step "${step.id}" failed.`
    const skipped = yield* all<{ id: string }>(
      `WITH RECURSIVE dependants (key) AS (
         SELECT child FROM workflow_edges WHERE parent = ?1
         UNION SELECT child FROM workflow_edges JOIN dependants ON parent = key)
       UPDATE workflow_steps SET status = 'skipped', skipped_because = 'failure', message = ?2, finished_at = ?3
       WHERE status = 'pending' AND key IN (SELECT key FROM dependants) RETURNING id`,
      step.key,
      message,
      this.transaction.at,
    )
    for (const { id } of skipped) {
      this.#move('blocked', 'done')
      yield* this.record({ type: 'step.skipped', step_id: id, data: { because: step.id } })
      this.tellStep(id, 'skipped', message)
    }
  }

  #move(from: Standing, to: Standing | 'done'): void {
    const { row } = this
    if (isOpen(from)) row.open_count -= 1
    if (isOpen(to)) row.open_count += 1
    if (isActive(from)) row.active_count -= 1
    if (isActive(to)) row.active_count += 1
    if (from === 'running') row.in_flight -= 1
    if (from === 'waiting') row.waiting_count -= 1
    if (to === 'waiting') row.waiting_count += 1
    if (from === 'failed') row.failed_count -= 1
    if (to === 'failed') row.failed_count += 1
    if (from === 'skipped') row.done_count -= 1
    if (to === 'done') row.done_count += 1
  }
}

function isOpen(standing: Standing | 'done'): boolean {
  return standing !== 'done' && standing !== 'failed' && standing !== 'skipped'
}

function isActive(standing: Standing | 'done'): boolean {
  return standing === 'running' || standing === 'asking' || standing === 'ready'
}

function statusOf(row: WorkflowRow): WorkflowStatus {
  if (row.status === 'cancelled') return 'cancelled'
  if (row.open_count === 0) return row.failed_count > 0 ? 'failed' : 'completed'
  if (row.status === 'paused' || row.status === 'pending') return row.status
  return row.active_count > 0 ? 'running' : 'waiting'
}
