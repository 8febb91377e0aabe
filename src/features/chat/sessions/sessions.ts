import { AppError } from '../../../contract/errors.ts'
import type { ModelPick } from '../../../contract/model-schema.ts'
import type { Static } from '../../../contract/type.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ChatRecord, ChatSummary } from '../schemas.ts'
import { findChat, messagesOf, pickOf, setChatModel, type ChatRow } from './session-rows.ts'

const PREVIEW_CHARACTERS = 160
const TITLE_CHARACTERS = 60

export interface SessionList {
  readonly query?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** Conversations as they are listed, searched, read and renamed. */
export class Sessions {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  list({ query, limit = 50, cursor }: SessionList): { chats: ChatSummary[]; next_cursor: string | null } {
    const { condition, values } = searchCondition(query)
    const [at, number] = cursor === undefined ? [] : readCursor(cursor)
    const rows = this.#database
      .prepare(
        `SELECT * FROM chats WHERE (?1 IS NULL OR (updated_at, number) < (?1, ?2)) AND ${condition}
         ORDER BY updated_at DESC, number DESC LIMIT ?3`,
      )
      .all(at ?? null, number ?? null, limit + 1, ...values) as unknown as ChatRow[]
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      chats: page.map((row) => this.#summary(row, query)),
      next_cursor: rows.length > limit && last ? `${last.updated_at}|${last.number}` : null,
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

  async remove(id: string): Promise<void> {
    const { number } = this.find(id)
    await this.#database.write(() => this.#database.prepare('DELETE FROM chats WHERE number = ?').run(number))
  }

  find(id: string): ChatRow {
    const chat = findChat(this.#database, id)
    if (chat) return chat
    throw new AppError('not_found', `No conversation "${id}". GET /api/chats lists them.`)
  }

  #summary(chat: ChatRow, query: string | undefined): ChatSummary {
    const { id, number, title, origin, created_at, updated_at, message_count } = chat
    const text = (query !== undefined && this.#foundText(number, query)) || this.#lastText(number)
    const preview = previewOf(text, query)
    return { session_id: id, title, origin, created_at, updated_at, message_count, preview }
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
  const parameter = (value: string) => `?${values.push(value) + 3}`
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

function termsOf(query: string): string[] {
  return query
    .split(/\s+/)
    .filter((term) => term !== '')
    .slice(0, 16)
}

function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
}

function readCursor(cursor: string): [string, number] {
  const [, at, number] = /^(\d{4}-[^|]+)\|(\d+)$/.exec(cursor) ?? []
  if (at === undefined) throw new AppError('invalid_request', 'Invalid cursor. Leave it out to start over.')
  return [at, Number(number)]
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
