import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'

const KEPT_MS = 24 * 3_600_000

export interface ReceivedEvent {
  readonly provider: string
  /** What tells it from every other one of its provider. */
  readonly event: readonly string[]
  readonly now: Date
  /** What is written together with the receipt, or not at all. */
  readonly alongside?: () => void
}

/** Notes that an event was taken, for ever as far as its proof is good; false when it was taken before. */
export function takeOnce(database: Database, received: ReceivedEvent): Promise<boolean> {
  return database.write(() => takeOnceWithin(database, received))
}

/** The same as part of a write. */
export function takeOnceWithin(
  database: Database,
  { provider, event, now, alongside }: ReceivedEvent,
): boolean {
  const hash = createHash('sha256')
    .update(JSON.stringify([provider, ...event]))
    .digest()
  const oldest = new Date(now.getTime() - KEPT_MS).toISOString()
  database.prepare('DELETE FROM webhook_receipts WHERE received_at < ?').run(oldest)
  const { changes } = database
    .prepare('INSERT OR IGNORE INTO webhook_receipts (event, received_at) VALUES (?, ?)')
    .run(hash, now.toISOString())
  if (changes === 1) alongside?.()
  return changes === 1
}
