import { AppError } from '../../../contract/errors.ts'
import { fieldsOf, listOf, textOf } from '../../../platform/upstream/fields.ts'
import type { Messenger } from '../../../platform/correspondence/outgoing/late-answers.ts'
import type { Settings } from '../../settings/settings-store.ts'
import {
  ChannelProblem,
  type Account,
  type ChannelAdapter,
  type ChannelAddress,
  type IncomingFile,
  type Line,
} from '../channel.ts'
import type { BotAnswer, BotApi } from './bot-api.ts'
import { readUpdate, WANTED_UPDATES, type TelegramHeard } from './read-update.ts'
import { escaped } from '../text/little-html.ts'

/** As long as Telegram keeps a question for news open. */
const POLL_S = 50

export interface TelegramDeps {
  readonly api: BotApi
  readonly settings: Pick<Settings, 'get'>
  readonly messenger: Messenger
  readonly pollSeconds?: number
}

/** Telegram, by asking for news: nothing on this machine has to be reachable. */
export class TelegramChannel implements ChannelAdapter {
  readonly name = 'telegram'
  readonly title = 'Telegram'
  readonly settings = ['TELEGRAM_BOT_TOKEN', 'UPSTREAM_TELEGRAM']
  readonly usersSetting = 'TELEGRAM_USERS'
  readonly pairs = true
  readonly hasButtons = true
  readonly messenger: Messenger
  readonly #deps: TelegramDeps

  constructor(deps: TelegramDeps) {
    this.#deps = deps
    this.messenger = deps.messenger
  }

  missing(): string[] {
    return this.#deps.settings.get('TELEGRAM_BOT_TOKEN') === null ? ['TELEGRAM_BOT_TOKEN'] : []
  }

  async listen(line: Line, signal: AbortSignal): Promise<void> {
    const { api, pollSeconds = POLL_S } = this.#deps
    const account = accountOf(resultOf(await api.ask('getMe', {}, signal)))
    // As long as news goes to an address, nobody can ask for it. What waits there stays.
    resultOf(await api.ask('deleteWebhook', { drop_pending_updates: false }, signal))
    line.connected(account)
    while (!signal.aborted) {
      const offset = line.cursor(account.id)
      const question = {
        timeout: pollSeconds,
        allowed_updates: WANTED_UPDATES,
        ...(offset !== undefined && { offset: Number(offset) }),
      }
      const updates = listOf(resultOf(await api.ask('getUpdates', question, signal)))
      line.connected(account)
      for (const heard of updates.map(readUpdate)) {
        signal.throwIfAborted()
        if (heard) await line.take(account, this.#withAnswer(heard, signal))
      }
    }
  }

  async settleQuestion(
    { chat, message, text }: { chat: string; message: string; text: string },
    signal: AbortSignal,
  ): Promise<void> {
    const edit = {
      chat_id: Number(chat),
      message_id: Number(message),
      text: escaped(text),
      parse_mode: 'HTML',
    }
    const { status, description } = await this.#deps.api.ask('editMessageText', edit, signal)
    // Whoever deleted the message does not want to read it; the same text twice is the text.
    if (status !== 200 && status !== 400 && status !== 403)
      throw new AppError('upstream_failed', `Telegram answered ${status}: ${description}.`)
  }

  async openFile({ ref, name }: IncomingFile, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const { api } = this.#deps
    const { status, result, description } = await api.ask('getFile', { file_id: ref }, signal)
    const path = textOf(fieldsOf(result)['file_path'])
    if (path !== null && /^[\w./-]+$/.test(path) && !path.includes('..')) return api.download(path, signal)
    if (/too big/i.test(description))
      throw new AppError('too_large', `“${name}” is larger than the 20 MB that Telegram hands to bots.`)
    throw new AppError('upstream_failed', `Telegram answered ${status} to a request for “${name}”.`)
  }

  async showBusy({ chat }: ChannelAddress, signal: AbortSignal): Promise<void> {
    await this.#deps.api.ask('sendChatAction', { chat_id: Number(chat), action: 'typing' }, signal)
  }

  #withAnswer({ press, ...heard }: TelegramHeard, signal: AbortSignal) {
    if (!press) return heard
    const { id, ...pressed } = press
    const answer = async (text: string) => {
      await this.#deps.api.ask('answerCallbackQuery', { callback_query_id: id, text }, signal)
    }
    return { ...heard, press: { ...pressed, answer } }
  }
}

function resultOf({ status, result, description, pauseMs }: BotAnswer): unknown {
  if (status === 200) return result
  if (status === 401 || status === 404)
    throw new ChannelProblem(
      "Telegram doesn't know this token. Copy it again from @BotFather (/mybots, your bot, API Token) into TELEGRAM_BOT_TOKEN.",
    )
  if (status === 409)
    throw new ChannelProblem(
      'Another program reads the messages of this bot. Stop it there, then connect again here; or use a bot of its own for each. If you don’t know the program, revoke the token with @BotFather and set the new one.',
    )
  throw new AppError(
    'upstream_failed',
    `Telegram answered ${status}: ${description}.${pauseMs === null ? '' : ' It wants to be left alone for a while.'}`,
  )
}

function accountOf(result: unknown): Account {
  const me = fieldsOf(result)
  const id = textOf(me['id']) ?? ''
  const username = textOf(me['username']) ?? ''
  if (id === '' || !/^\w+$/.test(username))
    throw new AppError('upstream_failed', "Telegram's answer doesn't name the bot.")
  return { id, label: `@${username}`, pairingLink: (code) => `https://t.me/${username}?start=${code}` }
}
