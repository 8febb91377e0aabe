import type { Envelope } from '../../../contract/envelope.ts'
import type { LookedPicture } from '../../../contract/tool.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Turn } from '../../models/language-model.ts'
import type { UsedUp } from './answer/answer-budget.ts'
import type { Summary } from './history/summaries.ts'

/** What must be known to go on with an answer once a person has decided. */
export interface PausedAnswer {
  readonly session_id: string
  /** What stands for what was said before the turns. */
  readonly summary?: Summary | undefined
  /** Everything that was said, up to the calls that wait. */
  readonly turns: readonly Turn[]
  /** What the shell knew when it was asked: time zone, locale … */
  readonly context?: Readonly<Record<string, unknown>>
  /** How many of them, from the end on, are about the message that is being answered. */
  readonly ownTurns: number
  /** The calls of the last step in order: with what the model gets for each, or the confirmation that it waits for. */
  readonly calls: readonly PausedCall[]
  /** Tools that the model has loaded. */
  readonly loaded: readonly string[]
  readonly used: UsedUp
}

export interface PausedCall {
  readonly call_id: string
  readonly name: string
  /** The question that it waits for, or the workflow whose end it waits for. */
  readonly confirmation_id?: string
  /** Which of the calls that the question is about. */
  readonly index?: number
  readonly result?: unknown
  /** What it looked at. */
  readonly looked?: LookedPicture | undefined
}

export interface Verdict {
  readonly approved: boolean
  readonly result: Envelope | null
}

/** An answer that can go on: every one of its questions was answered. */
export interface ReleasedAnswer extends PausedAnswer {
  /** The run that was interrupted. */
  readonly run_id: string
  readonly verdicts: ReadonlyMap<string, Verdict>
}

export interface PausedAnswers {
  save(run_id: string, answer: PausedAnswer): Promise<void>
  /** The questions and workflows that answers wait for. */
  waitedFor(): readonly string[]
  /** Notes a verdict; the answer when it was the last that was missing, once. */
  decide(confirmation_id: string, verdict: Verdict): Promise<ReleasedAnswer | undefined>
}

const KEPT_HOURS = 48

export class StoredPausedAnswers implements PausedAnswers {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  async save(run_id: string, { session_id, ...answer }: PausedAnswer): Promise<void> {
    const database = this.#database
    const now = this.#now()
    const oldest = new Date(now.getTime() - KEPT_HOURS * 3_600_000).toISOString()
    await database.write(() => {
      // Questions expire long before; nobody will come back for these.
      database.prepare('DELETE FROM paused_answers WHERE created_at < ?').run(oldest)
      database
        .prepare('INSERT INTO paused_answers (run_id, session_id, state, created_at) VALUES (?, ?, ?, ?)')
        .run(run_id, session_id, JSON.stringify(answer), now.toISOString())
      const insert = database.prepare('INSERT INTO paused_calls (confirmation_id, run_id) VALUES (?, ?)')
      const asked = answer.calls.flatMap(({ confirmation_id }) => confirmation_id ?? [])
      for (const confirmation_id of new Set(asked)) insert.run(confirmation_id, run_id)
    })
  }

  waitedFor(): readonly string[] {
    return this.#database
      .prepare('SELECT confirmation_id FROM paused_calls WHERE verdict IS NULL')
      .all()
      .map((row) => String(row['confirmation_id']))
  }

  decide(confirmation_id: string, verdict: Verdict): Promise<ReleasedAnswer | undefined> {
    const database = this.#database
    return database.write(() => {
      const noted = database
        .prepare(
          'UPDATE paused_calls SET verdict = ? WHERE confirmation_id = ? AND verdict IS NULL RETURNING run_id',
        )
        .get(JSON.stringify(verdict), confirmation_id)
      if (!noted) return undefined
      const run_id = String(noted['run_id'])
      const calls = database
        .prepare('SELECT confirmation_id, verdict FROM paused_calls WHERE run_id = ?')
        .all(run_id)
      if (calls.some((call) => call['verdict'] === null)) return undefined
      const row = database
        .prepare('DELETE FROM paused_answers WHERE run_id = ? RETURNING session_id, state')
        .get(run_id)!
      const answer = JSON.parse(String(row['state'])) as Omit<PausedAnswer, 'session_id'>
      const verdicts = new Map(
        calls.map((call) => [
          String(call['confirmation_id']),
          JSON.parse(String(call['verdict'])) as Verdict,
        ]),
      )
      return { ...answer, run_id, session_id: String(row['session_id']), verdicts }
    })
  }
}
