import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { fieldsOf, type Fields } from '../../platform/upstream/fields.ts'
import { limited, refusalOf } from './slack-refusal.ts'

export type SlackArguments = Readonly<Record<string, string | number | boolean | undefined>>

export interface SlackClientOptions {
  /** Where Slack is, without a slash at the end. */
  readonly base: string
  /** Whether the operator put another address in the place of Slack's own. */
  readonly isReplaced: boolean
  readonly token: string
  readonly fetch: typeof globalThis.fetch
  /** For the bytes of a file, which may take long. */
  readonly fetchForUpload: typeof globalThis.fetch
  readonly call: Pick<ToolCall, 'signal' | 'now'>
}

export interface Upload {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly size: number
}

const introduction = { 'user-agent': 'Deskhand (a local agent, run by one person)' }

export class SlackClient {
  /** Tells what was learned about one workspace from another; kept in memory only. */
  readonly account: string
  readonly #options: SlackClientOptions

  constructor(options: SlackClientOptions) {
    this.#options = options
    this.account = `${options.base} ${options.token}`
  }

  get now(): Date {
    return this.#options.call.now()
  }

  /** One method of Slack's interface; `about` names what it concerns, for the sentence when it is refused. */
  async ask(method: string, given: SlackArguments, about = 'this'): Promise<Fields> {
    const { base, token, fetch } = this.#options
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(given)) if (value !== undefined) body.set(name, String(value))
    const response = await this.#send(fetch, `${base}/api/${method}`, {
      headers: {
        ...introduction,
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      },
      body: body.toString(),
    })
    const answer = await this.#answerOf(response)
    if (response.status === 429 || answer?.['error'] === 'ratelimited')
      throw limited(response.headers.get('retry-after'), this.now)
    if (answer?.['ok'] === true) return answer
    if (answer?.['ok'] === false) throw refusalOf({ method, answer, about })
    throw new AppError('upstream_failed', `Slack answered ${response.status} to ${method}. Try again later.`)
  }

  /** Hands the bytes over where Slack said; that needs no token, so it gets none. */
  async upload(address: unknown, { bytes, size }: Upload): Promise<void> {
    const response = await this.#send(this.#options.fetchForUpload, this.#uploadAddress(address), {
      headers: {
        ...introduction,
        'content-type': 'application/octet-stream',
        'content-length': String(size),
      },
      body: ReadableStream.from(bytes),
      duplex: 'half',
    })
    const said = await response.text().catch((error: unknown) => this.#unreachable(error))
    const received = /^OK - (\d+)/.exec(said)?.[1]
    if (response.ok && (received === undefined || Number(received) === size)) return
    const what = response.ok ? `took ${received} of ${size} bytes` : `answered ${response.status}`
    throw new AppError('upstream_failed', `Slack ${what} during the upload. Try again.`)
  }

  #uploadAddress(given: unknown): string {
    const { base, isReplaced } = this.#options
    const url = URL.parse(String(given))
    const isSlack =
      url !== null &&
      url.protocol === 'https:' &&
      (url.hostname === 'slack.com' || url.hostname.endsWith('.slack.com'))
    // Whoever stands in for Slack stands in for all its hosts.
    if (isSlack) return isReplaced ? base + url.pathname + url.search : url.href
    if (isReplaced && url?.origin === new URL(base).origin) return url.href
    throw new AppError(
      'upstream_failed',
      `Slack gave an upload address that isn't its own (${url?.host ?? 'none'}), so nothing was sent.`,
    )
  }

  async #send(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Response> {
    const { signal } = this.#options.call
    return fetch(url, { method: 'POST', redirect: 'error', signal, ...init }).catch((error: unknown) =>
      this.#unreachable(error),
    )
  }

  /** Undefined when it is not JSON, as from a proxy or on a bad day. */
  async #answerOf(response: Response): Promise<Fields | undefined> {
    const text = await response.text().catch((error: unknown) => this.#unreachable(error))
    try {
      return fieldsOf(JSON.parse(text))
    } catch {
      return undefined
    }
  }

  #unreachable(error: unknown): never {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof AppError) throw cause
    if (error instanceof AppError || this.#options.call.signal.aborted) throw error
    const code = (cause as { code?: unknown } | undefined)?.code
    const why = typeof code === 'string' ? ` (${code})` : ''
    const { host } = new URL(this.#options.base)
    const sentence = `The connection to ${host} failed${why}. Try again later.`
    throw new AppError('upstream_failed', sentence, { cause: error })
  }
}
