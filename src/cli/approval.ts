import type { Component } from '../contract/component-schema.ts'
import type { Confirmation } from '../contract/confirmation.ts'
import type { Envelope } from '../contract/envelope.ts'
import type { CommandCall } from './command.ts'
import { drawAnswer } from './draw-answer.ts'
import { callServiceForJson } from './running-service.ts'

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
  const approved = await call.terminal.confirm('Do it?')
  return decide(confirmation.confirmation_id, approved, call)
}

export async function decide(confirmation_id: string, approved: boolean, call: Asker): Promise<Decided> {
  const body = JSON.stringify({ confirmation_id, approved })
  const answer = await callServiceForJson<Omit<Decided, 'approved'>>(call, {
    method: 'POST',
    path: '/api/confirm',
    body,
    // The tool runs before the answer comes, and takes as long as it takes.
    signal: new AbortController().signal,
  })
  return { ...answer, approved }
}
