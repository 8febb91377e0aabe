import type { Fields } from '../../../platform/upstream/fields.ts'
import type { Settings } from '../../settings/settings-store.ts'
import { handOver, type Delivery } from '../../../platform/correspondence/outgoing/hand-over.ts'
import { CachedToken } from '../../../platform/correspondence/outgoing/cached-token.ts'
import type { Letter, Messenger } from '../../../platform/correspondence/outgoing/late-answers.ts'
import type { Outside } from '../outside.ts'
import { officeReply } from './office-reply.ts'
import type { ReturnAddress } from './read-activity.ts'

const SCOPE = 'https://api.botframework.com/.default'

/** The services of Teams that an outgoing webhook's own word is taken for; a bot's token names its service itself. */
const TEAMS_HOSTS =
  /^(?:smba\.trafficmanager\.net|(?:[\w-]+\.)*botframework\.com|smba\.infra\.(?:gcc\.teams\.microsoft\.com|(?:gov|dod)\.teams\.microsoft\.us))$/

interface BotAccount {
  readonly app_id: string
  readonly password: string
  readonly tenant_id: string | null
}

interface ConnectorDeps {
  readonly outside: Outside
  readonly settings: Pick<Settings, 'get'>
  readonly now: () => Date
}

/** Sends messages as the bot, through the service that its provider named. */
export class BotConnector implements Messenger {
  readonly isRepeatable = false
  readonly #deps: ConnectorDeps
  readonly #token: CachedToken

  constructor(deps: ConnectorDeps) {
    this.#deps = deps
    this.#token = new CachedToken(deps.now)
  }

  isReady(): boolean {
    return this.#account() !== undefined
  }

  async send({ blocks, to: address }: Letter, delivery: Delivery): Promise<void> {
    const { outside } = this.#deps
    const account = this.#account()
    if (!account) return
    const to = address as ReturnAddress
    const { conversation_id, activity_id, service_url } = to
    const path = `/v3/conversations/${encodeURIComponent(conversation_id)}/activities/${encodeURIComponent(activity_id)}`
    const url = outside.connectorAddress(service_url, path)
    const body = JSON.stringify({ ...officeReply(blocks), ...addressing(to, account) })
    await handOver(
      {
        host: url.host,
        token: (signal) => this.#token.get(JSON.stringify(account), () => this.#signIn(account, signal)),
        forgetToken: () => this.#token.forget(),
        post: (token, signal) => outside.post(url, { token, body, signal }),
      },
      delivery,
    )
  }

  #signIn({ app_id, password, tenant_id }: BotAccount, signal: AbortSignal): Promise<Fields> {
    const { outside } = this.#deps
    const path = `/${tenant_id ?? 'botframework.com'}/oauth2/v2.0/token`
    return outside.signIn(outside.address('UPSTREAM_MICROSOFT_LOGIN', path), {
      form: {
        grant_type: 'client_credentials',
        client_id: app_id,
        client_secret: password,
        scope: SCOPE,
      },
      signal,
    })
  }

  /** The bot's own account; undefined when it cannot send. */
  #account(): BotAccount | undefined {
    const { settings } = this.#deps
    const app_id = settings.get('OFFICE_CHAT_APP_ID')
    const password = settings.get('OFFICE_CHAT_APP_PASSWORD')
    if (app_id === null || password === null) return undefined
    return { app_id, password, tenant_id: settings.get('OFFICE_CHAT_TENANT_ID') }
  }
}

/** Whether the bot's token may go where an event says that was only signed with the webhook's secret. */
export function isTeamsService(service_url: string): boolean {
  const url = URL.parse(service_url)
  return url !== null && url.protocol === 'https:' && url.port === '' && TEAMS_HOSTS.test(url.hostname)
}

function addressing(
  { conversation_id, activity_id, bot_id, person_id }: ReturnAddress,
  { app_id }: BotAccount,
) {
  return {
    from: { id: bot_id ?? `28:${app_id}` },
    recipient: { id: person_id },
    conversation: { id: conversation_id },
    replyToId: activity_id,
  }
}
