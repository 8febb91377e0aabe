import type { Database } from '../../platform/database/database.ts'

/** Which skills conversations go on by. */
export class SkillUses {
  readonly #database: Database
  readonly #now: () => Date

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /** In the order in which they were first used. */
  in(session_id: string): string[] {
    return this.#database
      .prepare('SELECT name FROM chat_skills WHERE session_id = ? ORDER BY used_at, name')
      .all(session_id)
      .map((row) => String(row['name']))
  }

  async note(session_id: string, name: string): Promise<void> {
    if (this.in(session_id).includes(name)) return
    await this.#database.write(
      () =>
        void this.#database
          .prepare('INSERT OR IGNORE INTO chat_skills (session_id, name, used_at) VALUES (?, ?, ?)')
          .run(session_id, name, this.#now().toISOString()),
    )
  }
}
