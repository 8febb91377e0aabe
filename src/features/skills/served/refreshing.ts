/** A server that says all the time that its skills changed is asked what they are this often. */
const PAUSE_MS = 2_000
const LIST_MS = 60_000

interface Going {
  readonly stop: AbortController
  /** It changed again meanwhile. */
  isStale: boolean
  timer: NodeJS.Timeout | undefined
}

/** One look at a server after the other, however often it asks for them, and none at a server that is gone. */
export class Refreshing {
  readonly #work: (server: string, signal: AbortSignal) => Promise<void>
  readonly #going = new Map<string, Going>()
  #isClosed = false

  /** The work never fails. */
  constructor(work: (server: string, signal: AbortSignal) => Promise<void>) {
    this.#work = work
  }

  begin(server: string): void {
    if (this.#isClosed) return
    const going = this.#going.get(server)
    if (going) {
      going.isStale = true
      return
    }
    const begun: Going = { stop: new AbortController(), isStale: false, timer: undefined }
    this.#going.set(server, begun)
    void this.#run(server, begun)
  }

  end(server: string): void {
    const going = this.#going.get(server)
    this.#going.delete(server)
    clearTimeout(going?.timer)
    going?.stop.abort()
  }

  close(): void {
    this.#isClosed = true
    for (const server of this.#going.keys()) this.end(server)
  }

  async #run(server: string, going: Going): Promise<void> {
    going.isStale = false
    await this.#work(server, AbortSignal.any([going.stop.signal, AbortSignal.timeout(LIST_MS)]))
    if (going.stop.signal.aborted) return
    const next = () => {
      if (going.isStale) void this.#run(server, going)
      else this.#going.delete(server)
    }
    going.timer = setTimeout(next, PAUSE_MS).unref()
  }
}
