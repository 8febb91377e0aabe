import type { Log } from '../../../contract/log.ts'
import type { Delivery } from '../engine/backend.ts'
import { bulk, change, first, type Work } from '../engine/statement.ts'
import { workflowOf } from '../engine/step-rows.ts'
import type { Transaction } from '../engine/transaction.ts'
import { lockWorkflow } from '../engine/workflow-rows.ts'
import type { DelayedJob, DelayedJobs } from './delayed-jobs.ts'
import { isAway } from './dispatcher.ts'
import type { Member } from './group.ts'
import type { HeldStep, Workers } from './workers.ts'

export interface CaretakerOptions {
  readonly delivery: Delivery
  readonly workers: Workers
  readonly jobs: DelayedJobs
  readonly log: Log
  /** How often this process says that it is there, and looks after those that do not. */
  readonly pulseMs: number
  /** So long the connection must have been there before others are taken for dead: they may have lost theirs too. */
  readonly patienceMs: number
  readonly commit: <Result>(member: Member<Result>) => Promise<Result>
  /** Steps may wait that nobody has told this process of. */
  readonly onPulse: () => void
}

/** No timer can wait longer; the pulse sees what is due later. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** One that is late is looked at more often, so that no time is lost when it is dead. */
const LATE_SHARE = 0.25
/** What is seldom the matter is looked at with every fifth pulse. */
const SELDOM = 5
/** A sign of life that took so long says that the database stood still: for others, too. */
const STANDSTILL_MS = 2_500

/** Says that this process is there, takes over from those that are not, and delivers what waits for its time. */
export class Caretaker {
  readonly #options: CaretakerOptions
  readonly #timers = new Set<NodeJS.Timeout>()
  #connectedAt = performance.now()
  #beatenAt = performance.now()
  #pulses = 0
  #isBeating = false
  #isLooking = false
  #isFetching = false
  #isStopped = false

  constructor(options: CaretakerOptions) {
    this.#options = options
  }

  start(): void {
    this.#timers.add(setInterval(() => void this.#beat(), this.#options.pulseMs))
    void this.#look()
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** The connection was lost and is there again. */
  reconnected(): void {
    this.#connectedAt = performance.now()
    void this.#beat()
    this.#options.onPulse()
  }

  /** Something will be due by then. */
  lookAgainIn(delayMs: number): void {
    this.#in(Math.min(delayMs, MAX_TIMER_MS), () => this.#deliverDue())
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return
    this.#isBeating = true
    try {
      await this.#options.workers.beat()
      const now = performance.now()
      if (now - this.#beatenAt > STANDSTILL_MS + this.#options.pulseMs) this.#connectedAt = now
      this.#beatenAt = now
    } catch (error) {
      this.#tellTrouble(error, "This process couldn't report that it is alive.")
    } finally {
      this.#isBeating = false
    }
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#isStopped) return
    this.#isLooking = true
    const { pulseMs, patienceMs, onPulse } = this.#options
    let isLate = false
    try {
      if (performance.now() - this.#connectedAt >= patienceMs) isLate = await this.#lookAfterOthers()
      await this.#deliverDue()
      onPulse()
    } catch (error) {
      this.#tellTrouble(error, "Couldn't look after the other processes. Retrying.")
    } finally {
      this.#isLooking = false
      this.#in(isLate ? pulseMs * LATE_SHARE : pulseMs, () => this.#look())
    }
  }

  async #lookAfterOthers(): Promise<boolean> {
    const { workers, jobs } = this.#options
    const isLate = await workers.buryDead()
    this.#pulses += 1
    if (this.#pulses % SELDOM !== 0) return isLate
    await workers.adoptOrphans()
    await jobs.supervise()
    for (const job of await jobs.fetchCare()) await this.#giveUp(job)
    return isLate
  }

  async #deliverDue(): Promise<void> {
    if (this.#isFetching || this.#isStopped) return
    this.#isFetching = true
    try {
      for (;;) {
        const due = await this.#options.jobs.fetch()
        if (due.length === 0) return
        await Promise.all(due.map((job) => this.#deliver(job)))
      }
    } catch (error) {
      // The job stays as it is: when nothing is heard of it for long enough, it is given out again.
      this.#tellTrouble(error, "Couldn't look at a step whose time has come. Retrying.")
    } finally {
      this.#isFetching = false
    }
  }

  async #deliver(job: DelayedJob): Promise<void> {
    const { commit, delivery, jobs } = this.#options
    const { key } = job
    await commit({
      workflow: workflowOf(key),
      act: (transaction) => deliverDelayed(delivery, transaction, key),
      alongside: (client) => jobs.finish(client, job),
    })
  }

  async #giveUp(job: DelayedJob): Promise<void> {
    const { commit, delivery, jobs } = this.#options
    await commit({
      isAlone: true,
      act: (transaction) => delivery.giveUp(transaction, { key: job.key }),
      alongside: (client) => jobs.finishCare(client, job),
    })
  }

  #in(ms: number, act: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void act()
    }, ms)
    this.#timers.add(timer)
    if (this.#isStopped) clearTimeout(timer)
  }

  /** That the database is away is told once, by whoever notices that the connection is lost. */
  #tellTrouble(error: unknown, sentence: string): void {
    const level = isAway(error) || this.#isStopped ? 'debug' : 'error'
    this.#options.log[level]({ err: error }, sentence)
  }
}

const STANDING = bulk('SELECT lease, status, queued FROM workflow_steps WHERE key = ?1', 'bigint')

interface Standing {
  readonly lease: string | null
  readonly status: string
  readonly queued: number
}

/** The time has come that a step has waited for. One that was handed out in between is delivered anyway. */
function* deliverDelayed(delivery: Delivery, transaction: Transaction, key: number): Work<void> {
  if (!(yield* lockWorkflow(workflowOf(key)))) return
  const step = yield* first<Standing>(STANDING, key)
  if (step?.queued === 0) yield* delivery.claim(transaction, { key }, 'delayed#0')
}

/** A step whose process is dead: what ran has ended there, and what was being asked is handed out again. */
export function* takeOverStep(
  delivery: Delivery,
  transaction: Transaction,
  { key, lease }: HeldStep,
): Work<void> {
  if (!(yield* lockWorkflow(workflowOf(key)))) return
  const step = yield* first<Standing>(STANDING, key)
  if (step?.lease !== lease) return
  if (step.status === 'running') {
    const [delivered, count] = lease.split('#')
    yield* delivery.claim(transaction, { key }, `${delivered}#${Number(count) + 1}`)
    return
  }
  yield* change('UPDATE workflow_steps SET lease = NULL WHERE key = ?1', key)
  if (step.queued === 1) transaction.enqueue({ key, ask: true })
}
