import type { ModelPick } from '../../../contract/model-schema.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Static } from '../../../contract/type.ts'
import { assertValid } from '../../../platform/validation/validation.ts'
import type { Attachment, EarlierMessage } from '../answering.ts'
import { ChatRequest } from '../schemas.ts'
import type { AguiNames } from './agui.ts'
import type { Verdict } from './decisions.ts'
import { AguiRequest, AisdkRequest } from './request-schemas.ts'

export type ProfileName = 'agui' | 'aisdk'

/** What any client wants to say, whichever protocol it speaks. */
export interface Wish {
  readonly message: string
  readonly session_id?: string | undefined
  readonly from_run_id?: string | undefined
  readonly attachments?: readonly Attachment[] | undefined
  readonly context?: Readonly<Record<string, unknown>> | undefined
  readonly model?: ModelPick | null | undefined
  readonly earlier?: readonly EarlierMessage[]
  /** What the client calls the message. */
  readonly givenId?: string | undefined
  readonly names?: AguiNames
  /** Answers to questions, in place of a message. */
  readonly verdicts?: readonly Verdict[]
  /** AI SDK: the message with the calls that were answered; what comes of them goes on in it. */
  readonly continued?: string | undefined
}

export function readRequest(body: Readonly<Record<string, unknown>>, profile: ProfileName | undefined): Wish {
  if (profile === undefined || typeof body['message'] === 'string') {
    assertValid(body, { schema: ChatRequest, part: 'body' })
    return body as Static<typeof ChatRequest>
  }
  return profile === 'agui' ? readAgui(body) : readAisdk(body)
}

function readAgui(body: object): Wish {
  assertValid(body, { schema: AguiRequest, part: 'body' })
  const { threadId, runId, messages, resume = [] } = body as AguiRequest
  const said = messages.map(({ id, role, content }) => ({ id, role, text: textIn(content) }))
  const verdicts = resume.map(({ interruptId, status, payload }) => ({
    approval_id: interruptId,
    approved: status === 'resolved' && !isRefusal(payload),
    args: editedIn(payload),
  }))
  const names = { threadId, runId }
  return { ...wishOf(said, verdicts), session_id: threadId, names }
}

function readAisdk(body: object): Wish {
  assertValid(body, { schema: AisdkRequest, part: 'body' })
  const { id, messages } = body as AisdkRequest
  const said = messages.map(({ id: name, role, parts = [] }) => ({ id: name, role, text: textIn(parts) }))
  const last = messages.at(-1)
  const verdicts = last?.role === 'assistant' ? (last.parts ?? []).flatMap(verdictIn) : []
  return { ...wishOf(said, verdicts), session_id: id, continued: last?.id }
}

interface Said {
  readonly id: string | undefined
  readonly role: string
  readonly text: string
}

function wishOf(said: readonly Said[], verdicts: readonly Verdict[]): Wish {
  if (verdicts.length > 0) return { message: '', verdicts }
  const asked = said.findLastIndex(({ role }) => role === 'user')
  const message = said[asked]?.text ?? ''
  if (message === '')
    throw new AppError(
      'invalid_request',
      'None of the messages is text from the user, so there is nothing to answer.',
    )
  const earlier = said
    .slice(0, asked)
    .flatMap(({ role, text }): EarlierMessage[] =>
      (role === 'user' || role === 'assistant') && text !== '' ? [{ role, text, components: [] }] : [],
    )
  return { message: message.slice(0, 200_000), earlier, givenId: said[asked]?.id }
}

/** Text alone, or what is text among parts of several kinds. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part: unknown) => {
      const { type, text } = (part ?? {}) as { type?: unknown; text?: unknown }
      return type === 'text' && typeof text === 'string' ? [text] : []
    })
    .join('\n')
}

function verdictIn(part: Readonly<Record<string, unknown>>): Verdict[] {
  const { state, approval } = part as { state?: unknown; approval?: { id?: unknown; approved?: unknown } }
  if (state !== 'approval-responded' || typeof approval?.id !== 'string') return []
  return [{ approval_id: approval.id, approved: approval.approved === true }]
}

function editedIn(payload: unknown): Record<string, unknown> | undefined {
  const { editedArgs } = (payload ?? {}) as { editedArgs?: unknown }
  const isObject = typeof editedArgs === 'object' && editedArgs !== null && !Array.isArray(editedArgs)
  return isObject ? (editedArgs as Record<string, unknown>) : undefined
}

function isRefusal(payload: unknown): boolean {
  return payload === false || (payload as { approved?: unknown } | null | undefined)?.approved === false
}
