import { AppError } from '../../../contract/errors.ts'
import { words, type Block } from '../cards/blocks.ts'
import { respondTo, type Response } from '../conversation.ts'
import { eventOf } from '../heard.ts'
import { within } from '../patience.ts'
import { takeOnce } from '../receipts.ts'
import { assertTokenFits, BotTokenCheck } from '../verification/bot-token.ts'
import { verifyOfficeSignature } from '../verification/office-signature.ts'
import { Unverified } from '../verification/unverified.ts'
import type { Received, WebhookSurroundings } from '../webhooks.ts'
import { BotConnector, isTeamsService, type BotAccount } from './connector.ts'
import { officeReply } from './office-reply.ts'
import { readOfficeActivity, type OfficeActivity, type ReturnAddress } from './read-activity.ts'

type Reply = Readonly<Record<string, unknown>>

/** How far the clocks of the provider and of this machine may be apart. */
const CLOCK_SLACK_MS = 300_000
/** After a day nobody waits any more. */
const LONGEST_RUN_MS = 86_400_000

/** Teams: an outgoing webhook, which is answered at once, and a bot, which answers by a message of its own. */
export class OfficeChat {
  readonly #around: WebhookSurroundings
  readonly #bots: BotTokenCheck
  readonly #connector: BotConnector
  readonly #closing = new AbortController()
  readonly #sending = new Set<Promise<void>>()

  constructor(surroundings: WebhookSurroundings) {
    this.#around = surroundings
    this.#bots = new BotTokenCheck(surroundings)
    this.#connector = new BotConnector(surroundings)
  }

  async receive(received: Received): Promise<Reply> {
    const { settings } = this.#around
    const secret = settings.get('OFFICE_CHAT_SECRET')?.trim() || null
    const app_id = settings.get('OFFICE_CHAT_APP_ID')?.trim() || null
    if (secret === null && app_id === null) throw notConfigured('OFFICE_CHAT_SECRET or OFFICE_CHAT_APP_ID')
    // Each way of proving stands for itself: a request chooses which of those that are set up it passes.
    const isBot = received.authorization?.startsWith('Bearer ') ?? false
    if (isBot && app_id !== null) return this.#receiveAsBot(received, app_id)
    if (secret === null) throw new Unverified('there is no bearer token')
    return this.#receiveAsWebhook(received, secret)
  }

  /** Gives up what is still to be sent. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled(this.#sending)
  }

  async #receiveAsWebhook({ body, authorization, signal }: Received, secret: string): Promise<Reply> {
    verifyOfficeSignature(body, authorization, secret)
    const activity = readOfficeActivity(eventOf(body))
    const age = activity.at === null ? Infinity : Math.abs(this.#around.now().getTime() - activity.at)
    if (age > CLOCK_SLACK_MS) throw new Unverified('the event is not of now')
    const response = await this.#respond(activity)
    if ('blocks' in response) return officeReply(response.blocks)
    const blocks = await within(response.answer, { ms: this.#around.patience.officeMs, signal })
    if (blocks) return officeReply(blocks)
    const account = this.#account()
    if (!account || !isTeamsService(activity.reply_to.service_url)) return officeReply(words(TOO_LATE))
    this.#sendLater(response.answer, { to: activity.reply_to, account })
    return officeReply(words('Working on it …'))
  }

  async #receiveAsBot({ body, authorization }: Received, app_id: string): Promise<Reply> {
    const token = await this.#bots.verify(authorization, app_id)
    const event = eventOf(body)
    assertTokenFits(token, event)
    const activity = readOfficeActivity(event)
    const account = this.#account()
    // Better said now than after something has run whose result nobody hears of.
    if (!account) throw notConfigured('OFFICE_CHAT_APP_PASSWORD')
    const response = await this.#respond(activity)
    const answer = 'answer' in response ? response.answer : Promise.resolve(response.blocks)
    this.#sendLater(answer, { to: activity.reply_to, account })
    return {}
  }

  async #respond(activity: OfficeActivity): Promise<Response> {
    const { database, now, settings } = this.#around
    await takeOnce(database, { provider: 'office-chat', event: activity.event, now: now() })
    const setting = 'OFFICE_CHAT_USERS'
    return respondTo(
      activity,
      { provider: 'office-chat', users: settings.get(setting), setting },
      this.#around,
    )
  }

  #sendLater(
    answer: Promise<readonly Block[]>,
    { to, account }: { to: ReturnAddress; account: BotAccount },
  ): void {
    const { log } = this.#around
    const { signal } = this.#closing
    const deliver = async () => {
      const blocks = await within(answer, { ms: LONGEST_RUN_MS, signal })
      if (!blocks || blocks.length === 0) return
      await this.#connector.send(officeReply(blocks), { to, account, signal })
    }
    const sending = deliver()
      .catch((error: unknown) => log.error({ err: error }, 'An answer could not be sent to the office chat.'))
      .finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  /** The bot's own account; undefined when it cannot send. */
  #account(): BotAccount | undefined {
    const { settings } = this.#around
    const app_id = settings.get('OFFICE_CHAT_APP_ID')
    const password = settings.get('OFFICE_CHAT_APP_PASSWORD')
    if (app_id === null || password === null) return undefined
    return { app_id, password, tenant_id: settings.get('OFFICE_CHAT_TENANT_ID') }
  }
}

const TOO_LATE =
  'This takes longer than I may let you wait here. I go on; the answer will be in Deskhand on your computer.'

function notConfigured(setting: string): AppError {
  return new AppError(
    'not_configured',
    `The office chat is off until ${setting} is set, which says how its events prove themselves.`,
  )
}
