import { silentLog } from '../src/contract/log.ts'
import {
  postgresBackend,
  type PostgresBackendOptions,
} from '../src/features/workflows/postgres/postgres-backend.ts'
import type { OpenBackend } from '../src/features/workflows/engine/backend.ts'
import type { Cluster } from './postgres.ts'
import type { BackendKit } from './workflow-stage.ts'

type Tuning = Partial<Omit<PostgresBackendOptions, 'url' | 'now' | 'log'>>

export function openShared(url: string, tuning: Tuning & { now: () => Date }): OpenBackend {
  return postgresBackend({
    url,
    log: silentLog,
    agents: () => ['puppet'],
    places: () => 64,
    pulseMs: 100,
    // Whoever is to be taken for dead in these tests is.
    patienceMs: 0,
    ...tuning,
  })
}

/** One of several processes on the same database. */
export function sharedKit(url: string, tuning: Tuning = {}): BackendKit {
  return {
    name: 'PostgreSQL',
    async open() {
      return {
        openBackend: ({ now }) => openShared(url, { ...tuning, now }),
        async [Symbol.asyncDispose]() {},
      }
    },
  }
}

/** A database with all tables in it, to be copied. */
export async function createTemplate(cluster: Cluster): Promise<string> {
  const url = await cluster.createDatabase()
  const options = { url, now: () => new Date(), log: silentLog, agents: () => [], places: () => 1 }
  // It delivers nothing, so nothing is asked of a delivery.
  const backend = postgresBackend(options)({} as never)
  await backend.ready()
  await backend.stop()
  return url
}

/** Makes the last sign of life of whoever has a step now so old that it counts as dead. */
export function forgetLiving(cluster: Cluster, url: string): void {
  cluster.sql(
    `UPDATE deskhand_jobs.job SET heartbeat_on = heartbeat_on - interval '1 hour' WHERE state = 'active';
     UPDATE deskhand_jobs.queue SET monitor_on = NULL;
     UPDATE deskhand.workers SET seen_at = seen_at - interval '1 hour'`,
    url,
  )
}
