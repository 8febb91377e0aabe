import type { Provenance } from '../../contract/endpoint.ts'
import type { DrawnChart, SentFile, SentPicture } from '../../platform/correspondence/cards/chat-blocks.ts'
import type { Approvals } from '../tools/approvals.ts'
import { mayHaveButtons } from './decisions.ts'
import type { ChannelName } from './contract.ts'
import type { Pairings } from './pairings.ts'
import { questionText, waitingText } from './question-text.ts'
import type { Questions } from './questions.ts'

/** A picture or a file, as it is sent. */
export interface Attachment {
  readonly bytes: Uint8Array
  readonly name: string
  /** Whether chats can show it, or only pass it on as a file. */
  readonly isPhoto: boolean
}

export interface ShowingDeps {
  readonly approvals: Pick<Approvals, 'find' | 'isOpen'>
  readonly pairings: Pairings
  readonly questions: Questions
  readonly isListed: (channel: ChannelName, person: string) => boolean
  /** Undefined where it can't be made; then it is told in words. */
  readonly pictureOf: (block: DrawnChart | SentPicture) => Promise<Attachment | undefined>
  /** Reads a file as whoever asked may; an AppError says to them why not. */
  readonly fileOf: (file: SentFile, reader: Provenance) => Promise<Attachment | undefined>
}

interface Where {
  readonly channel: ChannelName
  readonly account: string
  readonly chat: string
  readonly person: string
  /** Whether a text goes into one message of that chat, whole. */
  readonly fits: (text: string) => boolean
  /** A text without buttons in as many messages as that chat needs for it. */
  readonly split: (text: string) => readonly string[]
}

/** A question as it is to be sent. */
export interface Asking {
  readonly id: number
  /** What the buttons carry; undefined where there are none. */
  readonly secret: string | undefined
  /** Messages that come before it. */
  readonly before: readonly string[]
  /** The message below which it is told what became of the question. */
  readonly text: string
}

/** What an answer has beside text, as a chat shows it. */
export class Showing {
  readonly #deps: ShowingDeps

  constructor(deps: ShowingDeps) {
    this.#deps = deps
  }

  /** What goes out for it to a person; undefined where that is words. */
  attachmentOf(
    block: DrawnChart | SentPicture | SentFile,
    { channel, person }: Pick<Where, 'channel' | 'person'>,
  ): Promise<Attachment | undefined> {
    const { fileOf, pictureOf } = this.#deps
    return block.kind === 'file' ? fileOf(block, `channel:${channel}:${person}`) : pictureOf(block)
  }

  /** What to say for a question, with buttons if it may have any; undefined when it is over. */
  async ask(confirmation_id: string, { fits, split, ...where }: Where): Promise<Asking | undefined> {
    const { approvals, pairings, questions, isListed } = this.#deps
    const question = approvals.find(confirmation_id)
    if (!question || !approvals.isOpen(confirmation_id)) return undefined
    const pairing = isListed(where.channel, where.person) ? pairings.find(where, where.person) : undefined
    const whole = questionText(question)
    const hasButtons = mayHaveButtons(question, pairing) && fits(whole)
    const parts = hasButtons ? [whole] : split(waitingText(question))
    const text = parts.at(-1)!
    const { id, secret } = await questions.add({ ...where, confirmation_id, text, hasButtons })
    return { id, secret, before: parts.slice(0, -1), text }
  }

  sent(id: number, message: string): Promise<void> {
    return this.#deps.questions.sent(id, message)
  }
}
