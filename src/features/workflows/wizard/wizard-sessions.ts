import { randomBytes } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { WizardState } from './wizard-state.ts'

/** A session as it stands now. */
export interface Session {
  readonly id: string
  /** Counts the answers that were taken. */
  readonly turn: number
  readonly state: WizardState
}

/** What a session that is over has come to. */
export interface SessionEnd {
  readonly outcome: 'made' | 'cancelled'
  readonly workflow_id: string | null
  readonly schedule_id: string | null
}

const KEPT_DAYS = 30
const DAY_MS = 86_400_000
const MAX_TURNS = 5_000

/** Keeps sessions over restarts, every turn of them, so that answers can be taken back. */
export class WizardSessions {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  async begin(state: WizardState): Promise<Session> {
    const id = `wiz_${randomBytes(16).toString('base64url')}`
    const at = this.#now().toISOString()
    await this.#database.write(() => {
      this.#forgetOld()
      this.#database
        .prepare('INSERT INTO wizard_sessions (id, created_at, updated_at) VALUES (?, ?, ?)')
        .run(id, at, at)
      this.#insertTurn(id, 1, state)
    })
    return { id, turn: 1, state }
  }

  /** Refuses a session that is not there or is over. */
  open(id: string): Session {
    const row = this.#database.prepare('SELECT * FROM wizard_sessions WHERE id = ?').get(id)
    if (!row || (row['updated_at'] as string) < this.#oldest())
      throw new AppError(
        'not_found',
        `No session "${id}". Sessions are kept for ${KEPT_DAYS} days. Start one with POST /api/workflows/wizard/start.`,
      )
    if (row['outcome'] !== null) throw isOver(row as unknown as SessionEnd)
    const last = this.#database
      .prepare('SELECT number, state FROM wizard_turns WHERE session = ? ORDER BY number DESC LIMIT 1')
      .get(id)!
    return { id, turn: Number(last['number']), state: JSON.parse(last['state'] as string) as WizardState }
  }

  async answer({ id, turn }: Session, state: WizardState): Promise<Session> {
    if (turn >= MAX_TURNS)
      throw new AppError('conflict', 'This session has gone on for too long. Start another one.')
    await this.#database.write(() => {
      this.#insertTurn(id, turn + 1, state)
      this.#touch(id)
    })
    return { id, turn: turn + 1, state }
  }

  /** The session before its last answer; at the first question it stays where it is. */
  async back({ id, turn }: Session): Promise<Session> {
    if (turn > 1)
      await this.#database.write(() => {
        this.#database.prepare('DELETE FROM wizard_turns WHERE session = ? AND number >= ?').run(id, turn)
        this.#touch(id)
      })
    return this.open(id)
  }

  async end({ id }: Session, { outcome, workflow_id, schedule_id }: SessionEnd): Promise<void> {
    await this.#database.write(() => {
      this.#database
        .prepare(
          'UPDATE wizard_sessions SET outcome = ?, workflow_id = ?, schedule_id = ?, updated_at = ? WHERE id = ?',
        )
        .run(outcome, workflow_id, schedule_id, this.#now().toISOString(), id)
      // Nobody can go back any more.
      this.#database.prepare('DELETE FROM wizard_turns WHERE session = ?').run(id)
    })
  }

  #insertTurn(id: string, number: number, state: WizardState): void {
    this.#database
      .prepare('INSERT INTO wizard_turns (session, number, state) VALUES (?, ?, ?)')
      .run(id, number, JSON.stringify(state))
  }

  #touch(id: string): void {
    this.#database
      .prepare('UPDATE wizard_sessions SET updated_at = ? WHERE id = ?')
      .run(this.#now().toISOString(), id)
  }

  #forgetOld(): void {
    const oldest = this.#oldest()
    this.#database
      .prepare(
        'DELETE FROM wizard_turns WHERE session IN (SELECT id FROM wizard_sessions WHERE updated_at < ?)',
      )
      .run(oldest)
    this.#database.prepare('DELETE FROM wizard_sessions WHERE updated_at < ?').run(oldest)
  }

  #oldest(): string {
    return new Date(this.#now().getTime() - KEPT_DAYS * DAY_MS).toISOString()
  }
}

function isOver({ outcome, workflow_id, schedule_id }: SessionEnd): AppError {
  if (outcome === 'cancelled')
    return new AppError(
      'conflict',
      'This session was cancelled. Start another with POST /api/workflows/wizard/start.',
    )
  const other = schedule_id === null ? 'an automation' : `the schedule ${schedule_id}`
  const made = workflow_id === null ? other : `the workflow ${workflow_id}`
  return new AppError('conflict', `This session is over: it created ${made}.`)
}
