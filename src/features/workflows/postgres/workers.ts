import { randomInt } from 'node:crypto'
import type { Client, Pool } from 'pg'

/** A step that a process has, as the tables say. */
export interface HeldStep {
  readonly key: number
  readonly lease: string
  readonly status: string
}

export interface WorkersOptions {
  /** The name of this process. */
  readonly self: string
  readonly pool: Pool
  /** The leases that this process knows to have. */
  readonly leases: ReadonlySet<string>
  readonly takeOver: (step: HeldStep) => Promise<void>
}

/** Anything that nobody else uses for advisory locks. */
const LOCKS = 730_117_422
const MAX_LOCK = 2 ** 31 - 1
/** A process that has ended has lost its connection, and is not heard of for so long. */
const ENDED_MS = 2_500
/** One that stands still keeps its connection. */
const FROZEN_MS = 8_000

/** The processes that run steps: each says every second that it is there, and any of them takes over from the dead. */
export class Workers {
  readonly #options: WorkersOptions
  #lock = 0

  constructor(options: WorkersOptions) {
    this.#options = options
  }

  /** Holds a lock on the connection for as long as it lasts. */
  async holdLock(client: Client): Promise<void> {
    this.#lock = randomInt(1, MAX_LOCK)
    await client.query('SELECT pg_advisory_lock($1, $2)', [LOCKS, this.#lock])
    await this.beat()
  }

  async beat(): Promise<void> {
    const { pool, self } = this.#options
    await pool.query({
      name: 'deskhand_beat',
      text: `INSERT INTO workers (id, lock, seen_at) VALUES ($1, $2, clock_timestamp())
             ON CONFLICT (id) DO UPDATE SET lock = $2, seen_at = clock_timestamp()`,
      values: [self, this.#lock],
    })
  }

  /** Takes over from those that have ended. True when somebody is late, and should be looked at again soon. */
  async buryDead(): Promise<boolean> {
    const { pool, self } = this.#options
    const { rows } = await pool.query<{ id: string; seen_at: string; is_dead: boolean }>({
      name: 'deskhand_late',
      text: `SELECT id, seen_at::text, seen_at < clock_timestamp() - $2 * interval '1 ms' AND
               (seen_at < clock_timestamp() - $3 * interval '1 ms' OR NOT EXISTS (
                 SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = $4
                   AND objid::bigint = lock AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
               )) AS is_dead
             FROM workers WHERE id <> $1 AND seen_at < clock_timestamp() - $2 * interval '0.5 ms'`,
      values: [self, ENDED_MS, FROZEN_MS, LOCKS],
    })
    for (const { id, seen_at, is_dead } of rows) if (is_dead) await this.#bury(id, seen_at)
    return rows.length > 0
  }

  /** Takes over what belongs to nobody: to a process that is not listed, or to this one without its knowing. */
  async adoptOrphans(): Promise<void> {
    const { pool, self, leases } = this.#options
    const { rows } = await pool.query<HeldStep & { worker: string }>({
      name: 'deskhand_orphans',
      text: `SELECT key, lease, status, split_part(lease, '.', 1) AS worker FROM workflow_steps
             WHERE lease IS NOT NULL AND (split_part(lease, '.', 1) = $1
               OR split_part(lease, '.', 1) NOT IN (SELECT id FROM workers))`,
      values: [self],
    })
    await this.#takeOver(rows.filter(({ worker, lease }) => worker !== self || !leases.has(lease)))
  }

  /** This process takes no more steps. */
  async leave(): Promise<void> {
    const { pool, self } = this.#options
    await pool.query('DELETE FROM workers WHERE id = $1', [self])
  }

  /** Its name goes last: should this process end in between, another one goes on. */
  async #bury(id: string, seen_at: string): Promise<void> {
    const { pool } = this.#options
    const { rows } = await pool.query<HeldStep>({
      name: 'deskhand_held',
      text: `SELECT key, lease, status FROM workflow_steps WHERE lease >= $1 AND lease < $2`,
      values: [`${id}.`, `${id}/`],
    })
    await this.#takeOver(rows)
    await pool.query('DELETE FROM workers WHERE id = $1 AND seen_at = $2::timestamptz', [id, seen_at])
  }

  /** In the order of their keys: of those that have ended several processes, one is begun first. */
  async #takeOver(steps: readonly HeldStep[]): Promise<void> {
    const inOrder = steps.toSorted((a, b) => a.key - b.key)
    await Promise.all(inOrder.map((step) => this.#options.takeOver(step)))
  }
}
