import type { Component } from '../../../src/contract/component-schema.ts'
import type { Answer } from './answer.ts'
import { storedAnswer } from './stored-answer.ts'
import type { Unsent } from './outbox.ts'
import { reasonOf, type Service } from '../../../src/components/view-kit/service.ts'
import type { ModelPick, SentFile, ChatRecord } from './chat-record.ts'

/** What a person said, and what went along. */
export interface Said {
  readonly text: string
  readonly files: readonly SentFile[]
}

export type Message =
  | ({ readonly role: 'user'; readonly key: string } & Said)
  | { readonly role: 'assistant'; readonly key: string; readonly answer: Answer }

export interface Conversation {
  /** Another one for each conversation that is opened; it stays when a new one gets its name. */
  readonly place: number
  readonly sessionId: string | undefined
  readonly title: string | undefined
  /** The model that was chosen for it; null for the one that is set. */
  readonly pick: ModelPick | null
  readonly messages: readonly Message[]
  /** Said before the conversation was loaded or had its name; it is sent then. */
  readonly waiting: readonly Said[]
  /** Said while the service was away or an answer was still coming; it is sent once that is over. */
  readonly unsent: readonly Unsent[]
  readonly loading: boolean
  readonly problem: string | undefined
}

export const NEW_CONVERSATION: Conversation = {
  place: 0,
  sessionId: undefined,
  title: undefined,
  pick: null,
  messages: [],
  waiting: [],
  unsent: [],
  loading: false,
  problem: undefined,
}

/** A kept conversation as the page shows it. */
export function fromRecord(record: ChatRecord): Conversation {
  return {
    ...NEW_CONVERSATION,
    sessionId: record.session_id,
    title: record.title,
    pick: record.model,
    messages: record.messages.map((message) =>
      message.role === 'user'
        ? {
            role: 'user',
            key: message.message_id,
            text: message.text,
            files: message.attachments.map(sentFile),
          }
        : { role: 'assistant', key: message.message_id, answer: storedAnswer(record.session_id, message) },
    ),
  }
}

/** As another client gave it, it may have no name but where it lies. */
function sentFile({
  file_id = '',
  document_id,
  path = '',
  name = path.split('/').at(-1),
}: ChatRecord['messages'][number]['attachments'][number]): SentFile {
  return {
    name: name || 'A file',
    file_id: file_id || (document_id ?? path),
    document_id,
    ...(path !== '' && { path }),
  }
}

/** The file as the service is told of it. */
export function attachmentOf({ file_id, document_id, path, name }: SentFile) {
  if (path !== undefined) return { path, name }
  return document_id === undefined ? { file_id, name } : { document_id, name }
}

/** The run whose answer is still missing at the end of a kept conversation. */
export function openRunOf(record: ChatRecord): string | undefined {
  const last = record.messages.at(-1)
  return last?.role === 'user' ? last.run_id : undefined
}

export function componentsOf({ parts }: Answer): Component[] {
  return parts.flatMap((part) => {
    if (part.kind === 'component') return [part.component]
    return part.kind === 'text' ? [{ type: 'text', id: part.id, text: part.text }] : []
  })
}

export function isRunning({ messages }: Conversation): boolean {
  const last = messages.at(-1)
  return last?.role === 'assistant' && (last.answer.status === 'waiting' || last.answer.status === 'running')
}

export function lastAnswer({ messages }: Conversation): Answer | undefined {
  const last = messages.at(-1)
  return last?.role === 'assistant' ? last.answer : undefined
}

/** The same with its last message changed, where that is an answer. */
export function withAnswer(conversation: Conversation, change: (answer: Answer) => Answer): Conversation {
  const { messages } = conversation
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return conversation
  return {
    ...conversation,
    messages: messages.with(messages.length - 1, { ...last, answer: change(last.answer) }),
  }
}

/** Whether nothing else has changed than the words of an answer that is still being written. */
export function onlyGrew(
  { messages: before, ...around }: Conversation,
  { messages: after, ...aroundNow }: Conversation,
): boolean {
  const last = before.at(-1)
  const now = after.at(-1)
  if (last?.role !== 'assistant' || now?.role !== 'assistant') return false
  const isSameAnswer = last.key === now.key && last.answer.status === now.answer.status
  const areSameBefore = before.length === after.length && before.at(-2) === after.at(-2)
  const names = Object.keys(around) as (keyof typeof around)[]
  return isSameAnswer && areSameBefore && names.every((name) => around[name] === aroundNow[name])
}

/** Whether a run answers a message; one that goes on after an approval answers none. */
export async function wasSaidIn(
  service: Service,
  { sessionId = '', runId }: { sessionId: string | undefined; runId: string },
): Promise<boolean> {
  const record = await service
    .call('GET /api/chats/:session_id', { params: { session_id: sessionId } })
    .catch(() => undefined)
  return record?.messages.some(({ role, run_id }) => role === 'user' && run_id === runId) ?? true
}

/** Lets another model answer in a conversation from now on; why not, when it cannot. */
export async function savePick(
  service: Service,
  { sessionId, pick }: { sessionId: string; pick: ModelPick | null },
): Promise<string | undefined> {
  const params = { session_id: sessionId }
  return service
    .call('PUT /api/chats/:session_id/model', { params, body: { model: pick } })
    .then(() => undefined, reasonOf)
}
