import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Backend, Delivery, OpenBackend } from './backend.ts'
import type { Claim } from './claim.ts'
import { StepQueue } from './step-queue.ts'
import { workflowOf } from './step-rows.ts'
import type { StepRef, Notice, Transaction, Act } from './transaction.ts'
import type { Row, Work } from './statement.ts'

export interface SqliteBackendOptions {
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
  /** Steps of all workflows that run side by side. */
  readonly places?: number
}

const PLACES = 64
const DISK_RETRY_MS = 1_000
/** A timer stands still while the machine sleeps, so a long one is looked at in between. */
const MAX_NAP_MS = 60_000

export function sqliteBackend(options: SqliteBackendOptions): OpenBackend {
  return (delivery) => new SqliteBackend(options, delivery)
}

interface Taken {
  readonly ref: StepRef
  readonly claim: Claim
}

/** A step that has ended, and what writes that down. */
interface Ended {
  readonly ref: StepRef
  readonly act: Act<void>
}

/** Steps that end in the same turn of the event loop. */
interface Ending {
  readonly ended: Ended[]
  readonly committed: Promise<void>
}

/**
 * Everything in one process and one database. A transaction also claims the next steps, as far as there are places: what
 * ends one step begins the next, and both share one fsync with all else that happens in the same turn of the event loop.
 */
class SqliteBackend implements Backend {
  readonly alone = true
  readonly trouble = null
  readonly #options: SqliteBackendOptions
  readonly #delivery: Delivery
  readonly #queue: StepQueue
  readonly #process = randomUUID()
  readonly #underWay = new Map<number, Set<Promise<void>>>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #leases = 0
  #ending: Ending | undefined
  #isDelivering = false

  constructor(options: SqliteBackendOptions, delivery: Delivery) {
    this.#options = options
    this.#delivery = delivery
    this.#queue = new StepQueue(options.places ?? PLACES)
  }

  transact<Result>(act: Act<Result>): Promise<Result> {
    return this.#commit(act)
  }

  async read<Result>(work: Work<Result>): Promise<Result> {
    return runNow(this.#options.database, work)
  }

  async ready(): Promise<void> {}

  async start(): Promise<void> {
    this.#isDelivering = true
    await this.#deliver()
  }

  async abort(workflow: number): Promise<void> {
    this.#delivery.abort(workflow)
    await Promise.all(this.#underWay.get(workflow) ?? new Set<Promise<void>>())
  }

  async stop(): Promise<void> {
    this.#isDelivering = false
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all([...this.#underWay.values()].flatMap((promises) => [...promises]))
  }

  /** The act, and the claims that it makes possible, in one change of the database. */
  async #commit<Result>(act: Act<Result>, ended: readonly Ended[] = []): Promise<Result> {
    const notices: Notice[] = []
    const refs: StepRef[] = []
    const transaction: Transaction = {
      at: this.#options.now().toISOString(),
      enqueue: (ref) => void refs.push(ref),
      tell: (notice) => void notices.push(notice),
    }
    const { result, taken } = await this.#write(act, { transaction, refs, ended })
    for (const ref of refs) this.#enqueue(ref)
    this.#delivery.committed(notices)
    for (const each of taken) this.#carryOut(each)
    return result
  }

  async #write<Result>(
    act: Act<Result>,
    { transaction, refs, ended }: { transaction: Transaction; refs: StepRef[]; ended: readonly Ended[] },
  ): Promise<{ result: Result; taken: Taken[] }> {
    const { database } = this.#options
    const undo: (() => void)[] = []
    try {
      return await database.write(() => {
        const result = runNow(database, act(transaction))
        for (const { ref } of ended) {
          this.#queue.release(ref)
          undo.push(() => this.#queue.undoRelease(ref))
        }
        const taken = this.#claimNext(transaction, { refs, undo })
        for (const ref of refs) runNow(database, this.#delivery.park(ref))
        return { result, taken }
      })
    } catch (error) {
      // The places in memory must not remember what the disk has not taken.
      for (const takeBack of undo.toReversed()) takeBack()
      if (undo.length > 0) this.#deliverLater(DISK_RETRY_MS)
      throw error
    }
  }

  /**
   * Runs inside of the change. What this change hands out comes first: a workflow that has begun goes on before others
   * begin, as long as none of them waits for long.
   */
  #claimNext(transaction: Transaction, { refs, undo }: { refs: StepRef[]; undo: (() => void)[] }): Taken[] {
    const taken: Taken[] = []
    if (!this.#isDelivering) return taken
    for (;;) {
      const own = this.#queue.isOverdue ? undefined : this.#takeOwn(refs)
      const waited = own ? undefined : this.#queue.take()
      const ref = own ?? waited ?? this.#takeOwn(refs)
      if (!ref) return taken
      const lease = `${this.#process}.${(this.#leases += 1)}#0`
      const claim = runNow(this.#options.database, this.#delivery.claim(transaction, ref, lease))
      if (claim) taken.push({ ref, claim })
      else this.#queue.release(ref)
      undo.push(() => {
        if (claim) this.#queue.release(ref)
        if (waited) this.#queue.add(ref)
      })
    }
  }

  #takeOwn(refs: StepRef[]): StepRef | undefined {
    const index = refs.findIndex((ref) => ref.delayMs === undefined && this.#queue.reserve(ref))
    return index === -1 ? undefined : refs.splice(index, 1)[0]
  }

  #enqueue({ key, delayMs, ask, suspect }: StepRef): void {
    const ref = { key, ...(ask && { ask }), ...(suspect && { suspect }) }
    if (delayMs === undefined) this.#queue.add(ref)
    else this.#deliverLater(Math.min(delayMs, MAX_NAP_MS), ref)
  }

  #deliverLater(delayMs: number, ref?: StepRef): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (ref) this.#queue.add(ref)
      void this.#deliver()
    }, delayMs)
    this.#timers.add(timer)
  }

  /** Claims what waits, where no other change does it by the way. */
  async #deliver(): Promise<void> {
    if (this.#queue.isEmpty || !this.#isDelivering) return
    try {
      await this.#commit(nothing)
    } catch (error) {
      this.#options.log.error({ err: error }, "Couldn't start steps. Retrying.")
    }
  }

  #carryOut({ ref, claim }: Taken): void {
    const workflow = workflowOf(claim.key)
    const underWay = this.#underWay.get(workflow) ?? new Set()
    this.#underWay.set(workflow, underWay)
    const done = this.#perform(ref, claim).finally(() => {
      underWay.delete(done)
      if (underWay.size === 0) this.#underWay.delete(workflow)
    })
    underWay.add(done)
  }

  async #perform(ref: StepRef, claim: Claim): Promise<void> {
    const ended = { ref, act: await this.#delivery.perform(claim) }
    try {
      await this.#endWithOthers(ended)
    } catch {
      // Whoever was at fault, each of them now stands for itself.
      await this.#endAlone(ended, claim)
    }
  }

  async #endAlone(ended: Ended, { workflow_id, id: step_id }: Claim): Promise<void> {
    for (;;) {
      try {
        await this.#commit(ended.act, [ended])
        return
      } catch (error) {
        this.#options.log.error({ err: error, workflow_id, step_id }, "Couldn't record the end of a step.")
        // A full disk may be emptied: what has happened is kept until it can be written.
        if (!(error instanceof AppError) || !this.#isDelivering) break
        await sleep(DISK_RETRY_MS)
      }
    }
    this.#queue.release(ended.ref)
  }

  /** Steps that end together are written down together: one act for all of them costs less than one for each. */
  #endWithOthers(ended: Ended): Promise<void> {
    this.#ending ??= this.#openEnding()
    this.#ending.ended.push(ended)
    return this.#ending.committed
  }

  #openEnding(): Ending {
    const ended: Ended[] = []
    const close = () => (this.#ending = undefined)
    const committed = this.#commit(function* (transaction) {
      close()
      for (const { act } of ended) yield* act(transaction)
    }, ended)
    return { ended, committed }
  }
}

function* nothing(): Work<void> {}

function runNow<Result>(database: Database, work: Work<Result>): Result {
  let step = work.next()
  while (!step.done) {
    const { sql, values, counts } = step.value
    const statement = database.prepare(sql)
    const rows = counts ? [{ changes: Number(statement.run(...values).changes) }] : statement.all(...values)
    step = work.next(rows as readonly Row[])
  }
  return step.value
}
