import type { Database } from '../../../platform/database/database.ts'

/** Where the part of a conversation begins that a message sent again takes the place of. */
export interface Replaced {
  readonly chat: number
  /** The first message of it, and its run. */
  readonly message: number
  readonly run: number
}

/** What a message replaces that the client has sent before, or has read here under the name of this service. */
export function replacedBy(
  database: Database,
  { chat, given_id }: { chat: number; given_id: string },
): Replaced | undefined {
  const row = database
    .prepare(
      `SELECT number, run FROM messages WHERE chat = ?1 AND role = 'user' AND (given_id = ?2 OR id = ?2)
       ORDER BY number LIMIT 1`,
    )
    .get(chat, given_id)
  return row && { chat, message: Number(row['number']), run: Number(row['run']) }
}

/** Takes it away. Answers with the questions that were asked in it. */
export function removeReplaced(database: Database, { chat, run }: Replaced): string[] {
  const asked = database
    .prepare(
      `SELECT confirmation_id FROM run_approvals JOIN runs ON runs.number = run_approvals.run
       WHERE runs.chat = ? AND runs.number >= ?`,
    )
    .all(chat, run)
    .map((row) => String(row['confirmation_id']))
  // With its events and messages.
  database.prepare('DELETE FROM runs WHERE chat = ? AND number >= ?').run(chat, run)
  database
    .prepare(
      'UPDATE chats SET message_count = (SELECT COUNT(*) FROM messages WHERE chat = ?1) WHERE number = ?1',
    )
    .run(chat)
  return asked
}
