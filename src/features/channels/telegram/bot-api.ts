import { AppError } from '../../../contract/errors.ts'
import { fieldsOf, numberOf, textOf } from '../../../platform/upstream/fields.ts'

export interface BotApiDeps {
  readonly fetch: typeof globalThis.fetch
  /** For the bytes of a file, which may take long. */
  readonly fetchForUpload: typeof globalThis.fetch
  readonly base: () => string
  readonly token: () => string | null
}

export interface BotAnswer {
  readonly status: number
  readonly result: unknown
  /** Why not, in Telegram's words. */
  readonly description: string
  readonly pauseMs: number | null
}

/** The Bot API of Telegram. The token is part of every address, so no error may name one. */
export class BotApi {
  readonly #deps: BotApiDeps

  constructor(deps: BotApiDeps) {
    this.#deps = deps
  }

  /** What it answers, whatever that is. */
  async ask(method: string, params: object | FormData, signal: AbortSignal): Promise<BotAnswer> {
    const isForm = params instanceof FormData
    const response = await this.#send(`/bot${this.#token()}/${method}`, {
      method: 'POST',
      body: isForm ? params : JSON.stringify(params),
      ...(!isForm && { headers: { 'content-type': 'application/json' } }),
      redirect: 'error',
      signal,
    })
    const answer = fieldsOf(await response.json().catch(() => undefined))
    const seconds = numberOf(fieldsOf(answer['parameters'])['retry_after'])
    return {
      status: answer['ok'] === true ? 200 : (numberOf(answer['error_code']) ?? response.status),
      result: answer['result'],
      description: textOf(answer['description']) ?? `status ${response.status}`,
      pauseMs: seconds === null ? null : seconds * 1000,
    }
  }

  /** The result; throws where there is none. */
  async call(method: string, params: object | FormData, signal: AbortSignal): Promise<unknown> {
    const { status, result, description } = await this.ask(method, params, signal)
    if (status === 200) return result
    throw new AppError('upstream_failed', `Telegram answered ${status} to ${method}: ${description}.`)
  }

  async download(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const response = await this.#send(`/file/bot${this.#token()}/${path}`, { redirect: 'error', signal })
    if (response.ok && response.body) return response.body
    throw new AppError('upstream_failed', `Telegram answered ${response.status} to the download of a file.`)
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const { base, fetch, fetchForUpload } = this.#deps
    const url = base().replace(/\/+$/, '') + path
    try {
      return await (init.body instanceof FormData ? fetchForUpload : fetch)(url, init)
    } catch (error) {
      if (init.signal?.aborted || error instanceof AppError) throw error
      // Its cause would name the address, and so the token.
      throw new AppError('upstream_failed', "Telegram didn't answer.")
    }
  }

  #token(): string {
    const token = this.#deps.token()
    if (token !== null) return token
    throw new AppError('not_configured', 'Set TELEGRAM_BOT_TOKEN to use Telegram.')
  }
}
