import { createHash } from 'node:crypto'
import type { Component } from '../../contract/component-schema.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { words, type Block } from '../../contract/text/blocks.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { StartedRun } from '../../features/chat/chat-seams.ts'
import type { Chat } from '../../features/chat/chat.ts'
import { chatBlocks, type ChatBlock } from './cards/chat-blocks.ts'
import type { Heard } from './heard.ts'
import type { ReturnAddresses, Provider } from './outgoing/return-addresses.ts'

export interface ConversationDeps {
  readonly chat: Pick<Chat, 'start' | 'answerOf'>
  readonly audit: Pick<AuditLog, 'append'>
  /** What components say in that chat, live data included: nothing here can fetch it later. */
  readonly tell: (components: readonly Component[]) => Promise<readonly ChatBlock[]>
}

/** Telling for those who show no more than words and tables. */
export function tellWith(
  describe: (components: readonly Component[]) => Promise<readonly Block[]>,
): ConversationDeps['tell'] {
  return async (components) => chatBlocks(await describe(components))
}

/** Who is listened to: everybody else gets a polite word, and nothing runs. */
export interface Audience {
  readonly provider: Provider
  readonly users: readonly string[]
  /** The setting that names them. */
  readonly setting: string
  /** Where a later word to them may go; null when nothing proves that it is their provider. */
  readonly to: object | null
}

interface RespondDeps extends ConversationDeps {
  readonly addresses: Pick<ReturnAddresses, 'keep'>
}

/** What is to be said: known at once, or the answer of a run that has begun. */
export type Response = { readonly blocks: readonly ChatBlock[] } | OwnAnswer

export interface OwnAnswer {
  readonly answer: Promise<readonly ChatBlock[]>
  readonly run_id: string
}

/** Answers a verified event: a message of an allowed person becomes a message of a conversation of theirs. */
export async function respondTo(
  heard: Heard,
  { provider, users, setting, to }: Audience,
  deps: RespondDeps,
): Promise<Response> {
  const { kind, sender, text } = heard
  if (kind === 'nothing' || sender.isBot) return { blocks: [] }
  const user = allowedName(sender.ids, users)
  if (user === undefined) {
    const known_as = sender.ids[0] ?? 'someone without a name'
    const detail = { outcome: 'not_allowed', user: known_as }
    await deps.audit.append({ kind: 'webhook', provenance: 'service', subject: provider, detail })
    return { blocks: words(refusalTo(known_as, setting)) }
  }
  if (kind === 'joined') return { blocks: words(GREETING) }
  if (text === '') return { blocks: words('Write what you want to know or have done.') }
  return begin({ heard, provider, user, to }, deps)
}

const GREETING =
  'Hello! Write to me and I answer from your computer. Anything that sends, deletes or controls something waits for your approval there.'

interface Beginning extends Pick<Audience, 'provider' | 'to'> {
  readonly heard: Heard
  readonly user: string
}

async function begin(
  { heard: { text, space, sender }, provider, user, to }: Beginning,
  deps: RespondDeps,
): Promise<Response> {
  const { chat, audit, addresses } = deps
  const provenance: Provenance = `webhook:${user}`
  const session_id = sessionOf([provider, space, user])
  // On disk before anything happens because of it.
  await audit.append({ kind: 'webhook', provenance, subject: provider, args: { message: text } })
  if (to !== null) await addresses.keep(session_id, { provider, to })
  try {
    return ownAnswer(
      await chat.start({ message: text, session_id, mayBegin: true, provenance, senderName: sender.name }),
      deps,
    )
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    return { blocks: words("I'm still answering your last message. Write again when that is done.") }
  }
}

/** What a run of this process will amount to. */
export function ownAnswer({ run_id, answer }: StartedRun, deps: ConversationDeps): OwnAnswer {
  const blocks = answer.then(({ components }) => told(components, deps))
  // Whoever waits hears of a failure; when it is late, nobody may.
  blocks.catch(() => {})
  return { answer: blocks, run_id }
}

/** What a run that is over amounts to, also one of an earlier process. */
export async function answerOfRun(run_id: string, deps: ConversationDeps): Promise<readonly ChatBlock[]> {
  return told(deps.chat.answerOf(run_id).answer.components, deps)
}

async function told(
  components: readonly Component[],
  { tell }: ConversationDeps,
): Promise<readonly ChatBlock[]> {
  const found = await tell(components)
  return found.length > 0 ? found : words('Done.')
}

/** As the settings write it; people differ in how they write an address, not in which one it is. */
export function allowedName(ids: readonly string[], users: readonly string[]): string | undefined {
  const known = new Set(ids.map((id) => id.toLowerCase()))
  return users.find((user) => known.has(user.trim().toLowerCase()))?.trim()
}

function refusalTo(known_as: string, setting: string): string {
  return `Sorry, I only answer people I was told to. Whoever runs me can add “${known_as}” to the setting ${setting}.`
}

/** One conversation for each person in each space, found again without keeping a list. */
export function sessionOf(parts: readonly string[]): string {
  return `chat_${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}`
}
