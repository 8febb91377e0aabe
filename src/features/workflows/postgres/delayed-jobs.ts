import type { PoolClient } from 'pg'
import type { Db, PgBoss } from 'pg-boss'
import type { Log } from '../../../contract/log.ts'
import type { StepRef } from '../engine/transaction.ts'
import { JOB_SCHEMA, withClient, type Connections } from './connections.ts'

/** A step whose time has come, or one that could not be looked at in many tries. */
export interface DelayedJob {
  readonly id: string
  readonly retryCount: number
  readonly key: number
}

const DELAYED = 'delayed'
const CARE = 'care'
/** Every step used to be a job, in a queue for each agent. */
const FORMER = 'steps/'
const RETRIES = 10
const DAY_SECONDS = 86_400
/** pg-boss removes what nobody has taken for so long: that must not happen to a step. */
const KEPT_SECONDS = 3650 * DAY_SECONDS
const HEARTBEAT_SECONDS = 10
const AT_A_TIME = 64

const LASTING = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: KEPT_SECONDS,
  retentionSeconds: KEPT_SECONDS,
} as const

/**
 * Steps that are to be looked at later: the pause after a failed try, and waits. pg-boss gives each to one process when its
 * time has come, to another when that one does not answer, and to the queue of those to be given up after ten.
 */
export class DelayedJobs {
  readonly #boss: PgBoss

  private constructor(boss: PgBoss) {
    this.#boss = boss
  }

  static async open({ pool, sidePool }: Connections, log: Log): Promise<DelayedJobs> {
    const { PgBoss } = await import('pg-boss')
    const boss = new PgBoss({
      db: { executeSql: (text, values) => sidePool.query(text, values) },
      schema: JOB_SCHEMA,
      // Its timers would start before a worker could be heard of again that was cut off from the database.
      supervise: false,
      schedule: false,
      monitorIntervalSeconds: 1,
    })
    boss.on('error', (error) => log.debug({ err: error }, "couldn't maintain a queue"))
    boss.on('warning', ({ message, data }) => log.warn({ data }, message))
    await boss.start()
    const kept = { deleteAfterSeconds: DAY_SECONDS, retentionSeconds: 365 * DAY_SECONDS }
    const atOnce = { retryDelay: 0, retryBackoff: false, ...kept }
    await boss.createQueue(CARE, { ...atOnce, retryLimit: 1000, heartbeatSeconds: HEARTBEAT_SECONDS })
    await boss.createQueue(DELAYED, { ...atOnce, retryLimit: RETRIES, deadLetter: CARE })
    const jobs = new DelayedJobs(boss)
    await jobs.#replaceFormer((use) => withClient(pool, use))
    return jobs
  }

  /** In the transaction of the client. */
  async enqueue(client: PoolClient, refs: readonly StepRef[]): Promise<void> {
    const jobs = refs.map(({ key, delayMs = 0 }) => ({
      data: { key },
      ...LASTING,
      startAfter: delayMs / 1000,
    }))
    if (jobs.length > 0) await this.#boss.insert(DELAYED, jobs, { db: within(client) })
  }

  /** Notes every step that waits for its time, of those workflows whose waits nobody knows of. */
  async enqueueAll(client: PoolClient, workflows?: readonly number[]): Promise<void> {
    const { rows } = await client.query<{ key: number; run_at: string }>(
      `SELECT key, run_at FROM workflow_steps WHERE run_at IS NOT NULL AND ($1::bigint[] IS NULL OR workflow = ANY ($1))`,
      [workflows ?? null],
    )
    const now = Date.now()
    const refs = rows.map(({ key, run_at }) => ({ key, delayMs: Math.max(0, Date.parse(run_at) - now) }))
    await this.enqueue(client, refs)
  }

  async fetch(): Promise<DelayedJob[]> {
    const jobs = await this.#boss.fetch<{ key: number }>(DELAYED, { batchSize: AT_A_TIME })
    return jobs.map(({ id, retryCount, data: { key } }) => ({ id, retryCount, key }))
  }

  /** The job is over, with the transaction of the client; nothing happens when it was given to somebody else. */
  async finish(client: PoolClient, { id, retryCount }: DelayedJob): Promise<void> {
    await this.#boss.deleteJob(DELAYED, { id, retryCount }, { db: within(client) })
  }

  /** Gives jobs to others whose process has not answered; one process at a time does it. */
  async supervise(): Promise<void> {
    await this.#boss.supervise()
  }

  async fetchCare(): Promise<DelayedJob[]> {
    const jobs = await this.#boss.fetch<{ key: number }>(CARE, { batchSize: AT_A_TIME })
    return jobs.map(({ id, retryCount, data: { key } }) => ({ id, retryCount, key }))
  }

  async finishCare(client: PoolClient, { id }: DelayedJob): Promise<void> {
    await this.#boss.deleteJob(CARE, id, { db: within(client) })
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false })
  }

  /** What waits for a process is in the tables of the workflows; what waits for its time is noted anew. */
  async #replaceFormer(
    connected: (use: (client: PoolClient) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const queues = (await this.#boss.getQueues()).filter(({ name }) => name.startsWith(FORMER))
    if (queues.length === 0) return
    await connected(async (client) => {
      await client.query('BEGIN')
      await this.enqueueAll(client)
      await client.query('COMMIT')
    })
    for (const { name } of queues) await this.#boss.deleteQueue(name)
  }
}

/** pg-boss runs its statement in our transaction. */
function within(client: PoolClient): Db {
  return { executeSql: (text, values) => client.query(text, values) }
}
