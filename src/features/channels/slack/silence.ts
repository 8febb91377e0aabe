import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Slack keeps a quiet socket alive with pings. No event of a WebSocket tells of them, but Node publishes them here. */
const PINGS = 'undici:websocket:ping'

export interface SilenceOptions {
  readonly ms: number
  readonly onSilent: () => void
}

/** Notices that nothing has come through a socket for a while, not even a ping. */
export class Silence implements Disposable {
  readonly #options: SilenceOptions
  readonly #onPing: (message: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #last: NodeJS.Immediate | undefined

  constructor(socket: WebSocket, options: SilenceOptions) {
    this.#options = options
    this.#onPing = (message) => {
      if ((message as { readonly websocket?: unknown }).websocket === socket) this.interrupt()
    }
    subscribe(PINGS, this.#onPing)
    this.interrupt()
  }

  interrupt(): void {
    const { ms, onSilent } = this.#options
    this.#stop()
    // What came while this process had no time, as on a busy machine, is read only after its timers.
    this.#timer = setTimeout(() => (this.#last = setImmediate(onSilent)), ms)
    this.#timer.unref()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#last)
  }

  [Symbol.dispose](): void {
    this.#stop()
    unsubscribe(PINGS, this.#onPing)
  }
}
