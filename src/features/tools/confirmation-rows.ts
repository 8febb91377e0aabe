import { createHash } from 'node:crypto'
import type { CallDetail, Confirmation } from '../../contract/confirmation.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import type { QuestionForm } from '../../contract/question-form.ts'
import type { Risk } from '../../contract/tool.ts'
import { visibleText, visibleValue } from '../../contract/visible-text.ts'
import type { Database } from '../../platform/database/database.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Act, Question } from './question.ts'

export interface NewQuestion {
  readonly confirmation: Confirmation
  readonly act: Act
  readonly session_id: string | undefined
  readonly created_at: string
}

export function insertQuestion(database: Database, question: NewQuestion): void {
  const { confirmation, act, session_id, created_at } = question
  const { confirmation_id, title, message, expires_at, details, form } = confirmation
  database
    .prepare(
      `INSERT INTO confirmations (id, act_hash, agent, action, args, risk, title, message, provenance, workflow_id, step_id,
         created_at, expires_at, details, form, session_id, status)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open')`,
    )
    .run(
      confirmation_id,
      hashOf(question),
      act.agent,
      act.action,
      JSON.stringify(act.args),
      act.risk,
      title,
      message,
      act.provenance,
      act.workflow_id ?? null,
      act.step_id ?? null,
      created_at,
      expires_at,
      details ? JSON.stringify(details) : null,
      form ? JSON.stringify(form) : null,
      session_id ?? null,
    )
}

export type ConfirmationStatus = 'open' | 'approved' | 'rejected' | 'expired'

export interface StoredQuestion {
  readonly confirmation: Confirmation
  readonly act: Act
  readonly session_id: string | undefined
  readonly hash: string
  readonly status: ConfirmationStatus
}

export function readRecord(database: Database, id: string): StoredQuestion | undefined {
  const row = database.prepare('SELECT * FROM confirmations WHERE id = ?').get(id)
  return row && recordOf(row)
}

export function recordOf(row: Record<string, unknown>): StoredQuestion {
  const text = (name: string) => String(row[name])
  const act: Act = {
    agent: text('agent'),
    action: text('action'),
    args: JSON.parse(text('args')) as Record<string, unknown>,
    risk: text('risk') as Risk,
    provenance: text('provenance') as Provenance,
    ...(row['workflow_id'] !== null && { workflow_id: text('workflow_id') }),
    ...(row['step_id'] !== null && { step_id: text('step_id') }),
  }
  const details = row['details'] === null ? undefined : (JSON.parse(text('details')) as readonly CallDetail[])
  const form = row['form'] === null ? undefined : (JSON.parse(text('form')) as QuestionForm)
  const question = { title: text('title'), message: text('message'), details, form }
  const confirmation = toConfirmation(text('id'), { act, question, expires_at: text('expires_at') })
  const session_id = row['session_id'] === null ? undefined : text('session_id')
  return {
    confirmation,
    act,
    session_id,
    hash: text('act_hash'),
    status: text('status') as ConfirmationStatus,
  }
}

/** What a person sees. The act keeps the exact arguments; here everything in them that is not seen is written out. */
export function toConfirmation(
  confirmation_id: string,
  { act, question, expires_at }: { act: Act; question: Question; expires_at: string },
): Confirmation {
  const { agent, action, args, risk, workflow_id, step_id } = act
  return {
    type: 'confirmation',
    confirmation_id,
    title: visibleText(question.title).replaceAll(/\s+/g, ' '),
    message: visibleText(question.message),
    agent,
    action,
    args: visibleValue(args) as Record<string, unknown>,
    risk,
    expires_at,
    ...(question.form && { form: question.form }),
    ...(workflow_id !== undefined && { workflow_id }),
    ...(step_id !== undefined && { step_id }),
    ...(question.details && question.details.length > 0 && { details: [...question.details] }),
  }
}

export function hashOf({
  act,
  session_id,
  confirmation: { expires_at, details, form },
}: Pick<StoredQuestion, 'act' | 'session_id' | 'confirmation'>): string {
  return createHash('sha256')
    .update(canonicalJson({ ...act, expires_at, session_id, details, form }))
    .digest('hex')
}
