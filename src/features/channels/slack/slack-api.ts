import { AppError } from '../../../contract/errors.ts'
import { fieldsOf, numberOf, textOf, type Fields } from '../../../platform/upstream/fields.ts'
import { slackDetails, slackWord } from '../../../platform/upstream/slack-details.ts'
import { ChannelProblem } from '../channel.ts'

export interface SlackApiDeps {
  readonly fetch: typeof globalThis.fetch
  /** For the bytes of a file, which may take long. */
  readonly fetchForUpload: typeof globalThis.fetch
  readonly base: () => string
  /** `app` opens the socket, `bot` does everything else. */
  readonly token: (kind: 'app' | 'bot') => string | null
}

export interface SlackAnswer {
  readonly status: number
  readonly pauseMs: number | null
  readonly answer: Fields
  /** Slack's word for why not, with what it says beside it; null when it did it. */
  readonly error: string | null
}

const settings = { app: 'SLACK_APP_TOKEN', bot: 'SLACK_BOT_TOKEN' } as const
const prefixes = { app: 'xapp-', bot: 'xoxb-' } as const

/** What no further try mends. */
const BAD_TOKEN =
  /^(?:not_authed|invalid_auth|account_inactive|token_revoked|token_expired|not_allowed_token_type)$/

/** The Web API of Slack. */
export class SlackApi {
  readonly #deps: SlackApiDeps

  constructor(deps: SlackApiDeps) {
    this.#deps = deps
  }

  async ask(
    method: string,
    { as = 'bot', signal, ...params }: { as?: 'app' | 'bot'; signal: AbortSignal } & Fields,
  ): Promise<SlackAnswer> {
    const response = await this.fetch(
      `${this.base}/api/${method}`,
      { as, signal },
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: formOf(params),
      },
    )
    const answer = fieldsOf(await response.json().catch(() => undefined))
    const reason = answer['ok'] === true ? null : slackWord(answer['error']) || `status ${response.status}`
    if (reason !== null && BAD_TOKEN.test(reason)) throw badToken(as, reason)
    if (reason === 'missing_scope') throw missingScope(answer)
    const seconds = numberOf(response.headers.get('retry-after'))
    return {
      // A refusal comes as a success.
      status: response.ok && reason !== null ? 400 : response.status,
      pauseMs: seconds === null ? null : seconds * 1000,
      answer,
      error: reason === null ? null : reason + slackDetails(answer),
    }
  }

  /** The answer; throws where it is a refusal. */
  async call(method: string, params: { as?: 'app' | 'bot'; signal: AbortSignal } & Fields): Promise<Fields> {
    const { answer, error } = await this.ask(method, params)
    if (error === null) return answer
    throw new AppError('upstream_failed', `Slack refused ${method}: ${error}.`)
  }

  /** Bytes to where Slack said. That needs no token, so it gets none. */
  async upload(address: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (!isOfSlack(address, this.base))
      throw new AppError('upstream_failed', "Slack's answer doesn't name a place of Slack to upload to.")
    const { status, ok, body } = await this.#send(this.#deps.fetchForUpload, address, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
      signal,
    })
    await body?.cancel()
    if (!ok) throw new AppError('upstream_failed', `Slack answered ${status} to the upload.`)
  }

  get base(): string {
    return this.#deps.base().replace(/\/+$/, '')
  }

  /** Asks Slack itself: it gets the token. */
  async fetch(
    url: string,
    { as, signal }: { as: 'app' | 'bot'; signal: AbortSignal },
    init: RequestInit = {},
  ): Promise<Response> {
    const token = this.#deps.token(as)
    if (token === null) throw new AppError('not_configured', `Set ${settings[as]} to use Slack.`)
    const headers = { ...(init.headers as object), authorization: `Bearer ${token}` }
    return this.#send(this.#deps.fetch, url, { ...init, headers, signal })
  }

  async #send(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(url, { ...init, redirect: 'error' })
    } catch (error) {
      if (init.signal?.aborted || error instanceof AppError) throw error
      throw new AppError('upstream_failed', "Slack didn't answer.", { cause: error })
    }
  }
}

/** Whether an address leads to Slack, or to what the operator put in its place. */
export function isOfSlack(address: string, base: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  return (
    url.origin === new URL(base).origin || (url.protocol === 'https:' && url.hostname === 'files.slack.com')
  )
}

/** The encoding that every method takes; some take no other. What is more than a word stands in it as JSON. */
function formOf(params: Fields): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return form.toString()
}

function badToken(as: 'app' | 'bot', reason: string): ChannelProblem {
  const where =
    as === 'app'
      ? 'an app-level token with connections:write, under Basic Information'
      : 'the bot token of the installed app, under OAuth & Permissions'
  return new ChannelProblem(
    `Slack rejected ${settings[as]} (${reason}). Use ${where}; it starts with ${prefixes[as]}.`,
  )
}

function missingScope(answer: Fields): ChannelProblem {
  const needed = (textOf(answer['needed']) ?? 'that it needs').replaceAll(/[^\w:, -]/g, ' ')
  return new ChannelProblem(
    `The Slack app lacks the scope ${needed}. Add it to the app, install the app again, and set the new token.`,
  )
}
