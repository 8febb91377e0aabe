import type { Database } from '../../database/database.ts'
import type { Provider } from './return-addresses.ts'

/** An answer that was promised: of which run, and where it must go. */
export interface OwedAnswer {
  readonly run_id: string
  readonly provider: Provider
  /** As the provider's own messenger understands it. */
  readonly to: object
  /** It was being handed over when the process ended: it may have arrived. */
  readonly may_have_arrived: boolean
}

/** Whoever asked has gone on by then, and an answer out of nowhere would be odd; of an email it is expected late. */
const WANTED_MS = 3_600_000
const WANTED_MAIL_MS = 86_400_000

/** What was promised to somebody outside, on disk until it is kept: the service may end in between. */
export class OwedAnswers {
  readonly #database: Database
  readonly #now: () => Date
  /** Those of this process, which sends them itself. */
  readonly #own = new Set<string>()

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  add(owed: Omit<OwedAnswer, 'may_have_arrived'>): Promise<void> {
    return this.#database.write(() => this.addWithin(owed))
  }

  /** The same as part of a write. */
  addWithin({ run_id, provider, to }: Omit<OwedAnswer, 'may_have_arrived'>): void {
    this.#own.add(run_id)
    this.#database
      .prepare('INSERT INTO webhook_answers (run_id, provider, return_address, asked_at) VALUES (?, ?, ?, ?)')
      .run(run_id, provider, JSON.stringify(to), this.#now().toISOString())
  }

  /** Noted before it goes out: when the process ends in that moment, the next one knows. */
  async posting(run_id: string): Promise<void> {
    const at = this.#now().toISOString()
    await this.#change('UPDATE webhook_answers SET posted_at = ? WHERE run_id = ?', [at, run_id])
  }

  /** The provider said that it did not take it. */
  async notTaken(run_id: string): Promise<void> {
    await this.#change('UPDATE webhook_answers SET posted_at = NULL WHERE run_id = ?', [run_id])
  }

  async settle(run_id: string): Promise<void> {
    this.#own.delete(run_id)
    await this.#change('DELETE FROM webhook_answers WHERE run_id = ?', [run_id])
  }

  /** What an earlier process left, oldest first, without what nobody waits for any more. */
  left(): Promise<OwedAnswer[]> {
    const before = (ms: number) => new Date(this.#now().getTime() - ms).toISOString()
    return this.#database.write(() => {
      this.#database
        .prepare("DELETE FROM webhook_answers WHERE asked_at < iif(provider = 'mail', ?, ?)")
        .run(before(WANTED_MAIL_MS), before(WANTED_MS))
      return this.#database
        .prepare('SELECT * FROM webhook_answers ORDER BY asked_at')
        .all()
        .map((row) => ({
          run_id: String(row['run_id']),
          provider: row['provider'] as Provider,
          to: JSON.parse(String(row['return_address'])) as object,
          may_have_arrived: row['posted_at'] !== null,
        }))
        .filter(({ run_id }) => !this.#own.has(run_id))
    })
  }

  async #change(sql: string, values: readonly string[]): Promise<void> {
    await this.#database.write(() => this.#database.prepare(sql).run(...values))
  }
}
