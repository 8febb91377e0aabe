import { randomBytes } from 'node:crypto'
import type { Database } from '../../../platform/database/database.ts'
import type { Turn } from '../../models/language-model.ts'
import { withoutPictures } from './turn-pictures.ts'

/** What a conversation with a model keeps from one answer to the next. */
export interface ModelState {
  /** What stands around data in this conversation; whoever writes the data cannot know it. */
  readonly mark: string
  /** Tools that were loaded, in this order. */
  readonly loaded: readonly string[]
  /** The plan that it keeps, a line for each step; undefined when nothing of it is left to do. */
  readonly plan?: string | undefined
}

export interface ModelStates {
  of(session_id: string): Promise<ModelState>
  load(session_id: string, actions: readonly string[]): Promise<void>
  keepPlan(session_id: string, plan: string | null): Promise<void>
  /** Keeps all that was said and called for one answer. */
  keepTurns(run_id: string, session_id: string, turns: readonly Turn[]): Promise<void>
  turnsOf(run_id: string): readonly Turn[] | undefined
}

export class StoredModelStates implements ModelStates {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  of(session_id: string): Promise<ModelState> {
    const database = this.#database
    const known = this.#find(session_id)
    if (known) return Promise.resolve(known)
    return database.write(() => {
      const mark = `data-${randomBytes(6).toString('hex')}`
      database
        .prepare('INSERT OR IGNORE INTO chat_model_states (session_id, mark, tools) VALUES (?, ?, ?)')
        .run(session_id, mark, '[]')
      return this.#find(session_id)!
    })
  }

  async load(session_id: string, actions: readonly string[]): Promise<void> {
    const { loaded } = await this.of(session_id)
    const all = [...new Set([...loaded, ...actions])]
    if (all.length === loaded.length) return
    await this.#database.write(() =>
      this.#database
        .prepare('UPDATE chat_model_states SET tools = ? WHERE session_id = ?')
        .run(JSON.stringify(all), session_id),
    )
  }

  async keepPlan(session_id: string, plan: string | null): Promise<void> {
    await this.of(session_id)
    await this.#database.write(() =>
      this.#database
        .prepare('UPDATE chat_model_states SET plan = ? WHERE session_id = ?')
        .run(plan, session_id),
    )
  }

  async keepTurns(run_id: string, session_id: string, turns: readonly Turn[]): Promise<void> {
    await this.#database.write(() =>
      this.#database
        .prepare('INSERT OR REPLACE INTO answer_turns (run_id, session_id, turns) VALUES (?, ?, ?)')
        .run(run_id, session_id, JSON.stringify(withoutPictures(turns))),
    )
  }

  turnsOf(run_id: string): readonly Turn[] | undefined {
    const row = this.#database.prepare('SELECT turns FROM answer_turns WHERE run_id = ?').get(run_id)
    return row && (JSON.parse(String(row['turns'])) as Turn[])
  }

  #find(session_id: string): ModelState | undefined {
    const row = this.#database
      .prepare('SELECT mark, tools, plan FROM chat_model_states WHERE session_id = ?')
      .get(session_id)
    if (!row) return undefined
    const plan = row['plan'] === null ? undefined : String(row['plan'])
    return { mark: String(row['mark']), loaded: JSON.parse(String(row['tools'])) as string[], plan }
  }
}
