import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { refusalOf, wordsOf } from './host-refusal.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface HostRequest {
  readonly query?: Query
  readonly accept?: string
  /** A body makes it a POST. */
  readonly json?: unknown
}

export interface HostClientOptions {
  readonly title: string
  /** The address of the interface, without a slash at the end. */
  readonly base: string
  readonly fetch: typeof globalThis.fetch
  /** The whole value of the header; undefined when nobody is logged in. */
  readonly authorization: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly call: Pick<ToolCall, 'signal' | 'now'>
}

const MAX_ERROR_BYTES = 64 * 1024
/** A whole recursive listing of the largest repositories is below this. */
const MAX_JSON_BYTES = 16 * 1024 * 1024

/** Asks one service. The token goes to its own address only: every fetch here drops it on the way to another origin. */
export class HostClient {
  readonly title: string
  readonly hasToken: boolean
  readonly #options: HostClientOptions

  constructor(options: HostClientOptions) {
    this.#options = options
    this.title = options.title
    this.hasToken = options.authorization !== undefined
  }

  async json(path: string, request: HostRequest = {}): Promise<{ value: unknown; headers: Headers }> {
    const response = await this.#ask(path, request)
    const { bytes, isCut } = await this.#body(response, MAX_JSON_BYTES)
    if (isCut) throw new AppError('too_large', `${this.title}'s answer is too large to read.`)
    try {
      return { value: JSON.parse(bytes.toString('utf8')), headers: response.headers }
    } catch (error) {
      const sentence = `${this.title} didn't answer in JSON. Check REPOHOST_KIND and REPOHOST_URL.`
      throw new AppError('upstream_failed', sentence, { cause: error })
    }
  }

  /** The first bytes of an answer, as many as there may be; the rest is not even received. */
  async bytes(
    path: string,
    { limit, ...request }: HostRequest & { limit: number },
  ): Promise<{ bytes: Buffer; isCut: boolean; headers: Headers }> {
    const response = await this.#ask(path, request)
    return { ...(await this.#body(response, limit)), headers: response.headers }
  }

  async #ask(
    path: string,
    { query = {}, accept = 'application/json', json }: HostRequest,
  ): Promise<Response> {
    const { base, fetch, authorization, headers, call, title } = this.#options
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const init: RequestInit = {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        'user-agent': 'Deskhand (a local agent, run by one person)',
        ...headers,
        accept,
        ...(authorization !== undefined && { authorization }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      signal: call.signal,
      ...(json !== undefined && { body: JSON.stringify(json) }),
    }
    const response = await fetch(url, init).catch((error: unknown) => this.#unreachable(error))
    if (response.ok) return response
    const { bytes } = await this.#body(response, MAX_ERROR_BYTES)
    const answer = {
      status: response.status,
      headers: response.headers,
      words: wordsOf(bytes.toString('utf8')),
    }
    throw refusalOf(answer, { title, hasToken: this.hasToken, now: call.now })
  }

  async #body(response: Response, limit: number): Promise<{ bytes: Buffer; isCut: boolean }> {
    const chunks: Uint8Array[] = []
    let size = 0
    try {
      // Leaving the loop cancels the rest of the body.
      for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
        chunks.push(chunk)
        size += chunk.byteLength
        if (size > limit) break
      }
    } catch (error) {
      return this.#unreachable(error)
    }
    return { bytes: Buffer.concat(chunks).subarray(0, limit), isCut: size > limit }
  }

  #unreachable(error: unknown): never {
    if (error instanceof AppError || this.#options.call.signal.aborted) throw error
    const { host } = new URL(this.#options.base)
    const sentence = `Can't reach ${this.title} (${host}): ${reasonOf(error)}.`
    throw new AppError('upstream_failed', sentence, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' ? `the connection failed (${code})` : 'the connection failed'
}
