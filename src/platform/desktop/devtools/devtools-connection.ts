export type Result = Readonly<Record<string, unknown>>

interface Waiting {
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

const OPEN_MS = 2_000
const CALL_MS = 5_000

/** A browser refused what it was asked, or is gone. */
export class DevToolsError extends Error {
  override readonly name = 'DevToolsError'
}

/** Speaks with a browser over its DevTools protocol. */
export class DevToolsConnection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #count = 0
  #isOpen = true

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#hear(String(data)))
    socket.addEventListener('close', () => {
      this.#isOpen = false
      for (const { reject } of this.#waiting.values()) reject(new DevToolsError('The browser is gone.'))
      this.#waiting.clear()
    })
  }

  static async open(address: string): Promise<DevToolsConnection> {
    const socket = new WebSocket(address)
    const { promise, resolve } = Promise.withResolvers<void>()
    const late = setTimeout(resolve, OPEN_MS)
    for (const event of ['open', 'error', 'close']) socket.addEventListener(event, () => resolve())
    await promise
    clearTimeout(late)
    if (socket.readyState === WebSocket.OPEN) return new DevToolsConnection(socket)
    socket.close()
    throw new DevToolsError("The browser doesn't answer.")
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  async call(
    method: string,
    params: object,
    { session, signal }: { readonly session?: string; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Result> {
    signal?.throwIfAborted()
    if (!this.#isOpen) throw new DevToolsError('The browser is gone.')
    this.#count += 1
    const id = this.#count
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.set(id, { resolve, reject })
    const stop = () => reject(signal?.reason as Error)
    signal?.addEventListener('abort', stop, { once: true })
    const late = setTimeout(() => reject(new DevToolsError("The browser doesn't answer.")), CALL_MS)
    try {
      this.#socket.send(JSON.stringify({ id, method, params, ...(session && { sessionId: session }) }))
      return await promise
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', stop)
      this.#waiting.delete(id)
    }
  }

  close(): void {
    this.#socket.close()
  }

  #hear(text: string): void {
    const { id, result, error } = JSON.parse(text) as {
      id?: number
      result?: Result
      error?: { message?: string }
    }
    const waiting = id === undefined ? undefined : this.#waiting.get(id)
    if (error) waiting?.reject(new DevToolsError(error.message ?? 'The browser refused it.'))
    else waiting?.resolve(result ?? {})
  }
}
