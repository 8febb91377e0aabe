import { AppError } from '../../contract/errors.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import { replacedTargets } from '../../platform/correspondence/replaced-targets.ts'
import { fieldsOf, numberOf, type Fields } from '../../platform/upstream/fields.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { Posted } from '../../platform/correspondence/outgoing/hand-over.ts'

/** Where the providers keep their keys and give out tokens, by the setting that can name another address. */
const origins = {
  UPSTREAM_GOOGLE_KEYS: 'https://www.googleapis.com',
  UPSTREAM_GOOGLE_LOGIN: 'https://oauth2.googleapis.com',
  UPSTREAM_GOOGLE_CHAT: 'https://chat.googleapis.com',
  UPSTREAM_BOT_FRAMEWORK: 'https://login.botframework.com',
  UPSTREAM_MICROSOFT_LOGIN: 'https://login.microsoftonline.com',
} as const

const replaceable = [...Object.keys(origins), 'UPSTREAM_BOT_CONNECTOR'] as (
  | keyof typeof origins
  | 'UPSTREAM_BOT_CONNECTOR'
)[]

/** The way out to the providers. */
export class Outside {
  readonly fetch: typeof globalThis.fetch
  readonly #settings: Pick<Settings, 'get'>

  constructor(settings: Pick<Settings, 'get'>) {
    this.#settings = settings
    const allowedTargets = () => replacedTargets(settings, replaceable)
    this.fetch = guardedFetch({ allowedTargets, totalMs: 10_000, maxBytes: 1024 * 1024 })
  }

  address(name: keyof typeof origins, path: string): URL {
    return new URL((this.#settings.get(name) ?? origins[name]).replace(/\/+$/, '') + path)
  }

  /** Where a bot's answers go: where its provider said, unless the operator named another place. */
  connectorAddress(service_url: string, path: string): URL {
    const base = this.#settings.get('UPSTREAM_BOT_CONNECTOR') ?? service_url
    return new URL(base.replace(/\/+$/, '') + path)
  }

  /** Hands a message over with our own token. */
  async post(
    url: URL,
    { token, body, signal }: { token: string; body: string; signal: AbortSignal },
  ): Promise<Posted> {
    const response = await this.fetch(url, {
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

  /** What a provider answers to a request for a token. */
  signIn(
    url: URL,
    { form, signal }: { form: Readonly<Record<string, string>>; signal: AbortSignal },
  ): Promise<Fields> {
    return this.read(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      signal,
    })
  }

  /** The JSON object that is found there. */
  async read(url: URL, init: RequestInit = {}): Promise<Fields> {
    const response = await this.fetch(url, { ...init, redirect: 'error' }).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      throw new AppError('upstream_failed', `${url.host} didn't answer.`, { cause: error })
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok && answer !== undefined) return fieldsOf(answer)
    throw new AppError('upstream_failed', `${url.host} answered ${response.status}.`)
  }
}
