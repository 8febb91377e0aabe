import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Act, Backend, Delivery, Notice, StepRef, Transaction, Work } from './backend.ts'
import type { Claim } from './claim.ts'
import { StepQueue } from './step-queue.ts'

export interface SqliteBackendOptions {
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
  /** Steps of all workflows that run side by side. */
  readonly places?: number
}

const PLACES = 64
const DISK_RETRY_MS = 1_000

/**
 * Everything in one process and one database. A transaction also takes the next steps, up to the free places: what ends
 * one step begins the next, and both share one fsync with whatever else happens in the same turn of the event loop.
 */
export class SqliteBackend implements Backend {
  readonly alone = true
  readonly #options: SqliteBackendOptions
  readonly #delivery: Delivery
  readonly #queue: StepQueue
  readonly #process = randomUUID()
  readonly #carriedOut = new Map<number, Set<Promise<void>>>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #leases = 0
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

  async start(): Promise<void> {
    this.#isDelivering = true
    await this.#pump()
  }

  async abort(workflow: number): Promise<void> {
    this.#delivery.abort(workflow)
    await Promise.all(this.#carriedOut.get(workflow) ?? [])
  }

  async stop(): Promise<void> {
    this.#isDelivering = false
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all([...this.#carriedOut.values()].flatMap((all) => [...all]))
  }

  /** The act and the claims that it makes possible, in one change of the database. `ended` gives its place back. */
  async #commit<Result>(act: Act<Result>, ended?: Claim): Promise<Result> {
    const notices: Notice[] = []
    const refs: StepRef[] = []
    const transaction: Transaction = {
      at: this.#options.now().toISOString(),
      enqueue: (ref) => void refs.push(ref),
      tell: (notice) => void notices.push(notice),
    }
  }
}
