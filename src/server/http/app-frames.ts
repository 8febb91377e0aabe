import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { appFrameHeaders, appFramePage, type AppRights } from '../../contract/app-frame.ts'
import type { Log } from '../../contract/log.ts'
import { openListeners, type Listeners } from './listeners.ts'

/** A page that can be shown now, and the server that brings it. */
export interface ServedPage {
  readonly server: string
  /** Another server under the same name is another one. */
  readonly origin: string
  readonly page: AppRights
}

export interface AppFramesDeps {
  /** By the hash of a page; undefined when no server that runs has it. */
  readonly find: (hash: string) => readonly ServedPage[]
  /** The origins that the page of this service may have. */
  readonly ancestors: () => readonly string[]
  readonly log: Log
}

const GRACE_MS = 1_000

/**
 * Where the apps of MCP servers are shown: a second port of this machine, and on it a name for each server, so that each has
 * an origin of its own. It serves one page that passes messages on, whose policy is that of the app in its address, and
 * nothing else. It opens when the first server with an app runs.
 */
export class AppFrames {
  readonly #deps: AppFramesDeps
  #opening: Promise<Listeners | undefined> | undefined
  #port: number | undefined
  #isOver = false

  constructor(deps: AppFramesDeps) {
    this.#deps = deps
  }

  /** Undefined until somebody needed it. */
  get port(): number | undefined {
    return this.#port
  }

  begin(): void {
    if (!this.#isOver) this.#opening ??= this.#open()
  }

  /** The frame of a page on the origin of its server; undefined where there is no second port. */
  async addressOf(server: string, { hash }: { readonly hash: string }): Promise<string | undefined> {
    this.begin()
    await this.#opening
    const served = this.#deps.find(hash).find((one) => one.server === server)
    if (this.#port === undefined || !served) return undefined
    return `http://${labelOf(served.origin)}.localhost:${this.#port}/${hash}`
  }

  /** The same page on the address of the service itself, where it has no origin at all. */
  own(hash: string): { headers: Readonly<Record<string, string>>; body: string } | undefined {
    const [served] = this.#deps.find(hash)
    if (!served) return undefined
    const headers = appFrameHeaders(served.page, { ancestors: ["'self'"], isOpaque: true })
    return { headers, body: appFramePage }
  }

  async close(): Promise<void> {
    this.#isOver = true
    await (await this.#opening)?.close(GRACE_MS)
  }

  async #open(): Promise<Listeners | undefined> {
    try {
      const listeners = await openListeners({ host: '127.0.0.1', port: 0 })
      listeners.serve((request, response) => this.#answer(request, response))
      this.#port = listeners.address.port
      return listeners
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'Apps of MCP servers are shown without an origin of their own.')
      return undefined
    }
  }

  /** A name that leads here by chance or by design, as after a rebinding, finds nothing: no server has it. */
  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '', headers } = request
    request.resume()
    const served = this.#deps
      .find(url.slice(1))
      .find(({ origin }) => headers.host === `${labelOf(origin)}.localhost:${this.#port}`)
    if (!served || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404, {
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      response.end('Not found.')
      return
    }
    const setting = { ancestors: this.#deps.ancestors(), isOpaque: false }
    response.writeHead(200, appFrameHeaders(served.page, setting))
    response.end(method === 'HEAD' ? undefined : appFramePage)
  }
}

/** No name of a server can stand in a host as it is. */
function labelOf(origin: string): string {
  return createHash('sha256').update(origin).digest('hex').slice(0, 32)
}
