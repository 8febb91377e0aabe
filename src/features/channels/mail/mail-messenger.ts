import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import { blockText } from '../../../platform/correspondence/cards/block-text.ts'
import { isOwnMessage, type ChatBlock } from '../../../platform/correspondence/cards/chat-blocks.ts'
import type { Delivery } from '../../../platform/correspondence/outgoing/hand-over.ts'
import type { Letter, Messenger } from '../../../platform/correspondence/outgoing/late-answers.ts'
import { fieldsOf, listOf, textOf } from '../../../platform/upstream/fields.ts'
import type { ChannelAddress, SettledQuestion } from '../channel.ts'
import type { Showing } from '../showing.ts'
import { escaped } from '../text/little-html.ts'
import { unsent, wordsOf, type Attached } from '../text/send-parts.ts'
import type { ChannelLetter, MailboxPort, MailPicture } from './mailbox-port.ts'
import { htmlOf, htmlPage, paragraph, plainPart, plainText } from './mail-text.ts'
import { answerId, referencesTo, replySubject } from './thread.ts'

/** Between the tries to reach the server. */
const PAUSES_MS = [2_000, 10_000, 60_000, 300_000, 600_000]

/** Encoded they are a third larger, and many servers take no more than 25 MB. */
const MAX_ATTACHED_BYTES = 15 * 1024 * 1024

export interface MailMessengerDeps {
  readonly mailbox: Pick<MailboxPort, 'send'>
  readonly showing: Showing
  readonly isReady: () => boolean
  /** The address that answers come from. */
  readonly address: () => string
}

/** What a letter is put together from, in its order. */
interface Parts {
  readonly texts: string[]
  readonly htmls: string[]
  readonly pictures: MailPicture[]
  readonly questions: number[]
}

/** Answers by email: one for each answer, in the thread that it belongs to. */
export class MailMessenger implements Messenger {
  readonly isRepeatable = false
  readonly #deps: MailMessengerDeps

  constructor(deps: MailMessengerDeps) {
    this.#deps = deps
  }

  isReady(): boolean {
    return this.#deps.isReady()
  }

  async send({ id, blocks, to }: Letter, delivery: Delivery): Promise<void> {
    const address = to as ChannelAddress
    const parts: Parts = { texts: [], htmls: [], pictures: [], questions: [] }
    for (const block of blocks) await this.#add(block, address, parts)
    if (parts.texts.length === 0) return
    await this.#post({ id, address, parts }, delivery)
    const where = JSON.stringify(address.reply ?? {})
    for (const question of parts.questions) await this.#deps.showing.sent(question, where)
  }

  /** What became of a question that nobody decided. */
  sendOutcome({ id, outcome, title, ...asked }: SettledQuestion, signal: AbortSignal): Promise<void> {
    const { account, chat, person, message } = asked
    const reply = fieldsOf(JSON.parse(message) as unknown)
    const text = `${title}\n\n${outcome}`
    const parts = { texts: [text], htmls: [paragraph(escaped(text))], pictures: [], questions: [] }
    const address = { account, chat, person, reply }
    return this.#post({ id: `question ${id}`, address, parts }, { signal, lastSignal: signal })
  }

  async #add(block: ChatBlock, address: ChannelAddress, parts: Parts): Promise<void> {
    const { showing } = this.#deps
    if (block.kind === 'question') {
      // In an email nothing can be approved, so nothing is long enough to need a button.
      const fits = () => false
      // And no letter is too long for one.
      const split = (text: string) => [text]
      const where = { channel: 'mail', ...address, fits, split } as const
      const asked = await showing.ask(block.confirmation_id, where)
      if (!asked) return
      parts.questions.push(asked.id)
      parts.texts.push(asked.text)
      parts.htmls.push(paragraph(escaped(asked.text)))
      return
    }
    if (isOwnMessage(block)) return this.#attach(block, address, parts)
    parts.texts.push(blockText(block, plainText))
    parts.htmls.push(htmlOf(block))
  }

  async #attach(block: Attached, { person }: ChannelAddress, parts: Parts): Promise<void> {
    const told = [...wordsOf(block)]
    const words = blockText(block, plainText)
    try {
      const found = await this.#deps.showing.attachmentOf(block, { channel: 'mail', person })
      if (found) {
        const { bytes, name, isPhoto } = found
        const before = parts.pictures.reduce((sum, one) => sum + one.bytes.length, 0)
        if (before + bytes.length > MAX_ATTACHED_BYTES)
          throw new AppError('too_large', 'The email would be too large for most mail servers.')
        const id = isPhoto ? `picture-${parts.pictures.length + 1}` : null
        parts.pictures.push({ id, name, bytes })
        parts.texts.push(words || name)
        parts.htmls.push(id === null ? paragraph(escaped(name)) : pictureHtml(id, words))
        return
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      told.push(...unsent(block, error))
    }
    parts.texts.push(...told.map((one) => blockText(one, plainText)))
    parts.htmls.push(...told.map(htmlOf))
  }

  async #post(
    { id, address, parts }: { id: string; address: ChannelAddress; parts: Parts },
    { handover, signal, lastSignal }: Delivery,
  ): Promise<void> {
    const reply = replyOf(address.reply)
    const domain = this.#deps.address().split('@').at(-1)!
    const letter: ChannelLetter = {
      messageId: answerId({ thread: address.chat, letter: id, domain }),
      to: { name: '', address: address.person },
      text: plainPart(parts.texts),
      html: htmlPage(parts.htmls),
      pictures: parts.pictures,
      reply: {
        subject: replySubject(reply.subject),
        messageId: reply.messageId,
        references: referencesTo(reply),
      },
    }
    let hasBegun = false
    const begins = async () => {
      await handover?.begins()
      hasBegun = true
    }
    for (const pause of [...PAUSES_MS, undefined]) {
      signal.throwIfAborted()
      try {
        return await this.#deps.mailbox.send(letter, { begins, signal: lastSignal })
      } catch (error) {
        // Once it is on its way nobody knows whether it arrives; before, another try is safe.
        if (hasBegun || pause === undefined || !mayHelp(error)) throw error
        await sleep(pause, undefined, { signal })
      }
    }
  }
}

function mayHelp(error: unknown): boolean {
  return (
    error instanceof AppError && ['upstream_failed', 'upstream_timeout', 'rate_limited'].includes(error.code)
  )
}

function pictureHtml(id: string, words: string): string {
  return `<p><img src="cid:${id}" alt="${escaped(words)}" style="max-width: 100%"></p>`
}

/** As it was stored with the message; an answer without one begins a thread of its own. */
function replyOf(stored: object | undefined) {
  const { subject, messageId, references } = fieldsOf(stored)
  return {
    subject: textOf(subject) ?? '',
    messageId: textOf(messageId),
    references: listOf(references).filter((one) => typeof one === 'string'),
  }
}
