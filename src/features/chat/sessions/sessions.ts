import { AppError } from '../../../contract/errors.ts'
import type { ModelPick } from '../../../contract/model-schema.ts'
import type { Static } from '../../../contract/type.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ChatRecord, ChatSummary } from '../schemas.ts'
import { findAnyChat, findChat, messagesOf, pickOf, setChatModel, type ChatRow } from './session-rows.ts'

const PREVIEW_CHARACTERS = 160
const TITLE_CHARACTERS = 60

/** So long what was thrown away can be brought back. */
const TRASH_MS = 30 * 24 * 3_600_000

export interface SessionList {
  readonly query?: string | undefined
  readonly trashed?: boolean | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** Conversations as they are listed, searched, read and renamed. */
export class Sessions {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  list({ query, trashed = false, limit = 50, cursor }: SessionList): {
    chats: ChatSummary[]
    next_cursor: string | null
  } {
    const { condition, values } = searchCondition(query)
    const { pinned, at, number } = cursor === undefined ? BEGINNING : readCursor(cursor)
    const rows = this.#database
      .prepare(
        `SELECT * FROM chats WHERE (?1 IS NULL OR (pinned, updated_at, number) < (?1, ?2, ?3))
         AND trashed_at IS ${trashed ? 'NOT NULL' : 'NULL'} AND ${condition}
         ORDER BY pinned DESC, updated_at DESC, number DESC LIMIT ?4`,
      )
      .all(pinned, at, number, limit + 1, ...values) as unknown as ChatRow[]
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      chats: page.map((row) => this.#summary(row, query)),
      next_cursor: rows.length > limit && last ? `${last.pinned}|${last.updated_at}|${last.number}` : null,
    }
  }

  read(id: string): Static<typeof ChatRecord> {
    const chat = this.find(id)
    const { title, origin, created_at, updated_at } = chat
    const messages = messagesOf(this.#database, chat.number)
    return { session_id: id, title, origin, model: pickOf(chat), created_at, updated_at, messages }
  }

  async chooseModel(id: string, pick: ModelPick | null): Promise<void> {
    const { number } = this.find(id)
    await this.#database.write(() => setChatModel(this.#database, number, pick))
  }

  async rename(id: string, title: string): Promise<ChatSummary> {
    const { number } = this.find(id)
    await this.#database.write(() =>
      this.#database.prepare('UPDATE chats SET title = ? WHERE number = ?').run(title, number),
    )
    return this.#summary(this.find(id), undefined)
  }

  async pin(id: string, pinned: boolean): Promise<ChatSummary> {
    const { number } = this.find(id)
    await this.#set(number, 'pinned', Number(pinned))
    return this.#summary(this.find(id), undefined)
  }

  /** Throws it away; it can be brought back for a while. */
  async trash(id: string, now: Date): Promise<ChatSummary> {
    const { number } = this.find(id)
    await this.#set(number, 'trashed_at', now.toISOString())
    return this.#summary(this.#findAny(id), undefined)
  }

  async restore(id: string): Promise<ChatSummary> {
    const { number } = this.#findAny(id)
    await this.#set(number, 'trashed_at', null)
    return this.#summary(this.find(id), undefined)
  }

  async remove(id: string): Promise<void> {
    const { number } = this.#findAny(id)
    await this.#database.write(() => this.#database.prepare('DELETE FROM chats WHERE number = ?').run(number))
  }

  /** Deletes what has been in the trash for long enough. */
  async emptyTrash(now: Date): Promise<void> {
    const before = new Date(now.getTime() - TRASH_MS).toISOString()
    await this.#database.write(() =>
      this.#database.prepare('DELETE FROM chats WHERE trashed_at < ?').run(before),
    )
  }

  find(id: string): ChatRow {
    const chat = findChat(this.#database, id)
    if (chat) return chat
    throw noConversation(id)
  }

  #findAny(id: string): ChatRow {
    const chat = findAnyChat(this.#database, id)
    if (chat) return chat
    throw noConversation(id)
  }

  async #set(chat: number, column: 'pinned' | 'trashed_at', value: string | number | null): Promise<void> {
    await this.#database.write(() =>
      this.#database.prepare(`UPDATE chats SET ${column} = ? WHERE number = ?`).run(value, chat),
    )
  }

  #summary(chat: ChatRow, query: string | undefined): ChatSummary {
    const { id, number, title, origin, created_at, updated_at, message_count, trashed_at } = chat
    const text = (query !== undefined && this.#foundText(number, query)) || this.#lastText(number)
    const preview = previewOf(text, query)
    return {
      session_id: id,
      title,
      origin,
      created_at,
      updated_at,
      message_count,
      pinned: chat.pinned === 1,
      ...(trashed_at !== null && { trashed_at }),
      preview,
    }
  }

  #foundText(chat: number, query: string): string | undefined {
    const terms = termsOf(query)
    const row = this.#database
      .prepare(
        `SELECT text FROM messages WHERE chat = ?1 AND ${terms.map((_, index) => `text LIKE ?${index + 2} ESCAPE '\\'`).join(' AND ') || '1'}
         ORDER BY number DESC LIMIT 1`,
      )
      .get(chat, ...terms.map(likePattern))
    return row && String(row['text'])
  }

  #lastText(chat: number): string {
    const row = this.#database
      .prepare("SELECT text FROM messages WHERE chat = ? AND text <> '' ORDER BY number DESC LIMIT 1")
      .get(chat)
    return String(row?.['text'] ?? '')
  }
}

function noConversation(id: string): AppError {
  return new AppError('not_found', `No conversation "${id}". GET /api/chats lists them.`)
}

/** The beginning of what was said first, up to the end of a word. */
export function titleOf(message: string): string {
  const [line = ''] = message.trim().split('\n', 1)
  const words = line.replaceAll(/\s+/g, ' ').trim()
  const title = shortened(words, TITLE_CHARACTERS) || 'Conversation'
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** All words in one message, or in the title. Three letters are the least that the index can find. */
function searchCondition(query: string | undefined): { condition: string; values: string[] } {
  if (query === undefined) return { condition: '1', values: [] }
  const terms = termsOf(query)
  if (terms.length === 0) return { condition: '0', values: [] }
  const values: string[] = []
  const parameter = (value: string) => `?${values.push(value) + 4}`
  const like = (column: string, list: readonly string[]) =>
    list.map((term) => `${column} LIKE ${parameter(likePattern(term))} ESCAPE '\\'`)
  const isIndexed = (term: string) => Array.from(term).length >= 3
  const long = terms.filter(isIndexed)
  const short = terms.filter((term) => !isIndexed(term))
  const inTitle = like('title', terms).join(' AND ')
  const indexed =
    long.length === 0
      ? []
      : [
          `messages.number IN (SELECT rowid FROM message_search WHERE message_search MATCH ${parameter(
            long.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND '),
          )})`,
        ]
  const inMessage = [...indexed, ...like('messages.text', short)].join(' AND ')
  return {
    condition: `((${inTitle}) OR chats.number IN (SELECT chat FROM messages WHERE ${inMessage}))`,
    values,
  }
}

/** The index takes a zero byte for the end of a term; no message is found by any control character. */
function termsOf(query: string): string[] {
  return query
    .split(/[\s\p{Cc}]+/u)
    .filter((term) => term !== '')
    .slice(0, 16)
}

function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
}

interface ListPlace {
  readonly pinned: number | null
  readonly at: string | null
  readonly number: number | null
}

const BEGINNING: ListPlace = { pinned: null, at: null, number: null }

function readCursor(cursor: string): ListPlace {
  const [, pinned, at, number] = /^([01])\|(\d{4}-[^|]+)\|(\d+)$/.exec(cursor) ?? []
  if (at === undefined) throw new AppError('invalid_request', 'Invalid cursor. Leave it out to start over.')
  return { pinned: Number(pinned), at, number: Number(number) }
}

function previewOf(text: string, query: string | undefined): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const at = query === undefined ? 0 : placeOfFirst(flat.toLowerCase(), termsOf(query.toLowerCase()))
  const from = at <= PREVIEW_CHARACTERS / 2 ? 0 : at - PREVIEW_CHARACTERS / 4
  return `${from > 0 ? '… ' : ''}${shortened(flat.slice(from), PREVIEW_CHARACTERS)}`
}

function placeOfFirst(text: string, terms: readonly string[]): number {
  const places = terms.map((term) => text.indexOf(term)).filter((place) => place >= 0)
  return places.length === 0 ? 0 : Math.min(...places)
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd().toWellFormed()} …`
}
