import type { Database } from '../../database/database.ts'

export type Provider = 'workspace-chat' | 'office-chat' | 'telegram' | 'slack' | 'mail'

export interface Address {
  readonly provider: Provider
  /** As the provider's own messenger understands it. */
  readonly to: object
}

/** A question of a workflow can wait for a week; nothing else can be decided later than that. */
const KEPT_MS = 8 * 86_400_000

/** Where a conversation last came from, so that what is decided on the machine can be told there. */
export class ReturnAddresses {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  async keep(session_id: string, { provider, to }: Address): Promise<void> {
    const now = this.#now()
    const oldest = new Date(now.getTime() - KEPT_MS).toISOString()
    await this.#database.write(() => {
      this.#database.prepare('DELETE FROM webhook_addresses WHERE heard_at < ?').run(oldest)
      this.#database
        .prepare(
          `INSERT INTO webhook_addresses (session_id, provider, return_address, heard_at) VALUES (?, ?, ?, ?)
             ON CONFLICT (session_id) DO UPDATE SET provider = excluded.provider,
               return_address = excluded.return_address, heard_at = excluded.heard_at`,
        )
        .run(session_id, provider, JSON.stringify(to), now.toISOString())
    })
  }

  find(session_id: string): Address | undefined {
    const row = this.#database.prepare('SELECT * FROM webhook_addresses WHERE session_id = ?').get(session_id)
    return (
      row && {
        provider: row['provider'] as Provider,
        to: JSON.parse(String(row['return_address'])) as object,
      }
    )
  }
}
