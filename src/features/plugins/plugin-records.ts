import type { Database } from '../../platform/database/database.ts'

/** What the user decided about a plugin. */
export interface PluginRecord {
  readonly seenHash: string
  /** The version that may use its permissions. Another one may not, until it is enabled too. */
  readonly enabledHash: string | null
  readonly disabled: boolean
}

export interface PluginRecords {
  find(agent: string): PluginRecord | undefined
  /** Every plugin that was ever seen, also those whose folder is gone. */
  agents(): string[]
  /** Notes the version that is there now; answers whether it was not there before. */
  see(agent: string, hash: string): Promise<boolean>
  enable(agent: string, hash: string): Promise<void>
  disable(agent: string): Promise<void>
}

export function createPluginRecords(database: Database, now: () => Date): PluginRecords {
  const timestamp = () => now().toISOString()
  const find = (agent: string): PluginRecord | undefined => {
    const row = database
      .prepare('SELECT seen_hash, enabled_hash, disabled FROM plugins WHERE agent = ?')
      .get(agent)
    return (
      row && {
        seenHash: row['seen_hash'] as string,
        enabledHash: row['enabled_hash'] as string | null,
        disabled: row['disabled'] === 1,
      }
    )
  }
  return {
    find,

    agents: () =>
      database
        .prepare('SELECT agent FROM plugins ORDER BY agent')
        .all()
        .map((row) => row['agent'] as string),

    see: (agent, hash) =>
      database.write(() => {
        if (find(agent)?.seenHash === hash) return false
        database
          .prepare(
            `INSERT INTO plugins (agent, seen_hash, seen_at) VALUES (?, ?, ?)
             ON CONFLICT (agent) DO UPDATE SET seen_hash = excluded.seen_hash, seen_at = excluded.seen_at`,
          )
          .run(agent, hash, timestamp())
        return true
      }),

    enable: (agent, hash) =>
      database.write(() => {
        database
          .prepare('UPDATE plugins SET enabled_hash = ?, disabled = 0, decided_at = ? WHERE agent = ?')
          .run(hash, timestamp(), agent)
      }),

    disable: (agent) =>
      database.write(() => {
        database
          .prepare('UPDATE plugins SET disabled = 1, decided_at = ? WHERE agent = ?')
          .run(timestamp(), agent)
      }),
  }
}
