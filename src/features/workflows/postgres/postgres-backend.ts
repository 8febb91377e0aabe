import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Backend, Delivery, OpenBackend, TransactOptions } from '../engine/backend.ts'
import { FLOW_AGENT } from '../engine/flow.ts'
import type { Work } from '../engine/statement.ts'
import { workflowOf } from '../engine/step-rows.ts'
import type { Act } from '../engine/transaction.ts'
import { Batches } from './batches.ts'
import { Caretaker, takeOverStep } from './caretaker.ts'
import {
  BATCH_POOL_SIZE,
  clearly,
  openConnections,
  placeOf,
  withClient,
  type Connections,
} from './connections.ts'
import { DelayedJobs } from './delayed-jobs.ts'
import { Dispatcher } from './dispatcher.ts'
import type { Member, Outcome } from './group.ts'
import { Messages, type Message } from './messages.ts'
import { channelOf, migrate } from './schema.ts'
import { runWork } from './statements.ts'
import { Workers } from './workers.ts'

export interface PostgresBackendOptions {
  readonly url: string
  readonly now: () => Date
  readonly log: Log
  /** Agents whose steps this process may run; asked each time, for plugins and settings change. */
  readonly agents: () => readonly string[]
  /** Steps that run side by side in this process. */
  readonly places: () => number
  readonly pulseMs?: number
  readonly patienceMs?: number
}

const PULSE_MS = 1_000
const PATIENCE_MS = 8_000
const AGAIN_MS = 1_000

/** Many processes on one PostgreSQL: its rows are the workflows, and the queue of the steps that wait. */
export function postgresBackend(options: PostgresBackendOptions): OpenBackend {
  return (delivery) => new SharedBackend(options, delivery)
}

interface Store {
  readonly connections: Connections
  readonly jobs: DelayedJobs
  readonly batches: Batches
}

class SharedBackend implements Backend {
  readonly alone = false
  readonly #options: PostgresBackendOptions
  readonly #delivery: Delivery
  readonly #place: string
  readonly #self = randomUUID()
  readonly #stopping = new AbortController()
  readonly #dispatcher: Dispatcher
  #opening: Promise<Store> | undefined
  #batches: Batches | undefined
  #messages: Messages | undefined
  #caretaker: Caretaker | undefined
  #workers: Workers | undefined
  #stopped: Promise<void> | undefined
  #trouble: string | null = null

  constructor(options: PostgresBackendOptions, delivery: Delivery) {
    this.#options = options
    this.#delivery = delivery
    this.#place = placeOf(options.url)
    const { log, places, agents } = options
    this.#dispatcher = new Dispatcher({
      worker: this.#self,
      delivery,
      log,
      places,
      agents: () => [FLOW_AGENT, ...agents()],
      commit: (member) => this.#commit(member),
      poke: () => this.#batches?.poke(),
    })
  }

  get trouble(): string | null {
    return this.#trouble
  }

  transact<Result>(act: Act<Result>, { mayShare = false }: TransactOptions = {}): Promise<Result> {
    return this.#commit({ act, isAlone: !mayShare })
  }

  read<Result>(work: Work<Result>): Promise<Result> {
    return this.#told(async ({ connections }) =>
      withClient(connections.pool, async (client) => {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        const result = await runWork(client, work)
        await client.query('COMMIT')
        return result
      }),
    )
  }

  async ready(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.#told(async () => {})
        return
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
        await sleep(AGAIN_MS, undefined, { signal }).catch(() => {})
      }
    }
    throw new AppError('unavailable', 'The workflows are being closed.')
  }

  async start(): Promise<void> {
    const { log, pulseMs = PULSE_MS, patienceMs = PATIENCE_MS } = this.#options
    const { connections, jobs } = await this.#open()
    const commit = <Result>(member: Member<Result>) => this.#commit(member)
    const workers = new Workers({
      self: this.#self,
      pool: connections.sidePool,
      leases: this.#dispatcher.leases,
      takeOver: (step) =>
        commit({
          workflow: workflowOf(step.key),
          act: (transaction) => takeOverStep(this.#delivery, transaction, step),
        }),
    })
    this.#workers = workers
    const onPulse = () => this.#dispatcher.wakeAll()
    const care = { delivery: this.#delivery, workers, jobs, log, pulseMs, patienceMs, commit, onPulse }
    this.#caretaker = new Caretaker(care)
    await this.#listen(await channelOf(connections.pool), { connections, workers })
    this.#dispatcher.start()
    this.#caretaker.start()
  }

  async abort(workflow: number): Promise<void> {
    this.#messages?.say({ abort: [workflow] })
    this.#delivery.abort(workflow)
    await this.#dispatcher.whenEnded(workflow)
  }

  stop(): Promise<void> {
    this.#stopping.abort()
    return (this.#stopped ??= this.#close())
  }

  async #listen(
    channel: string,
    { connections, workers }: { connections: Connections; workers: Workers },
  ): Promise<void> {
    let isFirst = true
    this.#messages = new Messages({
      channel,
      openClient: connections.openClient,
      prepare: (client) => workers.holdLock(client),
      log: this.#options.log,
      onMessage: (message) => this.#hear(message),
      onConnected: () => {
        this.#mend()
        if (!isFirst) {
          this.#caretaker?.reconnected()
          this.#delivery.missed()
        }
        isFirst = false
      },
    })
    await this.#messages.start()
  }

  async #close(): Promise<void> {
    await this.#dispatcher.stop()
    this.#caretaker?.stop()
    const store = await this.#opening?.catch(() => undefined)
    await this.#workers?.leave().catch(() => {})
    await this.#messages?.stop()
    await store?.jobs.close()
    await store?.connections.close()
  }

  #commit<Result>(member: Member<Result>): Promise<Result> {
    return this.#told(({ batches }) => batches.submit(member))
  }

  /** A transaction is on disk. */
  #committed({ notices, taken, later, waiting }: Outcome): void {
    this.#delivery.committed(notices)
    if (waiting.size > 0 || notices.length > 0) this.#messages?.say({ wake: [...waiting], notices })
    this.#dispatcher.carryOut(taken)
    if (waiting.size > 0) this.#dispatcher.wake(waiting)
    for (const { delayMs } of later) this.#caretaker?.lookAgainIn(delayMs!)
  }

  #hear({ wake = [], abort = [], notices = [] }: Message): void {
    for (const workflow of abort) this.#delivery.abort(workflow)
    if (notices.length > 0) this.#delivery.heard(notices)
    if (wake.length > 0) this.#dispatcher.wake(wake)
  }

  /** Says once that the database went away, and tells every caller in a clear sentence. */
  async #told<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
    try {
      const result = await use(await this.#open())
      this.#mend()
      return result
    } catch (error) {
      const told = clearly(error, this.#place)
      if (told !== error && this.#trouble === null && !this.#stopping.signal.aborted) {
        this.#trouble = (told as AppError).message
        this.#options.log.warn({}, this.#trouble)
      }
      throw told
    }
  }

  #mend(): void {
    if (this.#trouble === null) return
    this.#trouble = null
    this.#options.log.info({}, `The workflow database at ${this.#place} is available again.`)
  }

  #open(): Promise<Store> {
    this.#opening ??= this.#openStore().catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  async #openStore(): Promise<Store> {
    const { url, log } = this.#options
    const connections = await openConnections(url)
    try {
      await migrate(connections.pool)
      const jobs = await DelayedJobs.open(connections, log)
      this.#batches = this.#openBatches(connections, jobs)
      return { connections, jobs, batches: this.#batches }
    } catch (error) {
      await connections.close()
      throw error
    }
  }

  #openBatches({ batchPool }: Connections, jobs: DelayedJobs): Batches {
    const { now } = this.#options
    return new Batches({
      pool: batchPool,
      most: BATCH_POOL_SIZE,
      now,
      handOut: (lane) => this.#dispatcher.handOut(lane),
      wantsMore: () => this.#dispatcher.wantsMore,
      takeMore: (rounds, openLane) => this.#dispatcher.takeMore(rounds, openLane),
      postpone: (client, { later }) => jobs.enqueue(client, later),
      onCommitted: (outcome) => this.#committed(outcome),
      onTrouble: (error) => this.#dispatcher.couldNotTake(error),
    })
  }
}
