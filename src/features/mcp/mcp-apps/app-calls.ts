import { randomBytes } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { AppError } from '../../../contract/errors.ts'
import type { Database } from '../../../platform/database/database.ts'

/** A call of a tool whose answer a page of its server shows. */
export interface AppCall {
  readonly server: string
  /** As its server calls it. */
  readonly tool: string
  readonly title: string
  readonly resource_uri: string
  readonly session_id: string | undefined
  readonly args: Readonly<Record<string, unknown>>
  readonly result: CallToolResult
}

/** What a page wants models to know. */
export interface AppContext {
  readonly content?: readonly unknown[] | undefined
  readonly structured_content?: Readonly<Record<string, unknown>> | undefined
}

const MAX_CALL_CHARACTERS = 4 * 1024 * 1024
/** The newest; what is older says that its data is gone. */
const MAX_CALLS = 1_000
/** Without a conversation nobody comes back to it. */
const LOOSE_DAYS = 7

/** The calls behind the apps that are shown, kept with their conversations. */
export class AppCalls {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  /** Answers with the name that the app is shown by; undefined for what is too large to keep. */
  async record({
    server,
    tool,
    title,
    resource_uri,
    session_id,
    args,
    result,
  }: AppCall): Promise<string | undefined> {
    const given = JSON.stringify(args)
    const answered = JSON.stringify(result)
    if (given.length + answered.length > MAX_CALL_CHARACTERS) return undefined
    const call_id = `app_${randomBytes(18).toString('base64url')}`
    const now = this.#now()
    const oldest = new Date(now.getTime() - LOOSE_DAYS * 86_400_000).toISOString()
    const row = [server, tool, title, resource_uri, given, answered, now.toISOString()]
    await this.#database.write(() => {
      this.#database
        .prepare(
          `INSERT INTO mcp_app_calls
             (call_id, session_id, server, tool, title, resource_uri, arguments, result, created_at)
           VALUES (?, (SELECT id FROM chats WHERE id = ?), ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(call_id, session_id ?? null, ...row)
      this.#database
        .prepare('DELETE FROM mcp_app_calls WHERE session_id IS NULL AND created_at < ?')
        .run(oldest)
      this.#database
        .prepare(
          `DELETE FROM mcp_app_calls WHERE rowid IN
             (SELECT rowid FROM mcp_app_calls ORDER BY rowid DESC LIMIT -1 OFFSET ${MAX_CALLS})`,
        )
        .run()
    })
    return call_id
  }

  read(call_id: string): AppCall {
    const row = this.#database.prepare('SELECT * FROM mcp_app_calls WHERE call_id = ?').get(call_id)
    if (!row)
      throw new AppError('not_found', "This app's data is no longer stored. Run its tool again to see it.")
    return {
      server: String(row['server']),
      tool: String(row['tool']),
      title: String(row['title']),
      resource_uri: String(row['resource_uri']),
      session_id: row['session_id'] === null ? undefined : String(row['session_id']),
      args: JSON.parse(String(row['arguments'])) as AppCall['args'],
      result: JSON.parse(String(row['result'])) as CallToolResult,
    }
  }

  /** Takes the place of what the same app told before. */
  async setContext(call_id: string, context: AppContext | null): Promise<void> {
    const text = context === null ? null : JSON.stringify(context)
    await this.#database.write(() =>
      this.#database.prepare('UPDATE mcp_app_calls SET context = ? WHERE call_id = ?').run(text, call_id),
    )
  }

  /** What the apps of a conversation want models to know, the newest app first. */
  contextsOf(session_id: string): { server: string; title: string; context: AppContext }[] {
    return this.#database
      .prepare(
        `SELECT server, title, context FROM mcp_app_calls
         WHERE session_id = ? AND context IS NOT NULL ORDER BY rowid DESC LIMIT 5`,
      )
      .all(session_id)
      .map(({ server, title, context }) => ({
        server: String(server),
        title: String(title),
        context: JSON.parse(String(context)) as AppContext,
      }))
  }
}
