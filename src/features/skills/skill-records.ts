import type { Database } from '../../platform/database/database.ts'

/** What is stored about a skill from one start to the next. */
export interface SkillRecord {
  /** Where it was seen first. */
  readonly path: string
  /** The version that was there last. */
  readonly seenHash: string
  readonly enabledHash: string | null
  readonly disabled: boolean
}

export interface SkillRecords {
  find(name: string): SkillRecord | undefined
  all(): ReadonlyMap<string, SkillRecord>
  /** Remembers that this version is there; whether it was not known before. */
  see(name: string, seen: { path: string; hash: string }): Promise<boolean>
  enable(name: string, hash: string): Promise<void>
  disable(name: string): Promise<void>
  forget(name: string): Promise<void>
}

export function createSkillRecords(database: Database, now: () => Date): SkillRecords {
  const timestamp = () => now().toISOString()
  const columns = 'name, path, seen_hash, enabled_hash, disabled'
  const rowOf = (name: string) => database.prepare(`SELECT ${columns} FROM skills WHERE name = ?`).get(name)
  const change = (sql: string, ...values: readonly string[]) =>
    database.write(() => void database.prepare(sql).run(...values))
  return {
    find(name) {
      const row = rowOf(name)
      return row && recordOf(row)
    },

    all: () =>
      new Map(
        database
          .prepare(`SELECT ${columns} FROM skills`)
          .all()
          .map((row) => [String(row['name']), recordOf(row)]),
      ),

    async see(name, { path, hash }) {
      const row = rowOf(name)
      if (row?.['seen_hash'] === hash && row['path'] === path) return false
      await change(
        `INSERT INTO skills (name, path, seen_hash, seen_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET path = excluded.path, seen_hash = excluded.seen_hash, seen_at = excluded.seen_at`,
        name,
        path,
        hash,
        timestamp(),
      )
      return row?.['seen_hash'] !== hash
    },

    enable: (name, hash) =>
      change(
        'UPDATE skills SET enabled_hash = ?, disabled = 0, decided_at = ? WHERE name = ?',
        hash,
        timestamp(),
        name,
      ),

    disable: (name) =>
      change('UPDATE skills SET disabled = 1, decided_at = ? WHERE name = ?', timestamp(), name),

    forget: (name) => change('DELETE FROM skills WHERE name = ?', name),
  }
}

function recordOf(row: Readonly<Record<string, unknown>>): SkillRecord {
  return {
    path: String(row['path']),
    seenHash: String(row['seen_hash']),
    enabledHash: row['enabled_hash'] as string | null,
    disabled: row['disabled'] === 1,
  }
}
