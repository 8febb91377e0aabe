import { dirname } from 'node:path'
import type { FileOrigins } from '../../contract/tool.ts'
import type { Database } from '../../platform/database/database.ts'

/** Which files came from outside, kept: what a stranger wrote stays so after a restart. */
export class OutsideFiles implements FileOrigins {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  async markOutside(path: string): Promise<void> {
    if (this.isFromOutside(path)) return
    await this.#database.write(() =>
      this.#database
        .prepare('INSERT INTO outside_files (path, since) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run(path, this.#now().toISOString()),
    )
  }

  async forget(path: string): Promise<void> {
    await this.#database.write(() =>
      this.#database.prepare('DELETE FROM outside_files WHERE path = ?').run(path),
    )
  }

  list(): string[] {
    return this.#database
      .prepare('SELECT path FROM outside_files')
      .all()
      .map((row) => String(row['path']))
  }

  isFromOutside(path: string): boolean {
    const known = this.#database.prepare('SELECT 1 FROM outside_files WHERE path = ?')
    for (let place = path; ; place = dirname(place)) {
      if (known.get(place) !== undefined) return true
      if (dirname(place) === place) return false
    }
  }
}
