import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import { numberOf, textOf } from '../../../platform/upstream/fields.ts'
import type { Outside } from '../outside.ts'
import type { ReturnAddress } from './read-activity.ts'

const SCOPE = 'https://api.botframework.com/.default'
const MAX_TRIES = 3
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** A token is not used in its last minutes: it must still be good when it arrives. */
const TOKEN_SPARE_MS = 300_000

/** The services of Teams that an outgoing webhook's own word is taken for; a bot's token names its service itself. */
const TEAMS_HOSTS =
  /^(?:smba\.trafficmanager\.net|(?:[\w-]+\.)*botframework\.com|smba\.infra\.(?:gcc\.teams\.microsoft\.com|(?:gov|dod)\.teams\.microsoft\.us))$/

export interface BotAccount {
  readonly app_id: string
  readonly password: string
  readonly tenant_id: string | null
}

interface KeptToken {
  readonly account: string
  readonly token: string
  readonly until: number
}

/** Sends messages as the bot, through the service that its provider named. */
export class BotConnector {
  readonly #outside: Outside
  readonly #now: () => Date
  #kept: KeptToken | undefined

  constructor({ outside, now }: { outside: Outside; now: () => Date }) {
    this.#outside = outside
    this.#now = now
  }

  /** Throws when it could not be delivered, after some tries. */
  async send(
    message: Readonly<Record<string, unknown>>,
    { to, account, signal }: { to: ReturnAddress; account: BotAccount; signal: AbortSignal },
  ): Promise<void> {
    const { conversation_id, activity_id, service_url } = to
    const path = `/v3/conversations/${encodeURIComponent(conversation_id)}/activities/${encodeURIComponent(activity_id)}`
    const url = this.#outside.connectorAddress(service_url, path)
    const body = JSON.stringify({ ...message, ...addressing(to, account) })
    for (let attempt = 1; ; attempt += 1) {
      const token = await this.#token(account, signal)
      const { status, pauseMs } = await this.#post(url, { token, body, signal })
      if (status >= 200 && status < 300) return
      // Another token may be good where this one is not.
      if (status === 401) this.#kept = undefined
      const again = status === 401 || status === 429 || status >= 500
      if (!again || attempt === MAX_TRIES)
        throw new AppError('upstream_failed', `${url.host} answered ${status} to the answer.`)
      const pause = pauseMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1)
      await sleep(status === 401 ? 0 : Math.min(pause, LONGEST_PAUSE_MS), undefined, { signal })
    }
  }

  async #post(url: URL, { token, body, signal }: { token: string; body: string; signal: AbortSignal }) {
    const response = await this.#outside.fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      signal,
      // The token is for this address and no other.
      redirect: 'error',
    })
    await response.body?.cancel()
    const seconds = numberOf(response.headers.get('retry-after'))
    return { status: response.status, pauseMs: seconds === null ? null : seconds * 1000 }
  }

  async #token({ app_id, password, tenant_id }: BotAccount, signal: AbortSignal): Promise<string> {
    const account = JSON.stringify([app_id, password, tenant_id])
    const now = this.#now().getTime()
    if (this.#kept?.account === account && this.#kept.until > now) return this.#kept.token
    const path = `/${tenant_id ?? 'botframework.com'}/oauth2/v2.0/token`
    const answer = await this.#outside.read(this.#outside.address('UPSTREAM_MICROSOFT_LOGIN', path), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: app_id,
        client_secret: password,
        scope: SCOPE,
      }).toString(),
      signal,
    })
    const token = textOf(answer['access_token'])
    if (token === null) throw new AppError('upstream_failed', 'The sign-in of the bot gave no token.')
    const until = now + (numberOf(answer['expires_in']) ?? 0) * 1000 - TOKEN_SPARE_MS
    this.#kept = { account, token, until }
    return token
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
