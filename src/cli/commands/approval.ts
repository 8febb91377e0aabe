import type { Component } from '../../contract/component-schema.ts'
import type { Confirmation } from '../../contract/confirmation.ts'
import type { QuestionForm } from '../../contract/question-form.ts'
import type { Envelope } from '../../contract/envelope.ts'
import type { CommandCall } from '../command.ts'
import { fillForm } from './fill-form.ts'
import { drawAnswer } from '../draw-answer.ts'
import { callServiceForJson } from '../running-service.ts'
import { printable } from '../terminal/text-width.ts'

export interface Decided {
  readonly approved: boolean
  /** What the tool returned; null when it was refused or goes on elsewhere. */
  readonly result: Envelope | null
  readonly components: readonly Component[]
}

type Asker = Pick<CommandCall, 'terminal' | 'flags' | 'environment' | 'reach'>

/** Shows what would happen and asks for a yes; only a clear one counts. */
export async function askApproval(confirmation: Confirmation, call: Asker): Promise<Decided> {
  call.terminal.hint(await drawAnswer([confirmation], call))
  const { confirmation_id, details = [], form } = confirmation
  if (form) return askForm(confirmation_id, form, call)
  const offers = details.flatMap(({ index, allow = [] }) =>
    allow.filter(({ scope }) => scope === 'conversation').map(({ scope }) => ({ index, allow: scope })),
  )
  if (offers.length === 0)
    return decide({ confirmation_id, approved: await call.terminal.confirm('Do it?') }, call)
  const typed = (await call.terminal.ask('Do it? [y]es, [a]lways in this conversation, [N]o ')) ?? ''
  const isAlways = /^a(lways)?$/i.test(typed)
  const approved = isAlways || /^y(es)?$/i.test(typed)
  return decide({ confirmation_id, approved, ...(isAlways && { changes: offers }) }, call)
}

/** Nothing is sent before all of it was entered and looked at. */
async function askForm(confirmation_id: string, form: QuestionForm, call: Asker): Promise<Decided> {
  const args = await fillForm(form, call.terminal)
  const question =
    form.link === undefined ? `Send this to ${form.asked_by}?` : 'Open this page yourself, and say so?'
  const approved = args !== undefined && (await call.terminal.confirm(printable(question)))
  return decide({ confirmation_id, approved, ...(approved && { changes: [{ index: 0, args }] }) }, call)
}

interface Change {
  readonly index: number
  readonly allow?: string
  readonly args?: object
}

interface Answer {
  readonly confirmation_id: string
  readonly approved: boolean
  readonly changes?: readonly Change[]
}

export async function decide(
  { confirmation_id, approved, changes = [] }: Answer,
  call: Asker,
): Promise<Decided> {
  const body = JSON.stringify({ confirmation_id, approved, ...(changes.length > 0 && { changes }) })
  const answer = await callServiceForJson<Omit<Decided, 'approved'> & { allowed?: string[] }>(call, {
    method: 'POST',
    path: '/api/confirm',
    body,
    // The tool runs before the answer comes, and takes as long as it takes.
    signal: new AbortController().signal,
  })
  for (const words of answer.allowed ?? []) call.terminal.hint(`Allowed from now on: ${printable(words)}`)
  return { ...answer, approved }
}
