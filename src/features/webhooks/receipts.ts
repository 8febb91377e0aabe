import { createHash } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { Unverified } from './verification/unverified.ts'

const KEPT_MS = 24 * 3_600_000

/** Notes that an event was taken, for ever as far as its proof is good; refuses it when it was taken before. */
export async function takeOnce(
  database: Database,
  { provider, event, now }: { provider: string; event: readonly string[]; now: Date },
): Promise<void> {
  const hash = createHash('sha256')
    .update(JSON.stringify([provider, ...event]))
    .digest()
  const oldest = new Date(now.getTime() - KEPT_MS).toISOString()
  const isNew = await database.write(() => {
    database.prepare('DELETE FROM webhook_receipts WHERE received_at < ?').run(oldest)
    const { changes } = database
      .prepare('INSERT OR IGNORE INTO webhook_receipts (event, received_at) VALUES (?, ?)')
      .run(hash, now.toISOString())
    return changes === 1
  })
  if (!isNew) throw new Unverified('the event was already received')
}
