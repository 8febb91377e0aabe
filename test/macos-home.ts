import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** The tables of Messages as far as they are read, with the columns that macOS 14 gives them. */
const MESSAGES = `
  CREATE TABLE message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT,
    attributedBody BLOB, handle_id INTEGER DEFAULT 0, service TEXT, date INTEGER, is_from_me INTEGER DEFAULT 0,
    item_type INTEGER DEFAULT 0, associated_message_type INTEGER DEFAULT 0, cache_has_attachments INTEGER DEFAULT 0);
  CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT NOT NULL, service TEXT NOT NULL);
  CREATE TABLE chat (ROWID INTEGER PRIMARY KEY, guid TEXT UNIQUE NOT NULL, style INTEGER, chat_identifier TEXT,
    display_name TEXT);
  CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER, message_date INTEGER DEFAULT 0,
    PRIMARY KEY (chat_id, message_id));
  CREATE TABLE attachment (ROWID INTEGER PRIMARY KEY, guid TEXT, filename TEXT, transfer_name TEXT);
  CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER);
  CREATE INDEX message_idx_date ON message (date);
`

const CONTACTS = `
  CREATE TABLE ZABCDRECORD (Z_PK INTEGER PRIMARY KEY, ZFIRSTNAME TEXT, ZLASTNAME TEXT, ZORGANIZATION TEXT);
  CREATE TABLE ZABCDPHONENUMBER (Z_PK INTEGER PRIMARY KEY, ZOWNER INTEGER, ZFULLNUMBER TEXT, ZLABEL TEXT);
`

export interface SampleMessage {
  readonly text?: string | null
  readonly body?: Uint8Array
  readonly chat: number
  /** Number of the handle; oneself when left out. */
  readonly from?: number
  /** Seconds since 2001, kept as nanoseconds unless `old`. */
  readonly at: number
  readonly old?: boolean
  readonly reaction?: boolean
  readonly file?: string
}

const people = ['+15551234567', 'alice@example.org']
const chats = [
  ['iMessage;-;+15551234567', '+15551234567', null],
  ['iMessage;+;chat42', 'chat42', 'Weekend Plans'],
] as const

/** Fills `~/Library/Messages/chat.db`. The database stays open, with its log, as Messages keeps it. */
export function writeMessages(home: string, messages: readonly SampleMessage[]): DatabaseSync {
  const folder = join(home, 'Library', 'Messages')
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'chat.db'))
  database.exec(`PRAGMA journal_mode = WAL; ${MESSAGES}`)
  const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values)
  for (const id of people) run('INSERT INTO handle (id, service) VALUES (?, ?)', id, 'iMessage')
  for (const [guid, identifier, name] of chats)
    run('INSERT INTO chat (guid, chat_identifier, display_name) VALUES (?, ?, ?)', guid, identifier, name)
  for (const [index, message] of messages.entries()) {
    const { text = null, body = null, chat, from, at, old, reaction, file } = message
    run(
      `INSERT INTO message (guid, text, attributedBody, handle_id, service, date, is_from_me,
         associated_message_type, cache_has_attachments) VALUES (?, ?, ?, ?, 'iMessage', ?, ?, ?, ?)`,
      `message-${index + 1}`,
      text,
      body,
      from ?? 0,
      old ? at : BigInt(at) * 1_000_000_000n,
      from === undefined ? 1 : 0,
      reaction ? 2001 : 0,
      file === undefined ? 0 : 1,
    )
    run('INSERT INTO chat_message_join (chat_id, message_id) VALUES (?, ?)', chat, index + 1)
    if (file === undefined) continue
    run('INSERT INTO attachment (ROWID, transfer_name) VALUES (?, ?)', index + 1, file)
    run('INSERT INTO message_attachment_join VALUES (?, ?)', index + 1, index + 1)
  }
  return database
}

/** First name, last name, number and label of each. */
export function writeContacts(
  home: string,
  contacts: readonly (readonly [string | null, string | null, string, string])[],
): void {
  const folder = join(home, 'Library', 'Application Support', 'AddressBook', 'Sources', 'A1')
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'AddressBook-v22.abcddb'))
  database.exec(CONTACTS)
  for (const [index, [first, last, number, label]] of contacts.entries()) {
    database.prepare('INSERT INTO ZABCDRECORD VALUES (?, ?, ?, NULL)').run(index + 1, first, last)
    database
      .prepare('INSERT INTO ZABCDPHONENUMBER VALUES (?, ?, ?, ?)')
      .run(index + 1, index + 1, number, `_$!<${label}>!$_`)
  }
  database.close()
}

/** A text as Messages archives it, as far as it comes before its fonts and links. */
export function archivedText(text: string): Buffer {
  const characters = Buffer.from(text)
  const length =
    characters.length < 0x80
      ? Buffer.from([characters.length])
      : Buffer.from([0x81, characters.length & 0xff, characters.length >> 8])
  return Buffer.concat([
    Buffer.from('\x04\x0bstreamtyped\x81\xe8\x03\x84\x01@\x84\x84\x84\x12NSAttributedString\x00', 'latin1'),
    Buffer.from('\x84\x84\x08NSObject\x00\x85\x92\x84\x84\x84\x08NSString\x01\x94\x84\x01+', 'latin1'),
    length,
    characters,
    Buffer.from('\x86\x84\x02iI\x01\x01', 'latin1'),
  ])
}
