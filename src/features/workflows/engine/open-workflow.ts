import type { Envelope } from '../../../contract/envelope.ts'
import type { HeldWorkflow, Standing, StepError, StepName } from './held-workflow.ts'
import { addEvent, type NewEvent } from './history.ts'
import { CRASH_LIMIT, type Rules } from './rules.ts'
import type { StepStatus, WorkflowStatus } from '../schemas.ts'
import * as steps from './step-changes.ts'
import type { StepHandle } from './step-changes.ts'
import { itemEnded } from './items/items.ts'
import { afterCompletion, afterFailure, propagate } from './propagate.ts'
import { isItem, itemRange, keyRange, type ReadyStep } from './step-rows.ts'
import { lockWorkflow, lockWorkflowById, saveWorkflow, type WorkflowRow } from './workflow-rows.ts'
import type { Transaction } from './transaction.ts'
import { type Work, all, change } from './statement.ts'

export interface Waiting {
  readonly reason: 'needs_human' | 'approval' | 'outcome_unknown' | 'time' | 'event' | 'workflow'
  readonly confirmation_id: string | null
  readonly args: Readonly<Record<string, unknown>>
  /** What the clock must say. */
  readonly until?: string
  /** The workflow that must end. */
  readonly workflow_id?: string
  /** Which of the arguments are secrets, which are forgotten when it does not run. */
  readonly secret?: readonly string[]
}

export interface Scene {
  readonly transaction: Transaction
  readonly rules: Rules
}

/** What each transaction holds: what ends one step and begins the next reads the workflow once. */
const held = new WeakMap<Transaction, Map<number, OpenWorkflow>>()

/** A workflow while one transaction holds it: every change of a step goes through here, so that the counts stay right. */
export class OpenWorkflow implements HeldWorkflow {
  readonly row: WorkflowRow
  readonly rules: Rules
  readonly transaction: Transaction
  readonly handedOut = new Set<number>()
  #toldStatus: WorkflowStatus

  constructor(row: WorkflowRow, { rules, transaction }: Scene) {
    this.row = row
    this.rules = rules
    this.transaction = transaction
    this.#toldStatus = row.status
    const others = held.get(transaction)
    if (others) others.set(row.number, this)
    else held.set(transaction, new Map([[row.number, this]]))
  }

  static *lock(number: number, scene: Scene): Work<OpenWorkflow | undefined> {
    const known = held.get(scene.transaction)?.get(number)
    if (known) return known
    const row = yield* lockWorkflow(number)
    return row && new OpenWorkflow(row, scene)
  }

  static *lockById(id: string, scene: Scene): Work<OpenWorkflow | undefined> {
    const row = yield* lockWorkflowById(id)
    return row && new OpenWorkflow(row, scene)
  }

  get isGoingOn(): boolean {
    return this.row.status === 'running' || this.row.status === 'waiting'
  }

  /** False, here and below, when another try has taken the step over: then nothing was changed. */
  *complete(step: StepHandle, { from, envelope }: { from: Standing; envelope: Envelope }): Work<boolean> {
    const { message } = envelope
    const end = { status: 'completed', message, result: envelope, finished_at: this.transaction.at } as const
    if (!(yield* steps.endTry(step, end))) return false
    this.moved(step, from, 'done')
    yield* this.record({ type: 'step.completed', step_id: step.id, data: { message } })
    this.tellStep(step, 'completed', message)
    if (isItem(step.key)) yield* itemEnded(this, step, { status: 'completed', envelope })
    else yield* afterCompletion(this, step)
    return true
  }

  *fail(
    step: StepHandle,
    { from, error, envelope }: { from: Standing; error: StepError; envelope?: Envelope },
  ): Work<boolean> {
    const { at } = this.transaction
    const end = {
      status: 'failed',
      message: error.message,
      error,
      result: envelope,
      finished_at: at,
    } as const
    if (!(yield* steps.endTry(step, end))) return false
    this.moved(step, from, 'failed')
    yield* this.record({ type: 'step.failed', step_id: step.id, data: { error } })
    this.tellStep(step, 'failed', error.message)
    if (isItem(step.key)) yield* itemEnded(this, step, { status: 'failed', error })
    else yield* afterFailure(this, step)
    return true
  }

  *wait(
    step: StepHandle,
    { from, waiting, message }: { from: Standing; waiting: Waiting; message: string },
  ): Work<boolean> {
    if (!(yield* steps.endTry(step, { status: 'waiting', message, waiting, finished_at: null }))) return false
    this.moved(step, from, 'waiting')
    const data = { reason: waiting.reason, args: waiting.args }
    yield* this.record({ type: 'step.waiting', step_id: step.id, data })
    this.tellStep(step, 'waiting', message)
    return true
  }

  /** Tries again later, without a place among the running steps until then. */
  *postpone(step: StepHandle, { error, delayMs }: { error: StepError; delayMs: number }): Work<boolean> {
    const { at } = this.transaction
    const { message } = error
    const run_at = new Date(Date.parse(at) + delayMs).toISOString()
    if (!(yield* steps.postponeTry(step, { run_at, message, at }))) return false
    this.moved(step, 'running', 'ready')
    yield* this.record({ type: 'step.retrying', step_id: step.id, data: { error, delay_ms: delayMs } })
    this.tellStep(step, 'pending', message)
    this.transaction.enqueue({ key: step.key, delayMs })
    return true
  }

  /** Left out by a person. Those that depend on it go on, but not before what it depended on has ended. */
  *skip(step: StepHandle & { readonly blocked: number }, from: Standing): Work<void> {
    const message = 'Skipped by a person.'
    yield* steps.leaveOut(step.key, { because: 'person', message, at: this.transaction.at })
    this.moved(step, from, 'skipped')
    this.tellStep(step, 'skipped', message)
    if (isItem(step.key)) yield* itemEnded(this, step, { status: 'skipped' })
    else if (step.blocked === 0) yield* propagate(this, { key: step.key, how: 'done' })
  }

  /** Left out because its condition is false, or because what it waits for did not happen. */
  *skipByCondition(step: StepName, { from, message }: { from: Standing; message: string }): Work<void> {
    yield* steps.leaveOut(step.key, { because: 'condition', message, at: this.transaction.at })
    this.moved(step, from, 'skipped')
    yield* this.record({ type: 'step.skipped', step_id: step.id, data: { because: 'condition', message } })
    this.tellStep(step, 'skipped', message)
  }

  /** Starts what was only stored, or goes on with what was paused. */
  *startOrResume(actor: string): Work<void> {
    const { row, transaction } = this
    const type = row.status === 'pending' ? 'workflow.started' : 'workflow.resumed'
    yield* this.record({ type, actor })
    row.status = 'running'
    row.started_at ??= transaction.at
    yield* this.askWhereReady()
    yield* this.moveOn()
  }

  /** Asks about every step whose turn it is to ask, e.g. when a paused workflow goes on. */
  *askWhereReady(): Work<void> {
    const { firstKey, lastKey } = keyRange(this.row.number)
    const { firstItem, lastItem } = itemRange(this.row.number)
    const ready = yield* all<{ key: number }>(
      `SELECT key FROM workflow_steps WHERE (key BETWEEN ?1 AND ?2 OR key BETWEEN ?3 AND ?4) AND status = 'pending'
         AND blocked = 0 AND asks = 1 AND queued = 0`,
      firstKey,
      lastKey,
      firstItem,
      lastItem,
    )
    for (const { key } of ready) yield* this.ask(key)
  }

  /** Hands out what may start, works out where the workflow stands, and writes that down: the end of every change. */
  *moveOn(): Work<void> {
    const { row, transaction } = this
    if (this.isGoingOn && this.#places > 0 && row.active_count > row.in_flight) yield* this.#handOut()
    row.status = statusOf(row)
    const isOver = row.status === 'completed' || row.status === 'failed'
    row.finished_at = isOver ? (row.finished_at ?? transaction.at) : null
    yield* saveWorkflow(row)
    if (row.status === this.#toldStatus) return
    this.#toldStatus = row.status
    if (isOver) {
      yield* this.record({ type: `workflow.${row.status}` })
      // Whoever called it and waits looks at how it ended. Like one whose time has come, for nothing hands it out.
      if (row.caller !== null) transaction.enqueue({ key: row.caller, delayMs: 0 })
    }
    transaction.tell({ about: 'workflow.updated', workflow_id: row.id, name: row.name, status: row.status })
  }

  *record(event: Omit<NewEvent, 'workflow' | 'at'>): Work<void> {
    yield* addEvent({ ...event, workflow: this.row.number, at: this.transaction.at }, this.rules.redact)
  }

  /** Items are told of by their step, unless they wait for a person. */
  tellStep({ key, id: step_id }: StepName, status: StepStatus, message: string | null): void {
    if (isItem(key) && status !== 'waiting') return
    const { id: workflow_id, name: workflow_name } = this.row
    this.transaction.tell({ about: 'step.updated', workflow_id, workflow_name, step_id, status, message })
  }

  /** Counts a step that goes from one place to another. Whether an item has ended counts for its step only. */
  moved({ key }: { key: number }, from: Standing, to: Standing | 'done'): void {
    const { row } = this
    row.active_count += Number(isActive(to)) - Number(isActive(from))
    row.in_flight -= Number(from === 'running')
    row.waiting_count += Number(to === 'waiting') - Number(from === 'waiting')
    if (isItem(key)) return
    row.open_count += Number(isOpen(to)) - Number(isOpen(from))
    row.failed_count += Number(to === 'failed') - Number(from === 'failed')
    row.done_count += Number(to === 'done')
  }

  get #places(): number {
    return this.rules.concurrency() - this.row.in_flight
  }

  *#handOut(): Work<void> {
    for (const { key, crashes } of yield* steps.handOutReady(this.row.number, this.#places)) {
      this.row.in_flight += 1
      this.transaction.enqueue(crashes >= CRASH_LIMIT - 1 ? { key, suspect: true } : { key })
    }
  }

  /** The last of its dependencies is gone: it starts at once, unless others have been ready before. */
  *makeReady(step: ReadyStep): Work<void> {
    const { row, transaction } = this
    const mayStart = this.#places > 0 && row.active_count === row.in_flight
    row.active_count += 1
    if (this.isGoingOn && mayStart && step.asks === 0) {
      row.in_flight += 1
      this.handedOut.add(step.key)
      transaction.enqueue({ key: step.key, read: step })
      return
    }
    yield* steps.unblockStep(step.key)
    if (this.isGoingOn && step.asks === 1) yield* this.ask(step.key)
  }

  *ask(key: number): Work<void> {
    yield* change('UPDATE workflow_steps SET queued = 1 WHERE key = ?1', key)
    this.transaction.enqueue({ key, ask: true })
  }
}

function isOpen(standing: Standing | 'done'): boolean {
  return !ENDED.has(standing)
}

const ENDED: ReadonlySet<Standing | 'done'> = new Set(['done', 'failed', 'handled', 'skipped'])

function isActive(standing: Standing | 'done'): boolean {
  return standing === 'running' || standing === 'asking' || standing === 'ready'
}

function statusOf(row: WorkflowRow): WorkflowStatus {
  if (row.status === 'cancelled') return 'cancelled'
  if (row.open_count === 0) return row.failed_count > 0 ? 'failed' : 'completed'
  if (row.status === 'paused' || row.status === 'pending') return row.status
  return row.active_count > 0 ? 'running' : 'waiting'
}
