import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import type { ChannelName } from './contract.ts'
import type { Place } from './pairings.ts'

/** A button works that long, however long its question stays open. */
export const BUTTON_MS = 15 * 60_000

export interface AskedThere extends Place {
  readonly id: number
  readonly confirmation_id: string
  readonly chat: string
  readonly person: string
  readonly message: string | null
  readonly text: string
  readonly expires_at: string
  readonly pressed_at: string | null
}

export interface NewQuestion extends Place {
  readonly confirmation_id: string
  readonly chat: string
  readonly person: string
  readonly text: string
  readonly hasButtons: boolean
}

/** Questions that were asked in a chat, with what their buttons carry: a secret for each, stored as its hash. */
export class Questions {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  /** Before it is sent, so that no button is pressed that nobody knows. */
  async add(question: NewQuestion): Promise<{ id: number; secret: string | undefined }> {
    const { confirmation_id, channel, account, chat, person, text, hasButtons } = question
    const secret = hasButtons ? randomBytes(17).toString('base64url').slice(0, 22) : undefined
    const expires_at = new Date(this.#now().getTime() + BUTTON_MS).toISOString()
    const hash = secret === undefined ? null : hashOf(secret)
    const id = await this.#database.write(() => {
      const { lastInsertRowid } = this.#database
        .prepare(
          `INSERT INTO channel_questions (confirmation_id, channel, account, chat, person, text, secret, expires_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(confirmation_id, channel, account, chat, person, text, hash, expires_at)
      return Number(lastInsertRowid)
    })
    return { id, secret }
  }

  async sent(id: number, message: string): Promise<void> {
    await this.#database.write(() =>
      this.#database.prepare('UPDATE channel_questions SET message = ? WHERE id = ?').run(message, id),
    )
  }

  findBySecret(secret: string): AskedThere | undefined {
    const row = this.#database.prepare('SELECT * FROM channel_questions WHERE secret = ?').get(hashOf(secret))
    return row && questionOf(row)
  }

  /** Takes a button that is pressed for the first time and in time; false for every other one. */
  press(id: number): Promise<boolean> {
    const now = this.#now().toISOString()
    return this.#database.write(
      () =>
        this.#database
          .prepare(
            `UPDATE channel_questions SET pressed_at = ?
               WHERE id = ? AND pressed_at IS NULL AND settled_at IS NULL AND expires_at > ?`,
          )
          .run(now, id, now).changes === 1,
    )
  }

  /** Those of which it is not yet said what became of them. */
  open(): AskedThere[] {
    return this.#database
      .prepare('SELECT * FROM channel_questions WHERE settled_at IS NULL AND message IS NOT NULL ORDER BY id')
      .all()
      .map(questionOf)
  }

  async settle(id: number): Promise<void> {
    await this.#database.write(() => {
      this.#database
        .prepare('UPDATE channel_questions SET settled_at = ?, secret = NULL WHERE id = ?')
        .run(this.#now().toISOString(), id)
    })
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function questionOf(row: Record<string, unknown>): AskedThere {
  const text = (name: string) => row[name] as string | null
  return {
    id: Number(row['id']),
    confirmation_id: String(row['confirmation_id']),
    channel: row['channel'] as ChannelName,
    account: String(row['account']),
    chat: String(row['chat']),
    person: String(row['person']),
    message: text('message'),
    text: String(row['text']),
    expires_at: String(row['expires_at']),
    pressed_at: text('pressed_at'),
  }
}
