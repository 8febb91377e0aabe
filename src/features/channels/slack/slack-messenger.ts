import { handOver, type Delivery } from '../../../platform/correspondence/outgoing/hand-over.ts'
import type { Letter, Messenger } from '../../../platform/correspondence/outgoing/late-answers.ts'
import { textOf, type Fields } from '../../../platform/upstream/fields.ts'
import type { ChannelAddress } from '../channel.ts'
import type { Attachment, Showing } from '../showing.ts'
import { escaped } from '../text/little-html.ts'
import { questionParts } from '../text/question-parts.ts'
import { sendParts, type NextDelivery } from '../text/send-parts.ts'
import { mrkdwnOf } from './mrkdwn.ts'
import type { SlackApi } from './slack-api.ts'

/** Slack takes more, and shows long ones folded. */
const MAX_LETTERS = 3_500
/** Of a section, which stands above buttons. */
const MAX_SECTION = 2_900
/** For what is written below a question once it is over, which makes it a section. */
const OUTCOME_LETTERS = 100

/** Sends answers as the bot of the app. */
export class SlackMessenger implements Messenger {
  readonly isRepeatable = false
  readonly #api: SlackApi
  readonly #showing: Showing
  readonly #isReady: () => boolean

  constructor({ api, showing, isReady }: { api: SlackApi; showing: Showing; isReady: () => boolean }) {
    this.#api = api
    this.#showing = showing
    this.#isReady = isReady
  }

  isReady(): boolean {
    return this.#isReady()
  }

  send({ blocks, to }: Letter, delivery: Delivery): Promise<void> {
    const address = to as ChannelAddress
    const channel = address.chat
    return sendParts(blocks, delivery, {
      maxLetters: MAX_LETTERS,
      sendText: async (html, own) => {
        await this.#post('chat.postMessage', { channel, text: mrkdwnOf(html), ...QUIET }, own)
      },
      sendAttached: async (block, caption, next) => {
        const { person } = address
        const attachment = await this.#showing.attachmentOf(block, { channel: 'slack', person })
        if (attachment) await this.#upload(attachment, { channel, comment: mrkdwnOf(caption) }, next)
        return attachment !== undefined
      },
      sendQuestion: (id, next) => this.#sendQuestion(id, address, next),
    })
  }

  async #sendQuestion(confirmation_id: string, address: ChannelAddress, next: NextDelivery): Promise<void> {
    const fits = (text: string) => escaped(text).length <= MAX_SECTION
    const split = (text: string) => questionParts(text, MAX_SECTION - OUTCOME_LETTERS)
    const asked = await this.#showing.ask(confirmation_id, { channel: 'slack', ...address, fits, split })
    if (!asked) return
    const { id, secret, before, text } = asked
    const channel = address.chat
    const shown = (part: string) => ({ channel, text: mrkdwnOf(escaped(part)), mrkdwn: false, ...QUIET })
    for (const part of before) await this.#post('chat.postMessage', shown(part), next())
    const button = (label: string, letter: 'a' | 'r') => ({
      type: 'button',
      text: { type: 'plain_text', text: label },
      action_id: letter,
      value: `${letter}:${secret ?? ''}`,
    })
    const blocks = secret !== undefined && {
      blocks: [
        // Letter for letter: no mark in an argument may hide another.
        { type: 'section', text: { type: 'plain_text', text } },
        { type: 'actions', elements: [button('Approve', 'a'), button('Reject', 'r')] },
      ],
    }
    const answer = await this.#post('chat.postMessage', { ...shown(text), ...blocks }, next())
    const ts = textOf(answer['ts'])
    if (ts !== null) await this.#showing.sent(id, ts)
  }

  /** An address for the bytes, the bytes, and the word where they belong. */
  async #upload(
    { bytes, name }: Attachment,
    { channel, comment }: { channel: string; comment: string },
    next: NextDelivery,
  ): Promise<void> {
    const delivery = next()
    const { lastSignal: signal } = delivery
    const wanted = { filename: name, length: bytes.length, signal }
    const given = await this.#api.call('files.getUploadURLExternal', wanted)
    await this.#api.upload(textOf(given['upload_url']) ?? '', bytes, signal)
    const files = [{ id: given['file_id'], title: name }]
    const done = { files, channel_id: channel, ...(comment !== '' && { initial_comment: comment }) }
    await this.#post('files.completeUploadExternal', done, delivery)
  }

  async #post(method: string, params: Fields, delivery: Delivery): Promise<Fields> {
    let answer: Fields = {}
    const courier = {
      host: 'Slack',
      token: () => Promise.resolve(''),
      forgetToken: () => {},
      post: async (_token: string, signal: AbortSignal) => {
        const posted = await this.#api.ask(method, { ...params, signal })
        answer = posted.answer
        return posted
      },
    }
    await handOver(courier, delivery)
    return answer
  }
}

/** An address in an answer is not fetched because it was sent. */
const QUIET = { unfurl_links: false, unfurl_media: false }
