/** What an app may want of the page that shows it. Each throws with a sentence when it is refused. */
export interface AppHost {
  /** What an app is told of its surroundings when it begins. */
  readonly opening: () => object
  readonly callTool: (params: Params) => Promise<object>
  readonly readResource: (params: Params) => Promise<object>
  readonly openLink: (params: Params) => Promise<void>
  readonly compose: (params: Params) => void
  readonly tellModels: (params: Params) => Promise<void>
  readonly log: (params: Params) => void
  readonly resize: (height: number) => void
  /** It is ready to be told what was called, and what came of it. */
  readonly begun: () => void
}

export type Params = Readonly<Record<string, unknown>>
type Id = string | number

interface Message {
  readonly method: string
  readonly id: Id | undefined
  readonly params: Params
}

/** A request that the host doesn't grant, with the code that the protocol has for it. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly code: number

  constructor(message: string, code = -32_000) {
    super(message)
    this.code = code
  }
}

/** The host's side of the protocol of MCP Apps, over messages of a frame. What makes no sense is passed over. */
export class AppBridge {
  readonly #host: AppHost
  readonly #send: (message: object) => void
  #isBegun = false

  constructor(host: AppHost, send: (message: object) => void) {
    this.#host = host
    this.#send = send
  }

  receive(data: unknown): void {
    const message = messageIn(data)
    if (!message) return
    if (message.id === undefined) this.#hear(message)
    else void this.#answer(message, message.id)
  }

  /** Nothing is told before the app has said that it is ready. */
  notify(method: string, params: object): void {
    if (this.#isBegun) this.#send({ jsonrpc: '2.0', method, params })
  }

  /** The app is about to be taken away. Its answer isn't awaited: the frame goes with what shows it. */
  end(): void {
    if (!this.#isBegun) return
    this.#isBegun = false
    const params = { reason: 'It is no longer shown.' }
    this.#send({ jsonrpc: '2.0', id: 'teardown', method: 'ui/resource-teardown', params })
  }

  #hear({ method, params }: Message): void {
    if (method === 'ui/notifications/initialized' && !this.#isBegun) {
      this.#isBegun = true
      this.#host.begun()
    }
    const { height } = params
    if (method === 'ui/notifications/size-changed' && typeof height === 'number') this.#host.resize(height)
    if (method === 'notifications/message') this.#host.log(params)
  }

  async #answer({ method, params }: Message, id: Id): Promise<void> {
    try {
      this.#send({ jsonrpc: '2.0', id, result: await this.#resultOf(method, params) })
    } catch (error) {
      const code = error instanceof RefusedError ? error.code : -32_000
      const message = error instanceof Error ? error.message : String(error)
      this.#send({ jsonrpc: '2.0', id, error: { code, message } })
    }
  }

  async #resultOf(method: string, params: Params): Promise<object> {
    const host = this.#host
    switch (method) {
      case 'ui/initialize':
        return host.opening()
      case 'ping':
        return {}
      case 'tools/call':
        return await host.callTool(params)
      case 'resources/read':
        return await host.readResource(params)
      case 'ui/open-link':
        await host.openLink(params)
        return {}
      case 'ui/message':
        host.compose(params)
        return {}
      case 'ui/update-model-context':
        await host.tellModels(params)
        return {}
      case 'ui/request-display-mode':
        return { mode: 'inline' }
      default:
        throw new RefusedError(`Unknown method ${method.slice(0, 100)}.`, -32_601)
    }
  }
}

function messageIn(data: unknown): Message | undefined {
  if (!isMembers(data)) return undefined
  const { jsonrpc, method, id, params = {} } = data
  const isNamed = id === undefined || typeof id === 'string' || typeof id === 'number'
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isNamed || !isMembers(params)) return undefined
  return { method, id, params }
}

export function isMembers(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
