import { ServiceError, reasonOf, type Service } from '../service.ts'
import type { EventFeed } from '../live/events.ts'

/** One change as a function, so that it can be done again on what somebody else has written in the meantime. */
export type Edit<Value = unknown> = (value: Value) => Value

export type StoredStatus = 'loading' | 'ready' | 'saving' | 'waiting' | 'failed'

export interface StoredState {
  readonly value: unknown
  readonly status: StoredStatus
  /** Why it could not be read or saved. */
  readonly problem: string | undefined
}

const SAVE_AFTER_MS = 80
const RETRY_AFTER_MS = 3_000

/** All that open widgets keep in the store: one entry a key, shared by every widget with that key. */
export class StoredValues {
  readonly #service: Service
  readonly #entries = new Map<string, StoredEntry>()

  constructor({ service, events }: { service: Service; events: EventFeed }) {
    this.#service = service
    events.on('store.changed', ({ key, version, deleted }) =>
      this.#entries.get(key)?.heard(version, deleted ?? false),
    )
    events.onResync(() => this.#forEach((entry) => void entry.reload()))
    events.onConnection(() => {
      if (events.connection() === 'open') this.#forEach((entry) => entry.resume())
    })
  }

  entry(key: string): StoredEntry {
    let entry = this.#entries.get(key)
    if (!entry) this.#entries.set(key, (entry = new StoredEntry(this.#service, key)))
    return entry
  }

  /** The page is going: what has not been sent yet goes now. */
  flush(): void {
    this.#forEach((entry) => entry.flush())
  }

  /** Whether something would be lost if the page went now: it could not be saved yet. */
  hasUnsaved(): boolean {
    return [...this.#entries.values()].some((entry) => entry.isUnsaved())
  }

  #forEach(visit: (entry: StoredEntry) => void): void {
    for (const entry of this.#entries.values()) visit(entry)
  }
}

/**
 * One value of the store. Edits show at once; they are sent with the version they were made on, and when another writer
 * was faster they are done again on its value. So nothing that anybody wrote is lost.
 */
export class StoredEntry {
  readonly #service: Service
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #base: { value: unknown; version: number } | undefined
  #edits: Edit[] = []
  #flying: Edit[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #loading: Promise<void> | undefined
  #heardVersion = 0
  #state: StoredState = { value: undefined, status: 'loading', problem: undefined }

  constructor(service: Service, key: string) {
    this.#service = service
    this.#key = key
  }

  readonly state = (): StoredState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (!this.#base) void this.reload()
    return () => this.#listeners.delete(listener)
  }

  change(edit: Edit): void {
    this.#edits.push(edit)
    this.#show('saving')
    // Nobody may have looked at it yet; what is there is read before it is changed.
    if (!this.#base) void this.reload()
    else if (this.#flying.length === 0) this.#schedule(SAVE_AFTER_MS)
  }

  reload(): Promise<void> {
    this.#loading ??= this.#read().finally(() => (this.#loading = undefined))
    return this.#loading
  }

  /** Somebody wrote; it may have been this page. */
  heard(version: number, deleted: boolean): void {
    this.#heardVersion = deleted ? 0 : version
    if (this.#flying.length > 0) return
    if (deleted ? this.#base?.version !== 0 : version > (this.#base?.version ?? 0)) void this.reload()
  }

  resume(): void {
    if (this.#state.status === 'waiting') this.#schedule(0)
  }

  flush(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    void this.#save({ keepalive: true })
  }

  /** What is on its way or about to be sent is not meant: that goes along with the page. */
  isUnsaved(): boolean {
    return this.#pending() && (this.#state.status === 'waiting' || this.#state.status === 'failed')
  }

  async #read(): Promise<void> {
    try {
      const { body, headers } = await this.#service.reply('GET /api/store/:key', {
        params: { key: this.#key },
      })
      this.#base = { value: body, version: versionOf(headers) }
      this.#show(this.#pending() ? 'saving' : 'ready')
      if (this.#edits.length > 0 && this.#flying.length === 0) this.#schedule(0)
    } catch (error) {
      this.#show(isOffline(error) ? 'waiting' : 'failed', reasonOf(error))
      if (isOffline(error)) this.#schedule(RETRY_AFTER_MS)
    }
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void (this.#base ? this.#save() : this.reload()), delay)
  }

  async #save(options: { keepalive?: boolean } = {}): Promise<void> {
    this.#timer = undefined
    if (!this.#base || this.#flying.length > 0 || this.#edits.length === 0) return
    this.#flying = this.#edits
    this.#edits = []
    const value = applied(this.#base.value, this.#flying)
    try {
      const { body, headers } = await this.#service.reply('POST /api/store/:key', {
        params: { key: this.#key },
        body: value as object,
        headers: precondition(this.#base.version),
        ...options,
      })
      this.#base = { value, version: versionOf(headers) || body.version }
      this.#flying = []
      this.#settled()
    } catch (error) {
      this.#edits = [...this.#flying, ...this.#edits]
      this.#flying = []
      this.#failed(error)
    }
  }

  #settled(): void {
    if (this.#heardVersion > (this.#base?.version ?? 0)) void this.reload()
    if (this.#edits.length > 0) this.#schedule(SAVE_AFTER_MS)
    this.#show(this.#edits.length > 0 ? 'saving' : 'ready')
  }

  #failed(error: unknown): void {
    if (error instanceof ServiceError && error.code === 'precondition_failed') {
      void this.reload()
      return
    }
    const waits = isOffline(error) || (error instanceof ServiceError && error.status >= 500)
    this.#show(waits ? 'waiting' : 'failed', reasonOf(error))
    if (waits) this.#schedule(RETRY_AFTER_MS)
  }

  #pending(): boolean {
    return this.#edits.length + this.#flying.length > 0
  }

  #show(status: StoredStatus, problem?: string): void {
    const value = this.#base && applied(this.#base.value, [...this.#flying, ...this.#edits])
    this.#state = { value, status: this.#base || status !== 'saving' ? status : 'loading', problem }
    for (const listener of this.#listeners) listener()
  }
}

function applied(value: unknown, edits: readonly Edit[]): unknown {
  return edits.reduce((current, edit) => edit(current), value)
}

function versionOf(headers: Headers): number {
  return Number(headers.get('etag')?.replaceAll(/[^0-9]/g, '') ?? 0)
}

function precondition(version: number): Record<string, string> {
  return version === 0 ? { 'if-none-match': '*' } : { 'if-match': `"${version}"` }
}

function isOffline(error: unknown): boolean {
  return error instanceof ServiceError && error.isOffline
}
