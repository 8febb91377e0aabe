import type { Provenance } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { words } from '../../contract/text/blocks.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import { ownAnswer, sessionOf, type ConversationDeps } from '../../platform/correspondence/conversation.ts'
import type { LateAnswers } from '../../platform/correspondence/outgoing/late-answers.ts'
import type { ReturnAddresses } from '../../platform/correspondence/outgoing/return-addresses.ts'
import type { Attachment } from '../chat/answering.ts'
import type { Chat } from '../chat/chat.ts'
import type { Documents } from '../documents/documents.ts'
import type { ChannelAdapter, ChannelAddress, IncomingMessage } from './channel.ts'
import type { Inbox, Waiting } from './inbox.ts'

export interface ConversationsDeps extends ConversationDeps {
  readonly chat: Pick<Chat, 'start' | 'stop' | 'answerOf'>
  readonly documents: Pick<Documents, 'upload'>
  readonly audit: Pick<AuditLog, 'append'>
  readonly log: Log
  readonly inbox: Inbox
  readonly late: LateAnswers
  readonly addresses: ReturnAddresses
}

const HELLO =
  'Hello! Write to me and I answer from your computer. Anything that sends, deletes or controls something waits for your approval there. /stop ends what I am doing.'

/** The conversations of channels: of each person one message at a time, each answered by a run. */
export class Conversations {
  readonly #deps: ConversationsDeps
  readonly #closing = new AbortController()
  /** The last one of each conversation. */
  readonly #queues = new Map<string, Promise<void>>()

  constructor(deps: ConversationsDeps) {
    this.#deps = deps
  }

  /** Answers when the messages before it are answered. */
  answer(adapter: ChannelAdapter, waiting: Waiting): void {
    const session = sessionIdOf(waiting)
    if (isStop(waiting.message)) return this.#inBackground(this.#stop(waiting, session))
    const before = this.#queues.get(session) ?? Promise.resolve()
    const queued = before
      .then(() => this.#answer(adapter, waiting, session))
      .catch((error: unknown) => this.#deps.log.error({ err: error }, "Couldn't answer a message."))
      .finally(() => {
        if (this.#queues.get(session) === queued) this.#queues.delete(session)
      })
    this.#queues.set(session, queued)
  }

  greet(waiting: Omit<Waiting, 'id'>): void {
    this.say(HELLO, waiting)
  }

  say(text: string, waiting: Omit<Waiting, 'id'>): void {
    this.#deps.late.say(words(text), addressOf(waiting))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled(this.#queues.values())
  }

  async #answer(adapter: ChannelAdapter, waiting: Waiting, session_id: string): Promise<void> {
    const { signal } = this.#closing
    // What is not begun waits on disk for the next start.
    if (signal.aborted) return
    const { chat, audit, inbox, late, addresses } = this.#deps
    const { channel, message } = waiting
    const address = addressOf(waiting)
    const provenance: Provenance = `channel:${channel}:${message.person}`
    if (/^\/start(?:\s|$)/.test(message.text)) {
      this.greet(waiting)
      return inbox.remove(waiting)
    }
    // On disk before anything happens because of it.
    await audit.append({ kind: 'channel', provenance, subject: channel, args: { message: message.text } })
    await addresses.keep(session_id, address)
    void adapter.showBusy?.(address.to, signal).catch(() => {})
    try {
      const attachments = await this.#fetchFiles(adapter, message)
      const started = await chat.start({
        message: textOf(message),
        session_id,
        attachments,
        mayBegin: true,
        provenance,
        senderName: message.name,
        alongside: (run_id) => {
          inbox.removeWithin(waiting)
          late.promiseWithin(run_id, address)
        },
      })
      await late.keep(ownAnswer(started, this.#deps), address)
    } catch (error) {
      if (signal.aborted) return
      await inbox.remove(waiting)
      if (!(error instanceof AppError)) throw error
      const isBusy = error.code === 'conflict'
      late.say(words(isBusy ? BUSY : error.message), address)
    }
  }

  async #fetchFiles(adapter: ChannelAdapter, { files }: IncomingMessage): Promise<Attachment[]> {
    const { documents } = this.#deps
    const { signal } = this.#closing
    const found: Attachment[] = []
    for (const file of files) {
      const chunks = await adapter.openFile(file, signal)
      const { file_id, filename } = await documents.upload({ filename: file.name, chunks }, { signal })
      found.push({ file_id, name: filename })
    }
    return found
  }

  async #stop(waiting: Waiting, session_id: string): Promise<void> {
    const { chat, inbox } = this.#deps
    await inbox.remove(waiting)
    const { stopped } = await chat.stop({ session_id }).catch(() => ({ stopped: false }))
    if (stopped) return
    this.say('Nothing is running.', waiting)
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.#deps.log.error({ err: error }, "Couldn't stop an answer."))
  }
}

const BUSY = "I'm still answering in this conversation on your computer. Write again when that is done."

function sessionIdOf({ channel, account, message: { chat, person } }: Waiting): string {
  return sessionOf([channel, account, chat, person])
}

function addressOf({ channel, account, message: { chat, person, reply } }: Omit<Waiting, 'id'>) {
  const to: ChannelAddress = { account, chat, person, ...(reply && { reply }) }
  return { provider: channel, to }
}

function isStop({ text }: IncomingMessage): boolean {
  return /^\/stop\s*$/.test(text)
}

/** A file without a word is shown. */
function textOf({ text, files }: IncomingMessage): string {
  if (text.trim() !== '') return text
  return files.length > 1 ? 'Show me these files' : 'Show me this file'
}
