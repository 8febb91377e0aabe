import { ModelFault } from '../faults.ts'
import type { Target } from '../target.ts'

type Fetch = typeof globalThis.fetch

export interface WireOptions {
  readonly fetch: Fetch
  readonly version: string
  /** Until the first byte of the answer. */
  readonly firstMs: number
  /** Between two pieces of it. */
  readonly idleMs: number
  /** Whether an answer in one piece is a fault. */
  readonly wantsStream?: boolean
  /** Ends the call. Not every SDK passes its own signal on. */
  readonly signal: AbortSignal
}

const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key']
const MAX_WIRE_BYTES = 64 * 1024 * 1024
const MAX_SAID_BYTES = 64 * 1024

/**
 * The one way out to a model. Whatever an SDK put into a request, here it is decided where it may go and which key goes
 * with it: to the address of the call and nowhere else. Redirects are not followed, since the key would go along.
 */
export function createWire(target: Target, options: WireOptions): Fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== target.origin)
      throw new TypeError(`A model call to ${target.origin} must not go to ${url.origin}.`)
    const patience = new Patience(options)
    const ends = init?.signal ? [options.signal, init.signal] : [options.signal]
    const signal = AbortSignal.any([patience.signal, ...ends])
    try {
      const response = await options.fetch(url, {
        ...init,
        headers: headersFor(target, init?.headers, options.version),
        redirect: 'manual',
        signal,
      })
      await assertUsable(response, options)
      return watched(response, patience)
    } catch (error) {
      patience.end()
      throw faultBehind(error, { patience, kind: 'network', aborted: ends.some(({ aborted }) => aborted) })
    }
  }
}

/** The time that the other side may stay silent, counted only while somebody waits for it. */
class Patience {
  readonly #gone = new AbortController()
  readonly #idleMs: number
  #timer: NodeJS.Timeout | undefined
  #isFirst = true

  constructor({ firstMs, idleMs }: Pick<WireOptions, 'firstMs' | 'idleMs'>) {
    this.#idleMs = idleMs
    this.#start(firstMs)
  }

  get signal(): AbortSignal {
    return this.#gone.signal
  }

  wait(): void {
    if (!this.#isFirst) this.#start(this.#idleMs)
  }

  came(): void {
    this.#isFirst = false
    this.end()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #start(ms: number): void {
    const fault = () => new ModelFault('silent', { seconds: Math.round(ms / 1000) })
    this.#timer = setTimeout(() => this.#gone.abort(fault()), ms)
  }
}

function headersFor(
  { key, info, provider }: Target,
  given: RequestInit['headers'],
  version: string,
): Headers {
  const headers = new Headers(given)
  for (const name of KEY_HEADERS) headers.delete(name)
  headers.set('user-agent', `deskhand/${version}`)
  if (provider === 'openrouter') headers.set('x-title', 'Deskhand')
  if (key !== undefined)
    headers.set(info.keyHeader, info.keyHeader === 'authorization' ? `Bearer ${key}` : key)
  return headers
}

async function assertUsable(response: Response, { wantsStream = false }: WireOptions): Promise<void> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    throw new ModelFault('redirect', { said: response.headers.get('location') ?? '' })
  }
  if (!response.ok) {
    const said = await textOf(response)
    const retryAfterMs = retryAfter(response.headers)
    throw new ModelFault('status', {
      status: response.status,
      said,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
  }
  const unusable = kindFault(response.headers.get('content-type') ?? '', wantsStream)
  if (!unusable) return
  await response.body?.cancel()
  throw unusable
}

/** Why an answer of this kind cannot be read. */
function kindFault(contentType: string, wantsStream: boolean): ModelFault | undefined {
  // A page for people: a login, or a proxy that explains itself.
  if (/^text\/html/i.test(contentType)) return new ModelFault('unreadable')
  return wantsStream && /^application\/json/i.test(contentType) ? new ModelFault('not_streamed') : undefined
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    text += decoder.decode(chunk, { stream: true })
    if (bytes > MAX_SAID_BYTES) break
  }
  return text
}

/** In seconds or as a date, or in the finer header that some providers send beside it. */
function retryAfter(headers: Headers): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** The same answer, read no faster than it is wanted, its faults told apart, and never endless. */
function watched(response: Response, patience: Patience): Response {
  const reader = response.body?.getReader()
  if (!reader) {
    patience.end()
    return response
  }
  let bytes = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        patience.wait()
        try {
          const { done, value } = await reader.read()
          patience.came()
          if (done) return controller.close()
          bytes += value.byteLength
          if (bytes > MAX_WIRE_BYTES) throw new ModelFault('too_long')
          controller.enqueue(value)
        } catch (error) {
          patience.end()
          await reader.cancel().catch(() => {})
          controller.error(faultBehind(error, { patience, kind: 'cut', aborted: false }))
        }
      },
      async cancel(reason) {
        patience.end()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers: unpacked(headers) })
}

/** What fetch hands out is unpacked already; an SDK must not try it again. */
function unpacked(headers: Headers): Headers {
  const plain = new Headers(headers)
  plain.delete('content-encoding')
  plain.delete('content-length')
  return plain
}

function faultBehind(
  error: unknown,
  { patience, kind, aborted }: { patience: Patience; kind: 'network' | 'cut'; aborted: boolean },
): unknown {
  if (patience.signal.aborted) return patience.signal.reason
  if (error instanceof ModelFault || aborted || isAbort(error)) return error
  return new ModelFault(kind, { cause: error })
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
