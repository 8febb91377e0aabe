import type { Call } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { StartedRun } from '../chat/chat-seams.ts'
import { ownAnswer, tellWith } from '../../platform/correspondence/conversation.ts'
import { BotConnector } from './office-chat/connector.ts'
import { OfficeChat } from './office-chat/office-chat.ts'
import { ExpiredQuestions } from './expired-questions.ts'
import { LateAnswers } from '../../platform/correspondence/outgoing/late-answers.ts'
import { ReturnAddresses } from '../../platform/correspondence/outgoing/return-addresses.ts'
import { Outside } from './outside.ts'
import { TokenCheck } from './verification/signed-token.ts'
import { Unverified } from './verification/unverified.ts'
import { WorkspaceMessenger } from './workspace-chat/messenger.ts'
import { WorkspaceChat } from './workspace-chat/workspace-chat.ts'
import type { WebhooksOptions } from './webhook-context.ts'

/** Who calls us; the other providers are called. */
export type WebhookProvider = 'workspace-chat' | 'office-chat'

type Reply = Readonly<Record<string, unknown>>

export interface Webhooks {
  readonly receive: (
    provider: WebhookProvider,
    body: Buffer,
    call: Pick<Call, 'header' | 'signal'>,
  ) => Promise<Reply>
  /** Somebody decided here about what was asked for there: the run that says how it ended is told there, too. */
  readonly tellDecided: (run: StartedRun) => Promise<void>
  /** Sends what an earlier process still owed, and tells from now on which questions expired; what fails is in the log. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Google Chat gives up after 30 seconds and a webhook of Teams after 5; the way there and back takes some of it. */
const PATIENCE = { workspaceMs: 25_000, officeMs: 3_500 }
const REFUSALS_A_SECOND = 5

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { settings, now, patience = PATIENCE } = options
  const outside = new Outside(settings)
  const messengers = {
    'workspace-chat': new WorkspaceMessenger({ outside, settings, now }),
    'office-chat': new BotConnector({ outside, settings, now }),
  }
  const telling = { ...options, tell: tellWith(options.describe) }
  const late = new LateAnswers({ ...telling, messengers })
  const addresses = new ReturnAddresses(options)
  const expired = new ExpiredQuestions({ ...options, late, addresses })
  const tokens = new TokenCheck({ outside, now })
  const context = { ...telling, patience, outside, tokens, late, addresses }
  const chats = {
    'workspace-chat': new WorkspaceChat(context),
    'office-chat': new OfficeChat(context),
  }
  const recordRefusal = refusalRecorder(options)
  return {
    async receive(provider, body, { header, signal }) {
      try {
        return await chats[provider].receive({ body, authorization: header('authorization'), signal })
      } catch (error) {
        if (!(error instanceof Unverified)) throw error
        recordRefusal(provider, error.message)
        throw new AppError('unauthorized', "Couldn't verify that the provider just sent this request.")
      }
    },
    async tellDecided(run) {
      try {
        const { provenance } = options.chat.answerOf(run.run_id).row
        const address = provenance.startsWith('webhook:') ? addresses.find(run.session_id) : undefined
        if (address && late.canSend(address.provider)) await late.promise(ownAnswer(run, telling), address)
      } catch (error) {
        // What was decided is done, whoever hears of it.
        options.log.error({ err: error }, "Couldn't report the decision to the chat that asked.")
      }
    },
    start() {
      expired.start()
      return late
        .start()
        .catch((error: unknown) => options.log.error({ err: error }, "Couldn't send pending answers."))
    },
    async close() {
      await expired.close()
      await late.close()
    },
  }
}

/** Whoever hammers the door must not fill the disk: refusals are recorded, a few a second. */
function refusalRecorder({ audit, log }: Pick<WebhooksOptions, 'audit' | 'log'>) {
  let second = 0
  let recorded = 0
  return (provider: WebhookProvider, reason: string) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) recorded = 0
    second = now
    recorded += 1
    if (recorded > REFUSALS_A_SECOND) return
    log.warn({ provider, reason }, 'webhook refused')
    const entry = { kind: 'auth.failure', provenance: 'service' as const, subject: `/webhook/${provider}` }
    audit
      .append({ ...entry, detail: { reason } })
      .catch((error: unknown) => log.error({ err: error }, "Couldn't write the audit log."))
  }
}
