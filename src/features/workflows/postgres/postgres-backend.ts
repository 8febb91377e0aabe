import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Backend, Delivery, OpenBackend } from '../engine/backend.ts'
import { FLOW_AGENT } from '../engine/flow.ts'
import {
  clearly,
  isContention,
  openConnections,
  placeOf,
  withClient,
  type Connections,
} from './connections.ts'
import { Dispatcher } from './dispatcher.ts'
import { Messages, type Message } from './messages.ts'
import { channelOf, migrate } from './schema.ts'
import { runWork } from './statements.ts'
import { StepJobs } from './step-jobs.ts'
import type { StepRef, Notice, Transaction, Act } from '../engine/transaction.ts'
import type { Work } from '../engine/statement.ts'

export interface PostgresBackendOptions {
  readonly url: string
  readonly now: () => Date
  readonly log: Log
  /** Agents whose steps this process may run; asked each time, for plugins and settings change. */
  readonly agents: () => readonly string[]
  /** Steps that run side by side in this process. */
  readonly places: () => number
  /** A process that was not heard of for so long is taken for dead. */
  readonly heartbeatSeconds?: number
  readonly pulseMs?: number
  readonly patienceMs?: number
}

const HEARTBEAT_SECONDS = 8
const PULSE_MS = 2_000
const AGAIN_MS = 1_000
const MAX_ATTEMPTS = 8

/** Many processes on one PostgreSQL: its rows are the workflows, pg-boss shares out the steps. */
export function postgresBackend(options: PostgresBackendOptions): OpenBackend {
  return (delivery) => new SharedBackend(options, delivery)
}

interface Store {
  readonly connections: Connections
  readonly jobs: StepJobs
}

class SharedBackend implements Backend {
  readonly alone = false
  readonly #options: PostgresBackendOptions
  readonly #delivery: Delivery
  readonly #place: string
  readonly #stopping = new AbortController()
  #opening: Promise<Store> | undefined
  #messages: Messages | undefined
  #dispatcher: Dispatcher | undefined
  #stopped: Promise<void> | undefined
  #trouble: string | null = null

  constructor(options: PostgresBackendOptions, delivery: Delivery) {
    this.#options = options
    this.#delivery = delivery
    this.#place = placeOf(options.url)
  }

  get trouble(): string | null {
    return this.#trouble
  }

  transact<Result>(act: Act<Result>): Promise<Result> {
    return this.#commit(act)
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
    const { log, agents, places, pulseMs = PULSE_MS } = this.#options
    const { patienceMs = (this.#options.heartbeatSeconds ?? HEARTBEAT_SECONDS) * 1_000 } = this.#options
    const { connections, jobs } = await this.#open()
    this.#dispatcher = new Dispatcher({
      delivery: this.#delivery,
      jobs,
      log,
      places,
      agents: () => [FLOW_AGENT, ...agents()],
      pulseMs,
      patienceMs,
      commit: (act, { job, isOver }) =>
        this.#commit(act, async (client, result) => {
          if (isOver(result)) await jobs.finish(client, job)
        }),
      settleCare: (act, job) => this.#commit(act, (client) => jobs.finishCare(client, job)),
    })
    let isFirst = true
    this.#messages = new Messages({
      channel: await channelOf(connections.pool),
      openClient: connections.openClient,
      log,
      onMessage: (message) => this.#hear(message),
      onConnected: () => {
        this.#mend()
        if (!isFirst) {
          this.#dispatcher?.reconnected()
          this.#delivery.missed()
        }
        isFirst = false
      },
    })
    await this.#messages.start()
    this.#dispatcher.start()
  }

  async abort(workflow: number): Promise<void> {
    this.#messages?.say({ abort: [workflow] })
    this.#delivery.abort(workflow)
    await this.#dispatcher?.whenEnded(workflow)
  }

  stop(): Promise<void> {
    this.#stopping.abort()
    return (this.#stopped ??= this.#close())
  }

  async #close(): Promise<void> {
    await this.#dispatcher?.stop()
    await this.#messages?.stop()
    const store = await this.#opening?.catch(() => undefined)
    await store?.jobs.close()
    await store?.connections.close()
  }

  /** The act, what it hands out, and what goes with it, in one transaction. */
  async #commit<Result>(
    act: Act<Result>,
    alongside?: (client: PoolClient, result: Result) => Promise<void>,
  ): Promise<Result> {
    const done = await this.#told(async ({ connections: { pool }, jobs }) => {
      for (let attempt = 1; ; attempt += 1)
        try {
          return await withClient(pool, (client) => this.#attempt(client, { jobs, act, alongside }))
        } catch (error) {
          if (!isContention(error) || attempt === MAX_ATTEMPTS) throw error
          await sleep(Math.random() * 10 * 2 ** attempt)
        }
    })
    this.#delivery.committed(done.notices)
    this.#announce(done)
    return done.result
  }

  async #attempt<Result>(
    client: PoolClient,
    {
      jobs,
      act,
      alongside,
    }: {
      jobs: StepJobs
      act: Act<Result>
      alongside: ((client: PoolClient, result: Result) => Promise<void>) | undefined
    },
  ): Promise<Committed<Result>> {
    const notices: Notice[] = []
    const refs: StepRef[] = []
    const transaction: Transaction = {
      at: this.#options.now().toISOString(),
      enqueue: (ref) => void refs.push(ref),
      tell: (notice) => void notices.push(notice),
    }
    await client.query('BEGIN')
    const result = await runWork(client, act(transaction))
    for (const ref of refs) await runWork(client, this.#delivery.park(ref))
    const agents = await jobs.enqueue(client, refs)
    await alongside?.(client, result)
    await client.query('COMMIT')
    return { result, notices, refs, agents }
  }

  #announce({ notices, refs, agents }: Committed<unknown>): void {
    const wake = refs.some(({ delayMs }) => delayMs === undefined) ? [...agents] : []
    if (wake.length > 0 || notices.length > 0) this.#messages?.say({ wake, notices })
    this.#dispatcher?.wake(wake)
    for (const { delayMs } of refs) if (delayMs !== undefined) this.#dispatcher?.wakeLater(agents, delayMs)
  }

  #hear({ wake = [], abort = [], notices = [] }: Message): void {
    for (const workflow of abort) this.#delivery.abort(workflow)
    if (notices.length > 0) this.#delivery.heard(notices)
    this.#dispatcher?.wake(wake)
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
        this.#options.log.warn({ err: error }, this.#trouble)
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
    const { url, log, heartbeatSeconds = HEARTBEAT_SECONDS } = this.#options
    this.#opening ??= openStore(url, { heartbeatSeconds, log }).catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }
}

interface Committed<Result> {
  readonly result: Result
  readonly notices: readonly Notice[]
  readonly refs: readonly StepRef[]
  readonly agents: ReadonlySet<string>
}

async function openStore(url: string, options: { heartbeatSeconds: number; log: Log }): Promise<Store> {
  const connections = await openConnections(url)
  try {
    await migrate(connections.pool)
    return { connections, jobs: await StepJobs.open(connections, options) }
  } catch (error) {
    await connections.close()
    throw error
  }
}
