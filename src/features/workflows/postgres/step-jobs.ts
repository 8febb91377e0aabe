import type { PoolClient } from 'pg'
import type { Db, PgBoss } from 'pg-boss'
import type { Log } from '../../../contract/log.ts'
import { JOB_SCHEMA, type Connections } from './connections.ts'
import type { StepRef } from '../engine/transaction.ts'

/** A step that a queue has given to this process, and to no other as long as it is heard of. */
export interface StepJob {
  readonly id: string
  readonly retryCount: number
  readonly agent: string
  readonly ref: StepRef
}

/** Something to be set right: a step that no process survived, or a workflow that came from another database. */
export interface CareJob {
  readonly id: string
  readonly key?: number
  readonly workflow?: number
}

interface StepData {
  readonly key: number
  readonly ask?: true
  readonly suspect?: true
}

const STEPS = 'steps/'
const CARE = 'care'
/** Deliveries of one job that ended before the step was even begun. What runs is counted by the engine itself. */
const RETRIES = 10
const DAY_SECONDS = 86_400
/** pg-boss removes what nobody has taken for so long, and ends what runs for so long: neither must happen to a step. */
const KEPT_SECONDS = 3650 * DAY_SECONDS
const ASK_PRIORITY = 1
const CARE_AT_A_TIME = 20

/**
 * The queues in which steps wait for a process that may run them, one for each agent. pg-boss gives each job to one
 * process, and to another when it has not heard of the first for a while.
 */
export class StepJobs {
  readonly #boss: PgBoss
  readonly #heartbeatSeconds: number
  readonly #queues = new Map<string, Promise<void>>()

  private constructor(boss: PgBoss, heartbeatSeconds: number) {
    this.#boss = boss
    this.#heartbeatSeconds = heartbeatSeconds
  }

  static async open(
    { sidePool }: Connections,
    { heartbeatSeconds, log }: { heartbeatSeconds: number; log: Log },
  ): Promise<StepJobs> {
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
    const jobs = new StepJobs(boss, heartbeatSeconds)
    await jobs.#ensure(CARE)
    return jobs
  }

  /** Hands out steps in the transaction of the client. The answer is whose queues have something new in them. */
  async enqueue(client: PoolClient, refs: readonly StepRef[]): Promise<Set<string>> {
    if (refs.length === 0) return new Set()
    const agents = await agentsOf(client, refs)
    const byAgent = Map.groupBy(refs, (ref) => ref.read?.agent ?? agents.get(ref.key)!)
    for (const [agent, list] of byAgent) {
      const queue = STEPS + agent
      await this.#ensure(queue)
      const jobs = list.map(({ key, ask, suspect, delayMs }) => ({
        data: { key, ...(ask && { ask }), ...(suspect && { suspect }) } satisfies StepData,
        ...this.#lasting,
        ...(ask && { priority: ASK_PRIORITY }),
        ...(delayMs !== undefined && { startAfter: delayMs / 1000 }),
      }))
      await this.#boss.insert(queue, jobs, { db: within(client) })
    }
    return new Set(byAgent.keys())
  }

  /** Agents that steps have been handed out for. */
  async agents(): Promise<string[]> {
    const queues = await this.#boss.getQueues()
    return queues.flatMap(({ name }) => (name.startsWith(STEPS) ? [name.slice(STEPS.length)] : []))
  }

  /** Steps for this process; with `onlyAsks` those that need no place because they only ask a person. */
  async fetch(agent: string, { most, onlyAsks }: { most: number; onlyAsks: boolean }): Promise<StepJob[]> {
    const queue = STEPS + agent
    await this.#ensure(queue)
    const jobs = await this.#boss.fetch<StepData>(queue, {
      batchSize: most,
      ...(onlyAsks && { minPriority: ASK_PRIORITY }),
    })
    return jobs
      .map(({ id, retryCount, data: { key, ask, suspect } }) => ({
        id,
        retryCount,
        agent,
        ref: { key, ...(ask && { ask }), ...(suspect && { suspect }) },
      }))
      .toSorted((a, b) => a.ref.key - b.ref.key)
  }

  /** The job is over, with the transaction of the client; nothing happens when it was given to somebody else. */
  async finish(client: PoolClient, { agent, id, retryCount }: StepJob): Promise<void> {
    await this.#boss.deleteJob(STEPS + agent, { id, retryCount }, { db: within(client) })
  }

  /** Says that this process is still there and works on them. */
  async touch(jobs: Iterable<StepJob>): Promise<void> {
    for (const [agent, list] of Map.groupBy(jobs, (job) => job.agent))
      await this.#boss.touch(
        STEPS + agent,
        list.map(({ id, retryCount }) => ({ id, retryCount })),
      )
  }

  /** Takes jobs away from processes that have not been heard of; one process at a time does it. */
  async supervise(): Promise<void> {
    await this.#boss.supervise()
  }

  async fetchCare(): Promise<CareJob[]> {
    const jobs = await this.#boss.fetch<Omit<CareJob, 'id'>>(CARE, { batchSize: CARE_AT_A_TIME })
    return jobs.map(({ id, data }) => ({ id, ...data }))
  }

  async finishCare(client: PoolClient, { id }: CareJob): Promise<void> {
    await this.#boss.deleteJob(CARE, id, { db: within(client) })
  }

  /** Has workflows set right by whoever comes first. */
  async enqueueCare(client: PoolClient, workflows: readonly number[]): Promise<void> {
    const jobs = workflows.map((workflow) => ({ data: { workflow }, ...this.#lasting }))
    if (jobs.length > 0) await this.#boss.insert(CARE, jobs, { db: within(client) })
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false })
  }

  get #lasting() {
    return {
      heartbeatSeconds: this.#heartbeatSeconds,
      expireInSeconds: KEPT_SECONDS,
      retentionSeconds: KEPT_SECONDS,
    }
  }

  #ensure(queue: string): Promise<void> {
    const known = this.#queues.get(queue)
    if (known) return known
    const made = this.#boss.createQueue(queue, {
      retryDelay: 0,
      retryBackoff: false,
      deleteAfterSeconds: DAY_SECONDS,
      retentionSeconds: 365 * DAY_SECONDS,
      ...(queue === CARE
        ? { retryLimit: 1000, heartbeatSeconds: 10 }
        : { retryLimit: RETRIES, deadLetter: CARE }),
    })
    this.#queues.set(queue, made)
    made.catch(() => this.#queues.delete(queue))
    return made
  }
}

/** pg-boss runs its statement in our transaction. */
function within(client: PoolClient): Db {
  return { executeSql: (text, values) => client.query(text, values) }
}

async function agentsOf(client: PoolClient, refs: readonly StepRef[]): Promise<Map<number, string>> {
  const keys = refs.flatMap(({ key, read }) => (read ? [] : [key]))
  if (keys.length === 0) return new Map()
  const { rows } = await client.query<{ key: number; agent: string }>({
    name: 'deskhand_agents',
    text: 'SELECT key, agent FROM workflow_steps WHERE key = ANY($1::bigint[])',
    values: [keys],
  })
  return new Map(rows.map(({ key, agent }) => [key, agent]))
}
