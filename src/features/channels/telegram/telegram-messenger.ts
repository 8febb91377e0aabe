import { handOver, type Delivery } from '../../../platform/correspondence/outgoing/hand-over.ts'
import type { Letter, Messenger } from '../../../platform/correspondence/outgoing/late-answers.ts'
import { fieldsOf, textOf } from '../../../platform/upstream/fields.ts'
import type { ChannelAddress } from '../channel.ts'
import type { Showing } from '../showing.ts'
import { escaped } from '../text/little-html.ts'
import { questionParts } from '../text/question-parts.ts'
import { sendParts, type Attached, type NextDelivery } from '../text/send-parts.ts'
import { lengthOf } from '../text/split-html.ts'
import type { BotApi } from './bot-api.ts'

const MAX_LETTERS = 4096
/** Below a picture. */
const MAX_CAPTION = 1024
/** For what is written below a question once it is over. */
const OUTCOME_LETTERS = 100

interface Post {
  readonly method: 'sendMessage' | 'sendPhoto' | 'sendDocument'
  readonly params: object | FormData
}

/** Sends answers as the bot. */
export class TelegramMessenger implements Messenger {
  readonly isRepeatable = false
  readonly #api: BotApi
  readonly #showing: Showing
  readonly #isReady: () => boolean

  constructor({ api, showing, isReady }: { api: BotApi; showing: Showing; isReady: () => boolean }) {
    this.#api = api
    this.#showing = showing
    this.#isReady = isReady
  }

  isReady(): boolean {
    return this.#isReady()
  }

  send({ blocks, to }: Letter, delivery: Delivery): Promise<void> {
    const address = to as ChannelAddress
    const chat_id = Number(address.chat)
    return sendParts(blocks, delivery, {
      maxLetters: MAX_LETTERS,
      sendText: async (html, own) => {
        await this.#post({ method: 'sendMessage', params: { chat_id, ...htmlText(html) } }, own)
      },
      sendAttached: (block, caption, next) => this.#sendAttached(block, { address, caption }, next),
      sendQuestion: (id, next) => this.#sendQuestion(id, address, next),
    })
  }

  async #sendAttached(
    block: Attached,
    { address, caption }: { address: ChannelAddress; caption: string },
    next: NextDelivery,
  ): Promise<boolean> {
    const { person } = address
    const attachment = await this.#showing.attachmentOf(block, { channel: 'telegram', person })
    if (!attachment) return false
    const { bytes, name, isPhoto } = attachment
    const form = new FormData()
    form.set('chat_id', address.chat)
    form.set(isPhoto ? 'photo' : 'document', new Blob([new Uint8Array(bytes)]), name)
    const fits = lengthOf(caption) <= MAX_CAPTION
    if (fits && caption !== '') {
      form.set('caption', caption)
      form.set('parse_mode', 'HTML')
    }
    await this.#post({ method: isPhoto ? 'sendPhoto' : 'sendDocument', params: form }, next())
    // Words that do not fit below it come after it.
    return fits
  }

  async #sendQuestion(confirmation_id: string, address: ChannelAddress, next: NextDelivery): Promise<void> {
    const limit = MAX_LETTERS - OUTCOME_LETTERS
    const fits = (text: string) => text.length <= limit
    const split = (text: string) => questionParts(text, limit)
    const where = { channel: 'telegram', ...address, fits, split } as const
    const asked = await this.#showing.ask(confirmation_id, where)
    if (!asked) return
    const { id, secret, before, text } = asked
    const chat_id = Number(address.chat)
    for (const part of before)
      await this.#post({ method: 'sendMessage', params: { chat_id, ...htmlText(escaped(part)) } }, next())
    const button = (label: string, letter: 'a' | 'r') => ({
      text: label,
      callback_data: `${letter}:${secret ?? ''}`,
    })
    const keyboard = secret !== undefined && {
      reply_markup: { inline_keyboard: [[button('Approve', 'a'), button('Reject', 'r')]] },
    }
    const params = { chat_id, ...htmlText(escaped(text)), ...keyboard }
    const result = await this.#post({ method: 'sendMessage', params }, next())
    const message = textOf(fieldsOf(result)['message_id'])
    if (message !== null) await this.#showing.sent(id, message)
  }

  async #post({ method, params }: Post, delivery: Delivery): Promise<unknown> {
    let result: unknown
    const courier = {
      host: 'Telegram',
      token: () => Promise.resolve(''),
      forgetToken: () => {},
      post: async (_token: string, signal: AbortSignal) => {
        const answer = await this.#api.ask(method, params, signal)
        result = answer.result
        return answer
      },
    }
    await handOver(courier, delivery)
    return result
  }
}

function htmlText(text: string) {
  return { text, parse_mode: 'HTML', link_preview_options: { is_disabled: true } }
}
