import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../contract/log.ts'
import type { Delivery } from '../engine/backend.ts'
import type { Claim } from '../engine/claim.ts'
import { workflowOf } from '../engine/step-rows.ts'
import { isGone } from './connections.ts'
import type { CareJob, StepJob, StepJobs } from './step-jobs.ts'
import type { Act } from '../engine/transaction.ts'

export interface DispatcherOptions {
  readonly delivery: Delivery
  readonly jobs: StepJobs
  readonly log: Log
  /** Steps that run side by side in this process. */
  readonly places: () => number
  /** Agents whose steps this process may run. */
  readonly agents: () => readonly string[]
  /** How often this process says that it is there, and looks after those that do not. */
  readonly pulseMs: number
  /** So long the connection must have been there before others are taken for dead: they may have lost theirs too. */
  readonly patienceMs: number
  /** The act, with the end of the job in the same transaction where `isOver` says so. */
  commit<Result>(
    act: Act<Result>,
    ending: { job: StepJob; isOver: (result: Result) => boolean },
  ): Promise<Result>
  /** The act with the end of the care job. */
  settleCare(act: Act<void>, job: CareJob): Promise<void>
}

/** No timer can wait longer; the pulse sees what is due later. */
const MAX_TIMER_MS = 2 ** 31 - 1
const AGAIN_MS = 1_000
const ASKS_AT_A_TIME = 20

/** Takes steps from the queues, as many as there are places, and says of those that it has that they are alive. */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #running = new Map<string, { readonly job: StepJob; readonly done: Promise<void> }>()
  /** Agents whose queues may have something. */
  readonly #wanted = new Set<string>()
  /** Those that were left because there was no place. */
  readonly #hungry = new Set<string>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #suspects: Promise<void> = Promise.resolve()
  #asking = 0
  #connectedAt = performance.now()
  #isTaking = false
  #isPulsing = false
  #isStopping = false

  constructor(options: DispatcherOptions) {
    this.#options = options
  }

  start(): void {
    const { pulseMs } = this.#options
    this.#timers.add(setInterval(() => void this.#touch(), pulseMs))
    this.#timers.add(setInterval(() => void this.#pulse(), pulseMs))
    void this.#pulse()
  }

  /** Takes nothing more; done when everything that was taken has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done))
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** The connection was lost and is there again. */
  reconnected(): void {
    this.#connectedAt = performance.now()
    void this.#touch()
    void this.#pulse()
  }

  wake(agents: Iterable<string>): void {
    const own = new Set(this.#options.agents())
    for (const agent of agents) if (own.has(agent)) this.#wanted.add(agent)
    if (!this.#isTaking && !this.#isStopping && this.#wanted.size > 0) void this.#take()
  }

  wakeLater(agents: ReadonlySet<string>, delayMs: number): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        this.wake(agents)
      },
      Math.min(delayMs, MAX_TIMER_MS),
    )
    this.#timers.add(timer)
  }

  /** Done when everything of the workflow that runs here has ended. */
  async whenEnded(workflow: number): Promise<void> {
    const own = [...this.#running.values()].filter(({ job }) => workflowOf(job.ref.key) === workflow)
    await Promise.all(own.map(({ done }) => done))
  }

  async #take(): Promise<void> {
    this.#isTaking = true
    try {
      for (const agent of this.#wanted) {
        if (this.#isStopping) return
        this.#wanted.delete(agent)
        await this.#takeFrom(agent)
      }
    } catch (error) {
      this.#tellTrouble(error, "Couldn't take steps from their queue. Retrying.")
    } finally {
      this.#isTaking = false
    }
  }

  async #takeFrom(agent: string): Promise<void> {
    const free = this.#options.places() - (this.#running.size - this.#asking)
    const onlyAsks = free <= 0
    const most = onlyAsks ? ASKS_AT_A_TIME : free
    const jobs = await this.#options.jobs.fetch(agent, { most, onlyAsks })
    if (onlyAsks) this.#hungry.add(agent)
    if (jobs.length === most) this.#wanted.add(agent)
    // Those that came back because a process has died are looked at one after the other, in the order of their keys.
    let turn = Promise.resolve()
    for (const job of jobs) {
      const isBack = job.retryCount > 0
      const claimed = this.#begin(job, isBack ? turn : Promise.resolve())
      if (isBack) turn = claimed
    }
  }

  /** The answer is when the step is claimed, or is found not to be there. */
  #begin(job: StepJob, turn: Promise<void>): Promise<void> {
    const claimed = Promise.withResolvers<void>()
    if (job.ref.ask) this.#asking += 1
    const done = this.#carryOut(job, { turn, onClaimed: claimed.resolve }).finally(() => {
      claimed.resolve()
      this.#running.delete(job.id)
      if (job.ref.ask) this.#asking -= 1
      const hungry = [...this.#hungry]
      this.#hungry.clear()
      this.wake(hungry)
    })
    this.#running.set(job.id, { job, done })
    return claimed.promise
  }

  async #carryOut(
    job: StepJob,
    { turn, onClaimed }: { turn: Promise<void>; onClaimed: () => void },
  ): Promise<void> {
    await turn
    using _ = job.ref.suspect ? await this.#oneSuspect() : undefined
    try {
      if (this.#isStopping) return
      const claim = await this.#claim(job)
      onClaimed()
      if (claim) await this.#perform(job, claim)
    } catch (error) {
      // The job stays as it is: when nothing is heard of it for long enough, it is given out again.
      this.#tellTrouble(error, "Couldn't start a step. Retrying.")
    }
  }

  #claim(job: StepJob): Promise<Claim | undefined> {
    const lease = `${job.id}#${job.retryCount}`
    return this.#options.commit((transaction) => this.#options.delivery.claim(transaction, job.ref, lease), {
      job,
      isOver: (claim) => claim === undefined,
    })
  }

  async #perform(job: StepJob, claim: Claim): Promise<void> {
    const { delivery, commit, log } = this.#options
    const act = await delivery.perform(claim)
    for (;;) {
      try {
        await commit(act, { job, isOver: () => true })
        return
      } catch (error) {
        const { workflow_id, id: step_id } = claim
        // What has happened is kept until it can be written, unless nobody waits for it any more.
        if (!isAway(error) || this.#isStopping) {
          log.error({ err: error, workflow_id, step_id }, "Couldn't record the end of a step.")
          return
        }
        await sleep(AGAIN_MS)
      }
    }
  }

  /** Two processes ended during it: one of these at a time, so that the one at fault is found. */
  async #oneSuspect(): Promise<Disposable> {
    const before = this.#suspects
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#suspects = promise
    await before
    return { [Symbol.dispose]: resolve }
  }

  async #touch(): Promise<void> {
    try {
      await this.#options.jobs.touch([...this.#running.values()].map(({ job }) => job))
    } catch (error) {
      this.#tellTrouble(error, "This process couldn't report that it is alive.")
    }
  }

  async #pulse(): Promise<void> {
    if (this.#isPulsing || this.#isStopping) return
    this.#isPulsing = true
    const { jobs, patienceMs } = this.#options
    try {
      if (performance.now() - this.#connectedAt >= patienceMs) await jobs.supervise()
      for (const job of await jobs.fetchCare()) await this.#care(job)
      this.wake(await jobs.agents())
    } catch (error) {
      this.#tellTrouble(error, "Couldn't read the queues. Retrying.")
    } finally {
      this.#isPulsing = false
    }
  }

  async #care(job: CareJob): Promise<void> {
    const { delivery, settleCare } = this.#options
    const { key, workflow } = job
    await settleCare(function* (transaction) {
      if (key !== undefined) yield* delivery.giveUp(transaction, { key })
      if (workflow !== undefined) yield* delivery.recover(transaction, workflow)
    }, job)
  }

  /** That the database is away is told once, by whoever notices that the connection is lost. */
  #tellTrouble(error: unknown, sentence: string): void {
    const level = isAway(error) || this.#isStopping ? 'debug' : 'error'
    this.#options.log[level]({ err: error }, sentence)
  }
}

function isAway(error: unknown): boolean {
  return isGone(error) || (error as { code?: unknown }).code === 'unavailable'
}
