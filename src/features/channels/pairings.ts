import { createHash, randomBytes, randomInt } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ChannelName, Pairing } from './contract.ts'

/** Without letters and digits that look like others. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
const CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`)
const CODE_MS = 10 * 60_000
/** Whoever guesses that often is not mistyping. */
const MAX_WRONG = 20

export interface Place {
  readonly channel: ChannelName
  readonly account: string
}

export interface StoredPairing extends Pairing, Place {}

/** Who may write from a channel. A pairing belongs to the account that it was made with. */
export class Pairings {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  async makeCode({ channel, account }: Place): Promise<{ code: string; expires_at: string }> {
    const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    const expires_at = new Date(this.#now().getTime() + CODE_MS).toISOString()
    await this.#database.write(() =>
      this.#database
        .prepare(
          'INSERT OR REPLACE INTO channel_codes (channel, account, code, expires_at) VALUES (?, ?, ?, ?)',
        )
        .run(channel, account, hashOf(code), expires_at),
    )
    return { code, expires_at }
  }

  /** Lets in whoever says the code, once; undefined for everything else. */
  redeem(
    place: Place,
    said: string,
    who: { person: string; name: string | undefined },
  ): Promise<Pairing | undefined> {
    const code = said.trim().toUpperCase()
    if (!isCode(code)) return Promise.resolve(undefined)
    const { channel, account } = place
    const now = this.#now().toISOString()
    return this.#database.write(() => {
      const open = this.#database
        .prepare('SELECT code FROM channel_codes WHERE channel = ? AND account = ? AND expires_at > ?')
        .get(channel, account, now)
      if (!open) return undefined
      if (!hashOf(code).equals(open['code'] as Uint8Array)) {
        this.#countWrong(place)
        return undefined
      }
      this.#forgetCode(place)
      return this.#insert(place, who, now)
    })
  }

  /** Whether it is the code that is open now; nothing happens to it. */
  isOpenCode({ channel, account }: Place, said: string): boolean {
    const code = said.trim().toUpperCase()
    const open = this.#database
      .prepare('SELECT code FROM channel_codes WHERE channel = ? AND account = ? AND expires_at > ?')
      .get(channel, account, this.#now().toISOString())
    return open !== undefined && isCode(code) && hashOf(code).equals(open['code'] as Uint8Array)
  }

  find({ channel, account }: Place, person: string): StoredPairing | undefined {
    const row = this.#database
      .prepare('SELECT * FROM channel_pairings WHERE channel = ? AND account = ? AND person = ?')
      .get(channel, account, person)
    return row && pairingOf(row)
  }

  list({ channel, account }: Place): StoredPairing[] {
    return this.#database
      .prepare('SELECT * FROM channel_pairings WHERE channel = ? AND account = ? ORDER BY created_at')
      .all(channel, account)
      .map(pairingOf)
  }

  /** Throws `not_found` for one that is not there. */
  read(id: string): StoredPairing {
    const row = this.#database.prepare('SELECT * FROM channel_pairings WHERE id = ?').get(id)
    if (!row) throw new AppError('not_found', `No pairing "${id}". GET /api/channels lists them.`)
    return pairingOf(row)
  }

  /** Within a write. */
  noteHeard({ id }: Pairing): void {
    this.#database
      .prepare('UPDATE channel_pairings SET last_heard_at = ? WHERE id = ?')
      .run(this.#now().toISOString(), id)
  }

  async change(id: string, may_approve: boolean): Promise<StoredPairing> {
    await this.#database.write(() =>
      this.#database
        .prepare('UPDATE channel_pairings SET may_approve = ? WHERE id = ?')
        .run(Number(may_approve), id),
    )
    return this.read(id)
  }

  async remove(id: string): Promise<StoredPairing> {
    const pairing = this.read(id)
    await this.#database.write(() =>
      this.#database.prepare('DELETE FROM channel_pairings WHERE id = ?').run(id),
    )
    return pairing
  }

  #insert(
    { channel, account }: Place,
    { person, name }: { person: string; name: string | undefined },
    now: string,
  ) {
    this.#database
      .prepare(
        `INSERT OR IGNORE INTO channel_pairings (id, channel, account, person, name, created_at)
           VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(`pair_${randomBytes(9).toString('base64url')}`, channel, account, person, name ?? null, now)
    return this.find({ channel, account }, person)
  }

  #countWrong({ channel, account }: Place): void {
    this.#database
      .prepare('UPDATE channel_codes SET wrong = wrong + 1 WHERE channel = ? AND account = ?')
      .run(channel, account)
    this.#database
      .prepare('DELETE FROM channel_codes WHERE channel = ? AND account = ? AND wrong >= ?')
      .run(channel, account, MAX_WRONG)
  }

  #forgetCode({ channel, account }: Place): void {
    this.#database
      .prepare('DELETE FROM channel_codes WHERE channel = ? AND account = ?')
      .run(channel, account)
  }
}

function isCode(text: string): boolean {
  return CODE.test(text)
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

function pairingOf(row: Record<string, unknown>): StoredPairing {
  const text = (name: string) => row[name] as string | null
  return {
    id: String(row['id']),
    channel: row['channel'] as ChannelName,
    account: String(row['account']),
    person: String(row['person']),
    name: text('name'),
    may_approve: row['may_approve'] === 1,
    created_at: String(row['created_at']),
    last_heard_at: text('last_heard_at'),
  }
}
