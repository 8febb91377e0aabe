import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openForeignDatabase } from './open-database.ts'
import { attributedText } from './typed-stream.ts'

export interface ChatMessage {
  readonly message_id: string
  readonly chat_guid: string | null
  readonly chat_name: string | null
  /** Phone number or address of who wrote it; null for oneself. */
  readonly sender: string | null
  readonly from_me: boolean
  readonly text: string
  readonly sent_at: string
  readonly service: string | null
  /** Names of the files that came with it. */
  readonly attachments: string[]
}

export interface Chat {
  readonly guid: string
  readonly name: string | null
  readonly identifier: string
}

export interface ReadOptions {
  readonly home: string
  readonly signal: AbortSignal
  readonly count: number
}

const PER_PAGE = 500
/** 2001-01-01T00:00:00Z, from which Apple counts. */
const APPLE_EPOCH_MS = 978_307_200_000

/** The newest messages in which a text stands, whatever its case; newest first. */
export async function searchMessages(query: string, options: ReadOptions): Promise<ChatMessage[]> {
  const wanted = folded(query)
  return withMessages(options.home, (database) =>
    collect(database, {
      ...options,
      chat: undefined,
      isWanted: ({ text }) => folded(text).includes(wanted),
    }),
  )
}

/** The newest messages of a chat, newest first. */
export async function readChat(guid: string, options: ReadOptions): Promise<ChatMessage[]> {
  return withMessages(options.home, (database) =>
    collect(database, {
      ...options,
      chat: guid,
      isWanted: ({ text, attachments }) => text !== '' || attachments.length > 0,
    }),
  )
}

/** Chats with this identifier (a number, an address, `chat123`) or this name, the one used last first. */
export async function findChats(name: string, { home }: { home: string }): Promise<Chat[]> {
  return withMessages(home, async (database) => {
    const rows = database
      .prepare(
        `SELECT c.guid AS guid, c.display_name AS name, c.chat_identifier AS identifier FROM chat c
         WHERE c.guid = ?1 OR c.chat_identifier = ?1 OR lower(c.display_name) = lower(?1)
         ORDER BY (SELECT max(j.message_id) FROM chat_message_join j WHERE j.chat_id = c.ROWID) DESC LIMIT 20`,
      )
      .all(name)
    return rows.map(({ guid, name: shown, identifier }) => ({
      guid: String(guid),
      name: typeof shown === 'string' && shown !== '' ? shown : null,
      identifier: String(identifier),
    }))
  })
}

async function withMessages<T>(home: string, work: (database: DatabaseSync) => Promise<T>): Promise<T> {
  const path = join(home, 'Library', 'Messages', 'chat.db')
  await using opened = await openForeignDatabase(path, { owner: 'Messages' })
  return await work(opened.database)
}

interface Collecting extends ReadOptions {
  readonly chat: string | undefined
  readonly isWanted: (message: ChatMessage) => boolean
}

/** Goes back in time page by page, with turns for others between: a chat of ten years has a million messages. */
async function collect(database: DatabaseSync, options: Collecting): Promise<ChatMessage[]> {
  const { chat, isWanted, count, signal } = options
  const statement = database.prepare(pageQuery(columnsOf(database), chat !== undefined))
  const filesOf = attachmentReader(database)
  const found: ChatMessage[] = []
  let before: readonly SQLInputValue[] = ['9223372036854775807', '9223372036854775807']
  for (;;) {
    signal.throwIfAborted()
    const rows = statement.all(...before, PER_PAGE, ...(chat === undefined ? [] : [chat])) as unknown as Row[]
    for (const row of rows) {
      const message = present(row, row.has_files ? filesOf(row.row) : [])
      if (isWanted(message)) found.push(message)
      if (found.length === count) return found
    }
    const last = rows.at(-1)
    if (!last || rows.length < PER_PAGE) return found
    before = [last.raw_date, String(last.row)]
    await nextTurn()
  }
}

interface Row {
  readonly row: number
  readonly guid: string
  readonly text: string | null
  readonly body: Uint8Array | null
  readonly raw_date: string
  readonly milliseconds: number
  readonly from_me: number
  readonly service: string | null
  readonly has_files: number
  readonly sender: string | null
  readonly chat_guid: string | null
  readonly display_name: string | null
  readonly chat_identifier: string | null
}

function columnsOf(database: DatabaseSync): ReadonlySet<string> {
  return new Set(
    database
      .prepare('PRAGMA table_info(message)')
      .all()
      .map(({ name }) => String(name)),
  )
}

/** Columns came and went with versions of macOS. Dates are nanoseconds, seconds in very old rows. */
function pageQuery(columns: ReadonlySet<string>, ofChat: boolean): string {
  const column = (name: string, otherwise: string) => (columns.has(name) ? `m.${name}` : otherwise)
  return `SELECT m.ROWID AS row, m.guid AS guid, m.text AS text, ${column('attributedBody', 'NULL')} AS body,
      CAST(m.date AS TEXT) AS raw_date,
      CASE WHEN abs(m.date) > 100000000000 THEN m.date / 1000000 ELSE m.date * 1000 END AS milliseconds,
      m.is_from_me AS from_me, ${column('service', 'NULL')} AS service,
      ${column('cache_has_attachments', '1')} AS has_files, h.id AS sender, c.guid AS chat_guid,
      c.display_name AS display_name, c.chat_identifier AS chat_identifier
    FROM message m LEFT JOIN handle h ON h.ROWID = m.handle_id
    LEFT JOIN chat c ON c.ROWID = (SELECT min(j.chat_id) FROM chat_message_join j WHERE j.message_id = m.ROWID)
    WHERE (m.date, m.ROWID) < (CAST(?1 AS INTEGER), CAST(?2 AS INTEGER))
      AND ${column('associated_message_type', '0')} NOT BETWEEN 2000 AND 3999
      AND ${column('item_type', '0')} = 0
      ${ofChat ? 'AND m.ROWID IN (SELECT j.message_id FROM chat_message_join j JOIN chat k ON k.ROWID = j.chat_id WHERE k.guid = ?4)' : ''}
    ORDER BY m.date DESC, m.ROWID DESC LIMIT ?3`
}

function attachmentReader(database: DatabaseSync): (message: number) => string[] {
  const statement = database.prepare(
    `SELECT coalesce(a.transfer_name, a.filename) AS name FROM message_attachment_join j
     JOIN attachment a ON a.ROWID = j.attachment_id WHERE j.message_id = ?`,
  )
  return (message) =>
    statement.all(message).flatMap(({ name }) => (typeof name === 'string' && name !== '' ? [name] : []))
}

function present(row: Row, attachments: string[]): ChatMessage {
  const text = row.text ?? (row.body && attributedText(row.body)) ?? ''
  return {
    message_id: row.guid,
    chat_guid: row.chat_guid,
    chat_name: row.display_name || row.chat_identifier,
    sender: row.from_me === 1 ? null : row.sender,
    from_me: row.from_me === 1,
    // Where an attachment stood, Messages leaves this character.
    text: text.replaceAll('\u{fffc}', '').trim(),
    sent_at: new Date(APPLE_EPOCH_MS + row.milliseconds).toISOString(),
    service: row.service,
    attachments,
  }
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
