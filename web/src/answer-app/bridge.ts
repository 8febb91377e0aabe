/** A message of JSON-RPC 2.0, as far as it is one. */
interface Message {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message?: unknown } | undefined
}

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

export type Params = Readonly<Record<string, unknown>>

const METHOD_NOT_FOUND = -32_601
const FAILED = -32_000

/** Speaks with the program that shows this page, and listens to nobody else. */
export class Bridge {
  readonly #host: Window
  readonly #waiting = new Map<number, Waiting>()
  readonly #notices = new Map<string, (params: Params) => void>()
  readonly #requests = new Map<string, () => object | Promise<object>>()
  #nextId = 1
  /** Known once the host has answered; a host in a sandbox has none. */
  #origin = '*'

  constructor(host: Window) {
    this.#host = host
    window.addEventListener('message', ({ source, origin, data }: MessageEvent<Message | null>) => {
      if (source !== host || typeof data !== 'object' || data?.jsonrpc !== '2.0') return
      if (this.#origin === '*' && origin !== '' && origin !== 'null') this.#origin = origin
      this.#hear(data)
    })
  }

  /** Rejects with the host's own words when it says no. */
  request(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    const id = this.#nextId
    this.#nextId += 1
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const stop = () => {
      if (!this.#waiting.delete(id)) return
      this.notify('notifications/cancelled', { requestId: id })
      reject(new DOMException('Nobody waits for it any more.', 'AbortError'))
    }
    this.#waiting.set(id, { resolve, reject })
    this.#post({ id, method, params })
    if (signal?.aborted === true) stop()
    signal?.addEventListener('abort', stop, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', stop))
  }

  notify(method: string, params: object = {}): void {
    this.#post({ method, params })
  }

  onNotice(method: string, listener: (params: Params) => void): void {
    this.#notices.set(method, listener)
  }

  onRequest(method: string, answer: () => object | Promise<object>): void {
    this.#requests.set(method, answer)
  }

  #hear({ id, method, params, result, error }: Message): void {
    if (typeof method !== 'string') this.#settle(id, { result, error })
    else if (id === undefined) this.#notices.get(method)?.((params ?? {}) as Params)
    else void this.#answer(id, method)
  }

  #settle(id: unknown, { result, error }: Pick<Message, 'result' | 'error'>): void {
    const waiting = this.#waiting.get(id as number)
    if (!waiting) return
    this.#waiting.delete(id as number)
    if (error)
      waiting.reject(new Error(typeof error.message === 'string' ? error.message : 'The program said no.'))
    else waiting.resolve(result)
  }

  async #answer(id: unknown, method: string): Promise<void> {
    const answer = this.#requests.get(method)
    if (!answer) {
      this.#post({ id, error: { code: METHOD_NOT_FOUND, message: `There is no ${method} here.` } })
      return
    }
    try {
      this.#post({ id, result: await answer() })
    } catch (error) {
      this.#post({ id, error: { code: FAILED, message: String(error) } })
    }
  }

  #post(message: object): void {
    this.#host.postMessage({ jsonrpc: '2.0', ...message }, this.#origin)
  }
}
