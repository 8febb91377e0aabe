import { AppError } from '../../../contract/errors.ts'
import { words } from '../../../contract/text/blocks.ts'
import { respondTo, type Response } from '../../../platform/correspondence/conversation.ts'
import { eventOf } from '../../../platform/correspondence/heard.ts'
import { within } from '../../../platform/correspondence/patience.ts'
import { assertTokenFits, BotTokenCheck } from '../verification/bot-token.ts'
import { verifyOfficeSignature } from '../verification/office-signature.ts'
import { Unverified } from '../verification/unverified.ts'
import { takeNew } from '../take-new.ts'
import type { WebhookContext, Received } from '../webhook-context.ts'
import { isTeamsService } from './connector.ts'
import { officeReply } from './office-reply.ts'
import { readOfficeActivity, type OfficeActivity } from './read-activity.ts'

type Reply = Readonly<Record<string, unknown>>

const PROVIDER = 'office-chat' as const

/** How far the clocks of the provider and of this machine may be apart. */
const CLOCK_SLACK_MS = 300_000

/** Teams: an outgoing webhook, which is answered at once, and a bot, which answers by a message of its own. */
export class OfficeChat {
  readonly #around: WebhookContext
  readonly #bots: BotTokenCheck

  constructor(context: WebhookContext) {
    this.#around = context
    this.#bots = new BotTokenCheck(context)
  }

  async receive(received: Received): Promise<Reply> {
    const { settings } = this.#around
    const secret = settings.get('OFFICE_CHAT_SECRET')?.trim() || null
    const app_id = settings.get('OFFICE_CHAT_APP_ID')?.trim() || null
    if (secret === null && app_id === null) throw notConfigured('OFFICE_CHAT_SECRET or OFFICE_CHAT_APP_ID')
    // Each way of proving stands for itself: a request chooses which of those that are set up it passes.
    const isBot = received.authorization?.startsWith('Bearer ') ?? false
    if (isBot && app_id !== null) return this.#receiveAsBot(received, app_id)
    if (secret === null) throw new Unverified('no bearer token')
    return this.#receiveAsWebhook(received, secret)
  }

  async #receiveAsWebhook({ body, authorization, signal }: Received, secret: string): Promise<Reply> {
    verifyOfficeSignature(body, authorization, secret)
    const activity = readOfficeActivity(eventOf(body))
    const age = activity.at === null ? Infinity : Math.abs(this.#around.now().getTime() - activity.at)
    if (age > CLOCK_SLACK_MS) throw new Unverified('the event is not recent')
    const to = isTeamsService(activity.reply_to.service_url) ? activity.reply_to : null
    const response = await this.#respond(activity, to)
    if ('blocks' in response) return officeReply(response.blocks)
    const blocks = await within(response.answer, { ms: this.#around.patience.officeMs, signal })
    if (blocks) return officeReply(blocks)
    const { late } = this.#around
    if (!late.canSend(PROVIDER) || to === null) return officeReply(words(TOO_LATE))
    await late.promise(response, { provider: PROVIDER, to })
    return officeReply(words('Working on it …'))
  }

  async #receiveAsBot({ body, authorization }: Received, app_id: string): Promise<Reply> {
    const token = await this.#bots.verify(authorization, app_id)
    const event = eventOf(body)
    assertTokenFits(token, event)
    const activity = readOfficeActivity(event)
    const { late } = this.#around
    // Better said now than after something has run whose result nobody hears of.
    if (!late.canSend(PROVIDER)) throw notConfigured('OFFICE_CHAT_APP_PASSWORD')
    const response = await this.#respond(activity, activity.reply_to)
    const address = { provider: PROVIDER, to: activity.reply_to }
    if ('answer' in response) await late.promise(response, address)
    else late.say(response.blocks, address)
    return {}
  }

  async #respond(activity: OfficeActivity, to: object | null): Promise<Response> {
    const { database, now, settings } = this.#around
    await takeNew(database, { provider: PROVIDER, event: activity.event, now: now() })
    const setting = 'OFFICE_CHAT_USERS'
    const audience = { provider: PROVIDER, users: settings.get(setting), setting, to }
    return respondTo(activity, audience, this.#around)
  }
}

const TOO_LATE =
  "This is taking longer than I can wait here. I'm still working on it; the answer will be in Deskhand on your computer."

function notConfigured(setting: string): AppError {
  return new AppError(
    'not_configured',
    `Office chat is off until ${setting} is set, which is used to verify its events.`,
  )
}
