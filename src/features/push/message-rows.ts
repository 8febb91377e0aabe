import type { Database } from '../../platform/database/database.ts'
import type { Payload, Urgency } from './payload.ts'

/** One message to one browser. */
export interface Message {
  readonly id: number
  readonly subscription_id: string
  readonly topic: string
  readonly payload: Payload
  readonly urgency: Urgency
  /** How often it was tried. */
  readonly tries: number
  readonly next_at: string
  readonly expires_at: string
}

export type NewMessage = Omit<Message, 'id' | 'tries'>

type Row = Omit<Message, 'payload'> & { readonly payload: string }

/** The same topic is queued once for a browser. */
export function insert(database: Database, message: NewMessage): void {
  const { subscription_id, topic, payload, urgency, next_at, expires_at } = message
  database
    .prepare(
      `INSERT INTO push_messages (subscription_id, topic, payload, urgency, next_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    )
    .run(subscription_id, topic, JSON.stringify(payload), urgency, next_at, expires_at)
}

/** The oldest message of each browser that has some: they go out one after the other, so that they arrive in their order. */
export function selectFirst(database: Database): Message[] {
  const rows: unknown = database
    .prepare(
      `SELECT id, subscription_id, topic, payload, urgency, tries, next_at, expires_at FROM push_messages
       WHERE id IN (SELECT min(id) FROM push_messages WHERE sent_at IS NULL GROUP BY subscription_id)`,
    )
    .all()
  return (rows as Row[]).map((row) => ({ ...row, payload: JSON.parse(row.payload) as Payload }))
}

/** Counted before it goes out. */
export function countTry(database: Database, id: number): void {
  database.prepare('UPDATE push_messages SET tries = tries + 1 WHERE id = ?').run(id)
}

export function postpone(database: Database, id: number, next_at: string): void {
  database.prepare('UPDATE push_messages SET next_at = ? WHERE id = ?').run(next_at, id)
}

/** After a restart nobody needs to wait for a pause that began before. */
export function wakeAll(database: Database, now: string): void {
  database.prepare('UPDATE push_messages SET next_at = ? WHERE sent_at IS NULL').run(now)
}

/** What was sent is known for a while, so that it goes out once and can be taken back; what took it back is done. */
export function settle(database: Database, { id, payload }: Message, sent_at: string): void {
  if ('close' in payload) remove(database, id)
  else database.prepare('UPDATE push_messages SET sent_at = ? WHERE id = ?').run(sent_at, id)
}

export function remove(database: Database, id: number): void {
  database.prepare('DELETE FROM push_messages WHERE id = ?').run(id)
}

/**
 * Takes a notice back wherever it may be shown. Where it never went out, it never does. The new row has another number, so
 * that whoever is just sending the old one changes nothing here.
 */
export function close(database: Database, topic: string, now: string): void {
  const shown = database
    .prepare(
      `DELETE FROM push_messages WHERE topic = ? AND payload NOT LIKE '{"close":%'
       RETURNING subscription_id, urgency, expires_at, tries`,
    )
    .all(topic) as unknown as Pick<Message, 'subscription_id' | 'urgency' | 'expires_at' | 'tries'>[]
  for (const { tries, ...message } of shown)
    if (tries > 0) insert(database, { ...message, topic, payload: { close: topic }, next_at: now })
}

/** What is of no use any more, and of each browser all but the newest. */
export function deleteOld(database: Database, { now, keep }: { now: string; keep: number }): void {
  database.prepare('DELETE FROM push_messages WHERE expires_at <= ?').run(now)
  database
    .prepare(
      `DELETE FROM push_messages WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (PARTITION BY subscription_id ORDER BY id DESC) AS age FROM push_messages
         ) WHERE age > ?
       )`,
    )
    .run(keep)
}
