import { randomBytes } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Database } from '../../platform/database/database.ts'

/** What a person allowed a tool to do from now on. */
export interface Allowance {
  readonly id: string
  readonly agent: string
  readonly action: string
  /** The conversation that it counts in; null for all of them. */
  readonly session_id: string | null
  readonly kind: 'folder' | 'exactly'
  /** A folder without links, or the canonical JSON of the arguments that must agree. */
  readonly target: string
  /** The same for a person. */
  readonly words: string
  readonly created_at: string
  readonly used: number
  readonly last_used_at: string | null
}

export type NewAllowance = Pick<Allowance, 'agent' | 'action' | 'session_id' | 'kind' | 'target' | 'words'>

export interface ListedAllowance extends Allowance {
  readonly session_title: string | null
}

export interface AllowancesDeps {
  readonly database: Database
  readonly now: () => Date
  readonly onAllowed?: (allowance: Allowance) => void
  readonly onRevoked?: (allowance: Allowance) => void
}

/** The standing permissions, kept. Each is bound to one tool and one target. */
export class Allowances {
  readonly #deps: AllowancesDeps

  constructor(deps: AllowancesDeps) {
    this.#deps = deps
  }

  /** The same one twice is one. */
  async add({ agent, action, session_id, kind, target, words }: NewAllowance): Promise<void> {
    const id = `alw_${randomBytes(12).toString('base64url')}`
    const { database, now, onAllowed } = this.#deps
    const row = await database.write(() =>
      database
        .prepare(
          `INSERT INTO allowances (id, agent, action, session_id, kind, target, words, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING *`,
        )
        .get(id, agent, action, session_id, kind, target, words, now().toISOString()),
    )
    if (row) onAllowed?.(row as unknown as Allowance)
  }

  /** Those that may count for a call of this tool in this conversation. */
  for(tool: { readonly agent: string; readonly action: string }, session_id: string): Allowance[] {
    return this.#deps.database
      .prepare(
        `SELECT * FROM allowances WHERE action = ? AND agent = ? AND (session_id IS NULL OR session_id = ?)
         ORDER BY session_id IS NULL, created_at`,
      )
      .all(tool.action, tool.agent, session_id) as unknown as Allowance[]
  }

  async noteUse(ids: readonly string[]): Promise<void> {
    const at = this.#deps.now().toISOString()
    await this.#deps.database.write(() => {
      const note = this.#deps.database.prepare(
        'UPDATE allowances SET used = used + 1, last_used_at = ? WHERE id = ?',
      )
      for (const id of ids) note.run(at, id)
    })
  }

  /** The newest first. */
  list(): ListedAllowance[] {
    return this.#deps.database
      .prepare(
        `SELECT allowances.*, chats.title AS session_title FROM allowances
         LEFT JOIN chats ON chats.id = allowances.session_id ORDER BY allowances.created_at DESC, allowances.id`,
      )
      .all() as unknown as ListedAllowance[]
  }

  async remove(id: string): Promise<Allowance> {
    const row = await this.#deps.database.write(() =>
      this.#deps.database.prepare('DELETE FROM allowances WHERE id = ? RETURNING *').get(id),
    )
    if (!row) throw new AppError('not_found', 'No such permission. GET /api/approvals/allowed lists them.')
    const allowance = row as unknown as Allowance
    this.#deps.onRevoked?.(allowance)
    return allowance
  }
}
