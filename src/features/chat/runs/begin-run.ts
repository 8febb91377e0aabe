import { randomBytes } from 'node:crypto'
import type { Provenance } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Asked } from '../answering.ts'
import type { Question } from '../chat-seams.ts'
import {
  earlierMessages,
  findAnyChat,
  findChat,
  insertChat,
  insertMessage,
  pickOf,
  setChatModel,
  type ChatRow,
} from '../sessions/session-rows.ts'
import { removeReplaced, replacedBy, type Replaced } from '../sessions/replaced-turns.ts'
import { titleOf } from '../sessions/sessions.ts'
import { LiveRun } from './live-run.ts'
import type { RunJournal } from './run-journal.ts'
import { insertRun } from './run-rows.ts'

const EARLIER_MESSAGES = 40

/** Where a question is asked: in a conversation that is there, or in one that begins with it. */
export interface Place {
  readonly session_id: string
  readonly chat: ChatRow | undefined
  /** What the question takes the place of. */
  readonly replaced: Replaced | undefined
}

export function placeOf(database: Database, question: Question): Place {
  const chat = chatFor(database, question)
  const { givenId: given_id } = question
  const replaced =
    chat && given_id !== undefined ? replacedBy(database, { chat: chat.number, given_id }) : undefined
  return { chat, session_id: chat?.id ?? question.session_id ?? newId('chat'), replaced }
}

function chatFor(database: Database, { session_id, provenance, mayBegin = false }: Question) {
  if (session_id === undefined) return undefined
  const chat = findChat(database, session_id)
  // Whoever writes from outside sees the conversations that began there, and no other.
  const isTheirs = provenance === 'local-client' || chat?.origin === originOf(provenance)
  if (chat && isTheirs) return chat
  if (!chat && findAnyChat(database, session_id))
    throw new AppError('not_found', 'This conversation is in the trash. Restore it, or start a new one.')
  if (!chat && mayBegin) return undefined
  throw new AppError('not_found', `No conversation "${session_id}". GET /api/chats lists them.`)
}

export interface Beginning {
  readonly database: Database
  readonly journal: RunJournal
  readonly place: Place
  readonly at: string
  /** The run that waited for what this one goes on with. */
  readonly continues: string | undefined
  /** Told of the questions that were asked in what it replaces, once that is gone. */
  readonly onReplaced?: ((confirmation_ids: readonly string[]) => void) | undefined
}

/** A run for a question; `accepted` when it is on disk. */
export function beginRun(
  question: Question,
  { database, journal, place, at, continues, onReplaced }: Beginning,
): { run: LiveRun; accepted: Promise<void> } {
  const { message, provenance, writtenBy, attachments = [], model, givenId } = question
  const { session_id, chat, replaced } = place
  const run = new LiveRun({ id: newId('run'), session_id, message, provenance, continues, journal })
  const accepted = database.write(() => {
    const withdrawn = replaced ? removeReplaced(database, replaced) : []
    run.chat =
      chat?.number ??
      insertChat(database, { id: session_id, title: titleOf(message), origin: originOf(provenance), at })
    if (model !== undefined) setChatModel(database, run.chat, model)
    run.number = insertRun(database, { id: run.id, chat: run.chat, message, provenance, writtenBy, at })
    question.alongside?.(run.id)
    if (continues !== undefined) return withdrawn
    const said = { role: 'user', text: message, attachments, given_id: givenId } as const
    insertMessage(database, { ...said, chat: run.chat, run: run.number, at })
    return withdrawn
  })
  accepted.then(
    (withdrawn) => withdrawn.length > 0 && onReplaced?.(withdrawn),
    (error: unknown) => run.onLost(error),
  )
  return { run, accepted: accepted.then(() => {}) }
}

/** The question as answerers see it. */
export function askedOf(
  run: LiveRun,
  question: Question,
  { database, replaced }: { database: Database; replaced?: Replaced | undefined },
): Asked {
  const { attachments = [], context = {}, earlier = [], writtenBy, senderName, isSaid = false } = question
  const chat = findChat(database, run.session_id)
  const provenance = writtenBy ?? run.provenance
  // What comes with the message is not on disk yet.
  const model = question.model === undefined && chat ? pickOf(chat) : question.model
  return {
    message: run.message,
    session_id: run.session_id,
    run_id: run.id,
    earlier: chat
      ? earlierMessages(database, chat.number, { limit: EARLIER_MESSAGES, before: replaced?.message })
      : earlier,
    attachments,
    context,
    provenance,
    senderName,
    signal: run.signal,
    mayDecide: isSaid && provenance === 'local-client',
    isOtherModels: run.provenance === 'model',
    model: model ?? undefined,
  }
}

function originOf(provenance: Provenance): string {
  return provenance === 'local-client' ? 'client' : provenance
}

function newId(kind: 'chat' | 'run'): string {
  return `${kind}_${randomBytes(12).toString('base64url')}`
}
