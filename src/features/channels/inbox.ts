import { takeOnceWithin } from '../../platform/correspondence/receipts.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Heard, IncomingMessage } from './channel.ts'
import type { ChannelName } from './contract.ts'
import type { Place } from './pairings.ts'

export interface Waiting extends Place {
  readonly id: number
  readonly message: IncomingMessage
}

/** Nobody waits for an answer to what was said that long ago; of an email nobody expects one at once. */
const WANTED_MS = 3_600_000
const WANTED_MAIL_MS = 86_400_000

/** What was heard, on disk from its receipt to the beginning of its run: the service may end in between. */
export class Inbox {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  cursor({ channel, account }: Place): string | undefined {
    const row = this.#database
      .prepare('SELECT cursor FROM channel_cursors WHERE channel = ? AND account = ?')
      .get(channel, account)
    return row && String(row['cursor'])
  }

  /**
   * Notes in one transaction that an event was heard, where to go on after it, and what is to be done about it. `isNew` is
   * false when it was heard before.
   */
  take(
    place: Place,
    { event, cursor }: Heard,
    accept: () => IncomingMessage | undefined,
  ): Promise<{ isNew: boolean; waiting: Waiting | undefined }> {
    return this.#database.write(() => {
      const now = this.#now()
      const { channel, account } = place
      const isNew = takeOnceWithin(this.#database, { provider: channel, event: [account, event], now })
      if (cursor !== undefined) this.#moveOn(place, cursor)
      const message = isNew ? accept() : undefined
      return { isNew, waiting: message && this.#insert(place, message, now.toISOString()) }
    })
  }

  /** As part of the write in which its run begins. */
  removeWithin({ id }: Pick<Waiting, 'id'>): void {
    this.#database.prepare('DELETE FROM channel_inbox WHERE id = ?').run(id)
  }

  async remove(waiting: Pick<Waiting, 'id'>): Promise<void> {
    await this.#database.write(() => this.removeWithin(waiting))
  }

  /** What an earlier process heard and did not begin, oldest first. */
  left(): Promise<Waiting[]> {
    const before = (ms: number) => new Date(this.#now().getTime() - ms).toISOString()
    return this.#database.write(() => {
      this.#database
        .prepare("DELETE FROM channel_inbox WHERE received_at < iif(channel = 'mail', ?, ?)")
        .run(before(WANTED_MAIL_MS), before(WANTED_MS))
      return this.#database
        .prepare('SELECT * FROM channel_inbox ORDER BY id')
        .all()
        .map((row) => ({
          id: Number(row['id']),
          channel: row['channel'] as ChannelName,
          account: String(row['account']),
          message: JSON.parse(String(row['message'])) as IncomingMessage,
        }))
    })
  }

  #moveOn({ channel, account }: Place, cursor: string): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO channel_cursors (channel, account, cursor) VALUES (?, ?, ?)')
      .run(channel, account, cursor)
  }

  #insert(place: Place, message: IncomingMessage, at: string): Waiting {
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO channel_inbox (channel, account, message, received_at) VALUES (?, ?, ?, ?)')
      .run(place.channel, place.account, JSON.stringify(message), at)
    return { ...place, id: Number(lastInsertRowid), message }
  }
}
