import type { AgentContext, PermissionOption, RequestPermissionRequest } from '@agentclientprotocol/sdk'
import type { Confirmation } from '../../contract/confirmation.ts'
import { decide, type Decided } from '../commands/approval.ts'
import type { CommandCall } from '../command.ts'

interface Asking {
  readonly sessionId: string
  readonly editor: Pick<AgentContext, 'request'>
  readonly call: CommandCall
  readonly signal: AbortSignal
  /** The question in Markdown, with what it would change. */
  readonly text: string
  readonly toolCallId: string
}

/** Asks in the editor and passes the answer on; undefined when nobody answered, and then it stays open. */
export async function askPermission(
  confirmation: Confirmation,
  { sessionId, editor, call, signal, text, toolCallId }: Asking,
): Promise<Decided | undefined> {
  const { confirmation_id } = confirmation
  const always = alwaysOffers(confirmation)
  const { outcome } = await editor.request(
    'session/request_permission',
    {
      sessionId,
      toolCall: toolCallOf(confirmation, { toolCallId, text }),
      options: optionsOf(always.length > 0),
    },
    { cancellationSignal: signal },
  )
  if (outcome.outcome !== 'selected' || signal.aborted) return undefined
  const { optionId } = outcome
  const approved = optionId === 'once' || (optionId === 'always' && always.length > 0)
  return decide(
    { confirmation_id, approved, ...(optionId === 'always' && approved && { changes: always }) },
    call,
  )
}

function toolCallOf(
  { title, args }: Confirmation,
  { toolCallId, text }: Pick<Asking, 'toolCallId' | 'text'>,
): RequestPermissionRequest['toolCall'] {
  return {
    toolCallId,
    title,
    kind: 'execute',
    status: 'pending',
    content: [{ type: 'content', content: { type: 'text', text } }],
    rawInput: args,
  }
}

function optionsOf(hasAlways: boolean): PermissionOption[] {
  return [
    { optionId: 'once', name: 'Approve', kind: 'allow_once' },
    ...(hasAlways
      ? [{ optionId: 'always', name: 'Always in this conversation', kind: 'allow_always' } as const]
      : []),
    { optionId: 'no', name: 'Decline', kind: 'reject_once' },
  ]
}

function alwaysOffers({ details = [] }: Confirmation) {
  return details.flatMap(({ index, allow = [] }) =>
    allow.filter(({ scope }) => scope === 'conversation').map(({ scope }) => ({ index, allow: scope })),
  )
}
