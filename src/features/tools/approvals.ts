import { randomBytes } from 'node:crypto'
import type { Confirmation } from '../../contract/confirmation.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { WaitingCall } from '../../contract/several-calls.ts'
import { callsOf, questionAboutCalls, type CallChange } from './several-calls.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  hashOf,
  insertQuestion,
  readRecord,
  recordOf,
  type ConfirmationStatus,
  type StoredQuestion,
} from './confirmation-rows.ts'
import { HeldActs } from './held-acts.ts'
import { untilNobodyIsAsked, whileNobodyIsAsked } from './open-questions.ts'
import type { Act, Question } from './question.ts'

export interface Decision {
  readonly confirmation: Confirmation
  readonly act: Act
  readonly approved: boolean
  /** Who decided; undefined where the question was only closed. */
  readonly by?: Provenance | undefined
  /** The conversation that asked. */
  readonly session_id?: string | undefined
}

export interface Answering {
  readonly by: Provenance
  readonly changes?: readonly CallChange[] | undefined
}

export interface ApprovalsDeps {
  readonly database: Database
  readonly now: () => Date
  readonly onRequested: (confirmation: Confirmation) => void
  readonly onResolved: (decision: Decision) => void
}

const KEPT_DAYS = 30
/** A step waits until somebody decides, so its question lives longer; the workflow asks anew when it has expired. */
const STEP_MINUTES = 7 * 24 * 60

/**
 * Questions bound to one exact act. The answer counts once and in time, and what then runs is read back from the record
 * and checked against its hash: nothing that happened since can change it.
 */
export class Approvals {
  readonly #deps: ApprovalsDeps
  readonly #watchers = new Set<() => void>()
  readonly #held = new HeldActs()

  constructor(deps: ApprovalsDeps) {
    this.#deps = deps
  }

  /** With `id`: the same question as another process has asked, to be answered here as well. */
  async request(act: Act, question: Question, id: string = newId()): Promise<Confirmation> {
    const { database, now } = this.#deps
    const created = now()
    const minutes = act.workflow_id === undefined ? limits.confirmation_minutes.value : STEP_MINUTES
    const expires_at = new Date(created.getTime() + minutes * 60_000).toISOString()
    const oldest = new Date(created.getTime() - KEPT_DAYS * 86_400_000).toISOString()
    this.#held.release((one) => this.isOpen(one))
    const { confirmation, stored } = this.#held.hold(id, { act, question, expires_at })
    await database.write(() => {
      database.prepare('DELETE FROM confirmations WHERE created_at < ?').run(oldest)
      insertQuestion(database, {
        confirmation,
        act: stored,
        session_id: question.session_id,
        created_at: created.toISOString(),
      })
    })
    this.#changed()
    this.#deps.onRequested(confirmation)
    return confirmation
  }

  /** One question about the calls of one step, which run in this order. */
  requestTogether(
    calls: readonly WaitingCall[],
    { provenance, ...shown }: { provenance: Provenance } & Pick<Question, 'details' | 'session_id'>,
  ): Promise<Confirmation> {
    const { act, question } = questionAboutCalls(calls, provenance)
    return this.request(act, { ...question, ...shown })
  }

  /** Takes the first answer in time; every other one is refused by name. Changes that do not fit answer nothing. */
  async decide(
    id: string,
    approved: boolean,
    { by, changes = [] }: Answering = { by: 'local-client' },
  ): Promise<Decision> {
    const { database, now } = this.#deps
    const decision = await database.write(() => {
      const record = answerable(readRecord(database, id), now().toISOString())
      if (approved) this.#held.assertWhole(record)
      const { confirmation, act, session_id } = this.#held.complete(record)
      if (changes.length > 0) assertChangeable({ confirmation, act }, changes)
      database
        .prepare("UPDATE confirmations SET status = ?, decided_at = ? WHERE id = ? AND status = 'open'")
        .run(approved ? 'approved' : 'rejected', now().toISOString(), id)
      return { confirmation, act, approved, by, session_id }
    })
    this.#changed()
    this.#deps.onResolved(decision)
    return decision
  }

  /** The same question was answered elsewhere, or nobody needs the answer any more. False when it was closed. */
  async resolve(id: string, approved: boolean): Promise<boolean> {
    const { database, now } = this.#deps
    const record = await database.write(() => {
      const { changes } = database
        .prepare("UPDATE confirmations SET status = ?, decided_at = ? WHERE id = ? AND status = 'open'")
        .run(approved ? 'approved' : 'rejected', now().toISOString(), id)
      return changes === 0 ? undefined : this.#read(id)
    })
    if (!record) return false
    this.#changed()
    this.#deps.onResolved({ confirmation: record.confirmation, act: record.act, approved })
    return true
  }

  /** Exactly what was asked for, which is what runs. */
  actOf(id: string): Act | undefined {
    return this.#read(id)?.act
  }

  find(id: string): Confirmation | undefined {
    return this.#read(id)?.confirmation
  }

  /** A question, and what became of it. */
  read(id: string): { readonly confirmation: Confirmation; readonly status: ConfirmationStatus } {
    const record = this.#read(id)
    if (!record)
      throw new AppError('not_found', 'No such question. GET /api/confirmations lists the open ones.')
    const { confirmation, status } = record
    return { confirmation, status: status === 'open' && !this.isOpen(id) ? 'expired' : status }
  }

  isOpen(id: string): boolean {
    const { database, now } = this.#deps
    const row = database
      .prepare("SELECT 1 FROM confirmations WHERE id = ? AND status = 'open' AND expires_at > ?")
      .get(id, now().toISOString())
    return row !== undefined
  }

  /** Of the questions that can still be answered, the one that is the first to end by itself. */
  nextToExpire(): Pick<Confirmation, 'title' | 'expires_at'> | undefined {
    const { database, now } = this.#deps
    const row = database
      .prepare(
        "SELECT * FROM confirmations WHERE status = 'open' AND expires_at > ? ORDER BY expires_at LIMIT 1",
      )
      .get(now().toISOString())
    return row && recordOf(row).confirmation
  }

  /** Those that nobody answered in time, and whose time ended after this moment. */
  expiredSince(moment: Date): Confirmation[] {
    const { database, now } = this.#deps
    return database
      .prepare("SELECT * FROM confirmations WHERE status = 'open' AND expires_at > ? AND expires_at <= ?")
      .all(moment.toISOString(), now().toISOString())
      .map((row) => recordOf(row).confirmation)
  }

  /** Tells that a question was asked or answered; of one that was asked, before anybody is shown it. */
  watch(listener: () => void): () => void {
    this.#watchers.add(listener)
    return () => void this.#watchers.delete(listener)
  }

  /** Done when no question is open. */
  untilNobodyIsAsked(signal: AbortSignal): Promise<void> {
    return untilNobodyIsAsked(this, { now: this.#deps.now, signal })
  }

  /** Refused where a question is open, and stopped in the middle when one comes. */
  whileNobodyIsAsked<Result>(
    signal: AbortSignal,
    press: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return whileNobodyIsAsked(this, signal, press)
  }

  #read(id: string): StoredQuestion | undefined {
    const record = readRecord(this.#deps.database, id)
    return record && this.#held.complete(record)
  }

  #changed(): void {
    for (const listener of this.#watchers) listener()
  }

  /** Those that can still be answered, the oldest first. */
  listOpen(): Confirmation[] {
    return this.#deps.database
      .prepare("SELECT * FROM confirmations WHERE status = 'open' AND expires_at > ? ORDER BY created_at")
      .all(this.#deps.now().toISOString())
      .map((row) => this.#held.complete(recordOf(row)).confirmation)
  }
}

function assertChangeable(
  { act, confirmation }: Pick<StoredQuestion, 'act' | 'confirmation'>,
  changes: readonly CallChange[],
): void {
  if (act.workflow_id !== undefined)
    throw new AppError('invalid_request', "To edit a workflow step, use the workflow's intervene endpoint.")
  callsOf(act, changes)
  for (const { index, allow } of changes) {
    const offered = confirmation.details?.find((one) => one.index === index)?.allow ?? []
    if (allow !== undefined && offered.every(({ scope }) => scope !== allow))
      throw new AppError('invalid_request', "This can't be allowed permanently. You are asked each time.")
  }
}

function newId(): string {
  return `cnf_${randomBytes(18).toString('base64url')}`
}

function answerable(record: StoredQuestion | undefined, now: string): StoredQuestion {
  if (!record)
    throw new AppError('not_found', 'No such question. GET /api/confirmations lists the open ones.')
  if (record.status !== 'open')
    throw new AppError('conflict', `Already ${record.status}. Nothing was run again.`)
  if (record.confirmation.expires_at <= now)
    throw new AppError('gone', 'This question has expired. Ask again to get a new one.')
  if (record.hash !== hashOf(record))
    throw new AppError('conflict', 'The request was altered since you were asked. Nothing was run.')
  return record
}
