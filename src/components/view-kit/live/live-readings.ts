import { ServiceError, type AnswerOf, type CallInput, type Route, type Service } from '../service.ts'
import type { EventFeed } from './events.ts'

export interface Reading<Data = unknown> {
  readonly data: Data | undefined
  readonly error: ServiceError | undefined
  readonly busy: boolean
}

const UNREAD: Reading = { data: undefined, error: undefined, busy: true }

/** What open widgets show of the outside world: asked for once however many show it, and again in time. */
export class LiveReadings {
  readonly #service: Service
  readonly #entries = new Map<string, LiveEntry>()

  constructor({ service, events }: { service: Service; events: EventFeed }) {
    this.#service = service
    events.on('widget.refresh', ({ widget }) => {
      for (const [key, entry] of this.#entries)
        if (widget === undefined || key.includes(`/${widget}`)) entry.refresh()
    })
    // What failed for want of a key works once it is set.
    events.on('settings.changed', () => {
      for (const entry of this.#entries.values()) if (entry.state().error) entry.refresh()
    })
  }

  entry<R extends Route>(route: R, input: CallInput<R>): LiveEntry<AnswerOf<R>> {
    const key = `${route} ${JSON.stringify(input)}`
    let entry = this.#entries.get(key)
    if (!entry) {
      entry = new LiveEntry((signal) => this.#service.call(route, { ...input, signal }))
      this.#entries.set(key, entry)
    }
    return entry as LiveEntry<AnswerOf<R>>
  }
}

export class LiveEntry<Data = unknown> {
  readonly #read: (signal: AbortSignal) => Promise<unknown>
  readonly #listeners = new Set<() => void>()
  #state: Reading = UNREAD
  #running: AbortController | undefined
  #readAt = 0

  constructor(read: (signal: AbortSignal) => Promise<unknown>) {
    this.#read = read
  }

  readonly state = (): Reading<Data> => this.#state as Reading<Data>

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#readAt === 0) this.refresh()
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly refresh = (): void => {
    if (this.#running) return
    void this.#load()
  }

  /** Asks again when what is shown is older than this. */
  readonly refreshAfter = (ms: number): void => {
    if (this.#listeners.size > 0 && performance.now() - this.#readAt >= ms) this.refresh()
  }

  async #load(): Promise<void> {
    this.#running = new AbortController()
    this.#readAt = performance.now()
    this.#set({ ...this.#state, busy: true })
    try {
      this.#set({ data: await this.#read(this.#running.signal), error: undefined, busy: false })
    } catch (error) {
      const reason =
        error instanceof ServiceError
          ? error
          : new ServiceError({ code: 'internal', status: 500, detail: String(error) })
      this.#set({ ...this.#state, error: reason, busy: false })
    } finally {
      this.#running = undefined
    }
  }

  #set(state: Reading): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
