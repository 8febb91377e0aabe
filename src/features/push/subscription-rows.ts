import { createHash } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import type { NewSubscription, PushDevice } from './contract.ts'
import type { ReceiverKeys } from './encrypt.ts'

export interface Subscription extends ReceiverKeys {
  readonly id: string
  readonly endpoint: string
  readonly name: string
  readonly created_at: string
  readonly last_sent_at: string | null
  readonly problem: string | null
}

/** The same browser has the same id, however often it subscribes. */
export function subscriptionId(endpoint: string): string {
  return `psh_${createHash('sha256').update(endpoint).digest('base64url').slice(0, 16)}`
}

export function upsert(
  database: Database,
  { endpoint, keys, name }: NewSubscription,
  created_at: string,
): void {
  database
    .prepare(
      `INSERT INTO push_subscriptions (id, endpoint, p256dh, auth, name, created_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name`,
    )
    .run(subscriptionId(endpoint), endpoint, keys.p256dh, keys.auth, name, created_at)
}

export function select(database: Database, id: string): Subscription | undefined {
  return database.prepare('SELECT * FROM push_subscriptions WHERE id = ?').get(id) as Subscription | undefined
}

/** The oldest first. */
export function selectAll(database: Database): Subscription[] {
  const rows: unknown = database.prepare('SELECT * FROM push_subscriptions ORDER BY created_at, id').all()
  return rows as Subscription[]
}

export function count(database: Database): number {
  return Number(database.prepare('SELECT count(*) AS count FROM push_subscriptions').get()!['count'])
}

/** What waits for it goes with it. */
export function remove(database: Database, id: string): boolean {
  return database.prepare('DELETE FROM push_subscriptions WHERE id = ?').run(id).changes > 0
}

export function noteSent(database: Database, id: string, at: string): void {
  database.prepare('UPDATE push_subscriptions SET last_sent_at = ?, problem = NULL WHERE id = ?').run(at, id)
}

export function noteProblem(database: Database, id: string, problem: string): void {
  database.prepare('UPDATE push_subscriptions SET problem = ? WHERE id = ?').run(problem, id)
}

/** Without its address and keys: whoever has them can send to it. */
export function present(subscription: Subscription): PushDevice {
  const { id, name, endpoint, created_at, last_sent_at, problem } = subscription
  return { id, name, service: new URL(endpoint).host, created_at, last_sent_at, problem }
}
