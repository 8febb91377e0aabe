import type { Taint } from '../../contract/taint.ts'
import type { Reading } from '../../contract/tool.ts'

/** Nobody tells where a conversation of another program ends; after this long without a call it is another one. */
const FORGOTTEN_MS = 60 * 60_000
const MAX_CONNECTIONS = 1_000

/** What the models at the other end of MCP connections have read through this service. */
export class ConnectionTaints {
  readonly #now: () => number
  readonly #known = new Map<string, Taint & { readonly at: number }>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  of(connection: string): Taint {
    const known = this.#known.get(connection)
    const isKnown = known !== undefined && this.#now() - known.at < FORGOTTEN_MS
    return isKnown ? known : { untrusted: false, private: false }
  }

  add(connection: string, readings: readonly Reading[]): void {
    const { untrusted, private: isPrivate } = this.of(connection)
    // The newest last, so that the oldest is the first to go.
    this.#known.delete(connection)
    this.#known.set(connection, {
      untrusted: untrusted || readings.includes('untrusted'),
      private: isPrivate || readings.includes('private'),
      at: this.#now(),
    })
    if (this.#known.size > MAX_CONNECTIONS) this.#known.delete(this.#known.keys().next().value!)
  }
}
