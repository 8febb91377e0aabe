import type { StatementSync } from 'node:sqlite'
import type { Database } from '../../platform/database/database.ts'
import type { Notification } from './contract.ts'

/** What the actions of a notification are done to. */
export interface Subject {
  readonly kind: 'timer' | 'reminder' | 'event' | 'confirmation'
  readonly id: string
  /** The time at which it was due: the same thing may be due again. */
  readonly at?: string
}

export interface NotificationDraft {
  readonly type: string
  readonly title: string
  readonly message: string
  readonly level?: Notification['level']
  readonly action?: Notification['action']
  readonly actions?: Notification['actions']
  readonly subject?: Subject
  readonly sound?: boolean
  /** It is told late, because nobody could be told in time: with others of its kind, not by itself. */
  readonly missed?: boolean
  /** Names the cause: while one with the same key is unread, a repeat updates that one and counts. */
  readonly dedupe_key?: string
}

/** A notification with what only the service knows. */
export interface StoredNotification {
  readonly notification: Notification
  readonly subject: Subject | null
  /** The action that was done. */
  readonly handled: string | null
}

type Row = NonNullable<ReturnType<StatementSync['get']>>

const COLUMNS =
  'id, type, level, title, message, action, actions, sound, count, created_at, updated_at, read_at, subject, handled'

/** The unread notification of the same cause, counted up and with the newest words; undefined when there is none. */
export function countRepeat(
  database: Database,
  draft: NotificationDraft,
  at: string,
): Notification | undefined {
  if (draft.dedupe_key === undefined) return undefined
  const row = database
    .prepare(
      `UPDATE notifications
       SET type = ?, level = ?, title = ?, message = ?, action = ?, actions = ?, subject = ?, sound = ?,
         updated_at = ?, count = count + 1
       WHERE dedupe_key = ? AND read_at IS NULL RETURNING ${COLUMNS}`,
    )
    .get(...contentOf(draft), at, draft.dedupe_key)
  return row && present(row)
}

/** Whether the cause was ever told of, as far as that is kept. */
export function isKnown(database: Database, dedupeKey: string): boolean {
  return (
    database.prepare('SELECT 1 FROM notifications WHERE dedupe_key = ? LIMIT 1').get(dedupeKey) !== undefined
  )
}

export function insert(
  database: Database,
  draft: NotificationDraft,
  { at, held }: { at: string; held: boolean },
): Notification {
  const row = database
    .prepare(
      `INSERT INTO notifications (type, level, title, message, action, actions, subject, sound,
         created_at, updated_at, dedupe_key, held)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${COLUMNS}`,
    )
    .get(...contentOf(draft), at, at, draft.dedupe_key ?? null, held ? 1 : 0)
  return present(row!)
}

export interface PageRequest {
  readonly unread: boolean | undefined
  readonly before: number | undefined
  readonly limit: number
}

/** By key, not by offset: what arrives while somebody turns pages moves nothing. */
export function selectPage(database: Database, { unread, before, limit }: PageRequest): Notification[] {
  const state = { true: 'AND read_at IS NULL', false: 'AND read_at IS NOT NULL', undefined: '' }[`${unread}`]
  return database
    .prepare(`SELECT ${COLUMNS} FROM notifications WHERE id < ? ${state} ORDER BY id DESC LIMIT ?`)
    .all(before ?? Number.MAX_SAFE_INTEGER, limit)
    .map(present)
}

/** The oldest first. */
export function selectAfter(
  database: Database,
  { after, limit }: { after: number; limit: number },
): Notification[] {
  return database
    .prepare(`SELECT ${COLUMNS} FROM notifications WHERE id > ? ORDER BY id LIMIT ?`)
    .all(after, limit)
    .map(present)
}

export function select(database: Database, number: number): StoredNotification | undefined {
  const row = database.prepare(`SELECT ${COLUMNS} FROM notifications WHERE id = ?`).get(number)
  return row && stored(row)
}

/** Unread ones about something that can be acted on. */
export function selectOpen(database: Database): StoredNotification[] {
  return database
    .prepare(`SELECT ${COLUMNS} FROM notifications WHERE read_at IS NULL AND subject IS NOT NULL ORDER BY id`)
    .all()
    .map(stored)
}

/** Unread ones that wait to be told of, the oldest first. */
export function selectHeld(database: Database): Notification[] {
  return database
    .prepare(`SELECT ${COLUMNS} FROM notifications WHERE held = 1 AND read_at IS NULL ORDER BY id`)
    .all()
    .map(present)
}

export function isHeld(database: Database, number: number): boolean {
  return database.prepare('SELECT 1 FROM notifications WHERE id = ? AND held = 1').get(number) !== undefined
}

export function releaseHeld(database: Database): void {
  database.prepare('UPDATE notifications SET held = 0 WHERE held = 1').run()
}

export function countUnread(database: Database): number {
  const row = database.prepare('SELECT count(*) AS unread FROM notifications WHERE read_at IS NULL').get()
  return Number(row!['unread'])
}

/** The notification when it was unread until now. */
export function markRead(database: Database, number: number, at: string): Notification | undefined {
  const row = database
    .prepare(`UPDATE notifications SET read_at = ? WHERE id = ? AND read_at IS NULL RETURNING ${COLUMNS}`)
    .get(at, number)
  return row && present(row)
}

export function markHandled(database: Database, number: number, action: string): void {
  database.prepare('UPDATE notifications SET handled = ? WHERE id = ?').run(action, number)
}

export function markAllRead(database: Database, at: string): string[] {
  return database
    .prepare('UPDATE notifications SET read_at = ? WHERE read_at IS NULL RETURNING id')
    .all(at)
    .map(idOf)
}

export function markReadOf(database: Database, dedupeKey: string, at: string): string[] {
  return database
    .prepare('UPDATE notifications SET read_at = ? WHERE read_at IS NULL AND dedupe_key = ? RETURNING id')
    .all(at, dedupeKey)
    .map(idOf)
}

export function remove(database: Database, number: number): boolean {
  return database.prepare('DELETE FROM notifications WHERE id = ?').run(number).changes > 0
}

/** Keeps the newest, and nothing that has not happened for long. */
export function deleteExpired(
  database: Database,
  { oldest, count }: { oldest: string; count: number },
): void {
  database
    .prepare(
      `DELETE FROM notifications
       WHERE updated_at < ? OR id <= (SELECT id FROM notifications ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    )
    .run(oldest, count)
}

/** The number behind an id of the wire; undefined when it was never one of ours. */
export function numberOf(id: string): number | undefined {
  const digits = /^ntf_(\d{1,15})$/.exec(id)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function idOf(row: Row): string {
  return `ntf_${Number(row['id'])}`
}

function contentOf({ type, level = 'info', title, message, ...draft }: NotificationDraft) {
  const { action, actions = [], subject, sound = false } = draft
  return [
    type,
    level,
    title,
    message,
    action ? JSON.stringify(action) : null,
    JSON.stringify(actions),
    subject ? JSON.stringify(subject) : null,
    sound ? 1 : 0,
  ] as const
}

function stored(row: Row): StoredNotification {
  return {
    notification: present(row),
    subject: row['subject'] === null ? null : (JSON.parse(row['subject'] as string) as Subject),
    handled: row['handled'] as string | null,
  }
}

function present(row: Row): Notification {
  const text = (name: string) => row[name] as string
  return {
    id: idOf(row),
    type: text('type'),
    level: text('level') as Notification['level'],
    title: text('title'),
    message: text('message'),
    action: row['action'] === null ? null : (JSON.parse(text('action')) as Notification['action']),
    actions: JSON.parse(text('actions')) as Notification['actions'],
    sound: row['sound'] === 1,
    count: Number(row['count']),
    created_at: text('created_at'),
    updated_at: text('updated_at'),
    read: row['read_at'] !== null,
    read_at: row['read_at'] as string | null,
  }
}
