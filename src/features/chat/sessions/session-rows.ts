import { randomBytes } from 'node:crypto'
import type { SQLOutputValue } from 'node:sqlite'
import type { Component } from '../../../contract/component-schema.ts'
import type { ModelPick, ModelUsage } from '../../../contract/model-schema.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Attachment, EarlierMessage, Route } from '../answering.ts'
import type { ChatRecord } from '../schemas.ts'
import type { Static } from '../../../contract/type.ts'
import { textOf } from './component-text.ts'
import { happeningsOf } from './happenings.ts'

export interface ChatRow {
  readonly number: number
  readonly id: string
  readonly title: string
  readonly origin: string
  readonly message_count: number
  readonly created_at: string
  readonly updated_at: string
  /** The model that was chosen, as JSON. */
  readonly model: string | null
  /** 1 when it stands before the others. */
  readonly pinned: number
  /** When it was thrown away; it can be brought back for a while. */
  readonly trashed_at: string | null
}

/** A conversation that is not in the trash. */
export function findChat(database: Database, id: string): ChatRow | undefined {
  const chat = findAnyChat(database, id)
  return chat?.trashed_at === null ? chat : undefined
}

export function findAnyChat(database: Database, id: string): ChatRow | undefined {
  return database.prepare('SELECT * FROM chats WHERE id = ?').get(id) as unknown as ChatRow | undefined
}

export function insertChat(
  database: Database,
  { id, title, origin, at }: { id: string; title: string; origin: string; at: string },
): number {
  const { lastInsertRowid } = database
    .prepare('INSERT INTO chats (id, title, origin, created_at, updated_at) VALUES (?, ?, ?, ?, ?)')
    .run(id, title, origin, at, at)
  return Number(lastInsertRowid)
}

export function setChatModel(database: Database, chat: number, pick: ModelPick | null): void {
  database
    .prepare('UPDATE chats SET model = ? WHERE number = ?')
    .run(pick === null ? null : JSON.stringify(pick), chat)
}

export function pickOf({ model }: Pick<ChatRow, 'model'>): ModelPick | null {
  return model === null ? null : (JSON.parse(model) as ModelPick)
}

export interface NewMessage {
  readonly chat: number
  readonly run: number
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly components?: readonly Component[]
  readonly route?: Route
  readonly attachments?: readonly Attachment[]
  readonly usage?: ModelUsage | null
  /** What the client calls it. */
  readonly given_id?: string | undefined
  readonly at: string
}

export function insertMessage(database: Database, message: NewMessage): void {
  const { chat, run, role, text, components = [], route, attachments = [], usage, given_id, at } = message
  database
    .prepare(
      `INSERT INTO messages (id, chat, run, role, text, components, route, attachments, usage, given_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      `msg_${randomBytes(12).toString('base64url')}`,
      chat,
      run,
      role,
      text,
      JSON.stringify(components),
      route ? JSON.stringify(route) : null,
      JSON.stringify(attachments),
      usage ? JSON.stringify(usage) : null,
      given_id ?? null,
      at,
    )
  database
    .prepare('UPDATE chats SET updated_at = ?, message_count = message_count + 1 WHERE number = ?')
    .run(at, chat)
}

/** The answer of a run that ended, whichever way, as a message of its conversation. */
export function keepAnswer(
  database: Database,
  { components, ...message }: Omit<NewMessage, 'role' | 'text'> & { components: readonly Component[] },
): void {
  insertMessage(database, { ...message, role: 'assistant', text: textOf(components), components })
}

const EARLIER = `SELECT messages.number, role, text, components, route, attachments, runs.id AS run_id,
    runs.provenance = 'local-client' AND runs.written_by IS NULL AS is_persons
  FROM messages JOIN runs ON runs.number = messages.run`

/** The newest messages before one of them, or of all, the oldest of them first. */
export function earlierMessages(
  database: Database,
  chat: number,
  { limit, before }: { limit: number; before: number | undefined },
): EarlierMessage[] {
  return database
    .prepare(
      `${EARLIER} WHERE messages.chat = ? AND messages.number < COALESCE(?, 9e18)
       ORDER BY messages.number DESC LIMIT ?`,
    )
    .all(chat, before ?? null, limit)
    .map(earlierMessage)
    .toReversed()
}

/** All messages after one of them, besides those of a run. */
export function messagesAfter(
  database: Database,
  chat: number,
  { after, besides }: { after: number; besides: string },
): EarlierMessage[] {
  return database
    .prepare(
      `${EARLIER} WHERE messages.chat = ? AND messages.number > ? AND runs.id <> ? ORDER BY messages.number`,
    )
    .all(chat, after, besides)
    .map(earlierMessage)
}

function earlierMessage(row: Readonly<Record<string, SQLOutputValue>>): EarlierMessage {
  const role = row['role'] as 'user' | 'assistant'
  return {
    number: Number(row['number']),
    role,
    run_id: String(row['run_id']),
    text: String(row['text']),
    components: JSON.parse(String(row['components'])) as Component[],
    attachments: JSON.parse(String(row['attachments'])) as Attachment[],
    ...(row['route'] !== null && { by: (JSON.parse(String(row['route'])) as Route).by }),
    ...(role === 'user' && { isPersons: row['is_persons'] === 1 }),
  }
}

type ChatMessage = Static<typeof ChatRecord>['messages'][number]

export function messagesOf(database: Database, chat: number): ChatMessage[] {
  const happenings = happeningsOf(database, chat)
  const happenedFor = ({ role, run_id }: Record<string, unknown>) => {
    const happened = role === 'assistant' ? happenings.get(String(run_id)) : undefined
    return happened && { happened }
  }
  return database
    .prepare(
      `SELECT messages.*, runs.id AS run_id FROM messages JOIN runs ON runs.number = messages.run
       WHERE messages.chat = ? ORDER BY messages.number`,
    )
    .all(chat)
    .map((row) => ({
      message_id: String(row['id']),
      role: row['role'] as 'user' | 'assistant',
      text: String(row['text']),
      components: JSON.parse(String(row['components'])) as Component[],
      attachments: JSON.parse(String(row['attachments'])) as Attachment[],
      run_id: String(row['run_id']),
      ...(row['route'] !== null && {
        route: JSON.parse(String(row['route'])) as NonNullable<ChatMessage['route']>,
      }),
      ...happenedFor(row),
      ...(row['usage'] !== null && { usage: JSON.parse(String(row['usage'])) as ModelUsage }),
      created_at: String(row['created_at']),
    }))
}
