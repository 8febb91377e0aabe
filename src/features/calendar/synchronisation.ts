import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { joinSignals } from '../../platform/processes/joined-signal.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { DavAccess } from './caldav/dav-request.ts'
import { readSyncState } from './sync-state.ts'
import type { SyncReport } from './synchronise.ts'

export interface SyncStatus {
  /** `off` when no server is set. */
  readonly status: 'off' | 'ok' | 'failing'
  readonly synced_at: string | null
  /** What to do about it, when it does not work. */
  readonly problem: string | null
}

export interface SynchronisationDeps {
  readonly database: Database
  readonly settings: Pick<Settings, 'get' | 'onChange'>
  readonly now: () => Date
  readonly log: Log
  readonly fetch: typeof globalThis.fetch
  readonly everyMs?: number
  /** Events may be others than before. */
  readonly onChanged: () => void
}

const EVERY_MS = 5 * 60_000
const SETTINGS = ['CALDAV_URL', 'CALDAV_USER', 'CALDAV_PASSWORD']

/** One exchange with the server at a time: every few minutes, and after each change made here. */
export class Synchronisation {
  readonly #deps: SynchronisationDeps
  readonly #closing = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #stopListening: (() => void) | undefined
  #running: Promise<SyncReport> | undefined
  /** Something changed while an exchange was going on. */
  #again = false
  #problem: string | null = null

  constructor(deps: SynchronisationDeps) {
    this.#deps = deps
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  start(): void {
    const { settings, everyMs = EVERY_MS } = this.#deps
    this.#stopListening = settings.onChange((names) => {
      if (SETTINGS.some((name) => names.includes(name))) this.soon()
    })
    this.#timer = setInterval(() => this.soon(), everyMs).unref()
    this.soon()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopListening?.()
    this.#closing.abort(new AppError('cancelled', 'The service is stopping.'))
    await this.#running?.catch(() => {})
  }

  /** In the background. A failure is remembered, and the next turn comes anyway. */
  soon(): void {
    if (this.#deps.settings.get('CALDAV_URL') === null || this.#closing.signal.aborted) return
    if (this.#running) {
      this.#again = true
      return
    }
    this.#begin(this.#closing.signal).catch((error: unknown) => {
      if (!this.#closing.signal.aborted)
        this.#deps.log.warn({ err: error }, "Couldn't sync the calendar with its server.")
    })
  }

  async run(signal: AbortSignal): Promise<SyncReport> {
    while (this.#running) await this.#running.catch(() => {})
    using joined = joinSignals([signal, this.#closing.signal])
    return await this.#begin(joined.signal)
  }

  /** The address of the calendar on the server. */
  async tryServer(signal: AbortSignal): Promise<string> {
    const { address, access } = this.#access(signal)
    const { findCollection } = await import('./caldav/find-collection.ts')
    return findCollection(access, address)
  }

  status(): SyncStatus {
    const { settings, database } = this.#deps
    if (settings.get('CALDAV_URL') === null) return { status: 'off', synced_at: null, problem: null }
    return {
      status: this.#problem === null ? 'ok' : 'failing',
      synced_at: readSyncState(database)?.synced_at ?? null,
      problem: this.#problem,
    }
  }

  #begin(signal: AbortSignal): Promise<SyncReport> {
    this.#again = false
    this.#running = this.#exchange(signal).finally(() => {
      this.#running = undefined
      this.#deps.onChanged()
      if (this.#again) this.soon()
    })
    return this.#running
  }

  async #exchange(signal: AbortSignal): Promise<SyncReport> {
    const named = this.#access(signal)
    const { log } = this.#deps
    try {
      const { synchronise } = await import('./synchronise.ts')
      const report = await synchronise({ ...this.#deps, ...named })
      this.#problem = report.refused[0] ?? null
      log.debug({ ...report }, 'calendar synced with its server')
      return report
    } catch (error) {
      this.#problem = error instanceof AppError ? error.message : 'Sync failed. See the log.'
      throw error
    }
  }

  #access(signal: AbortSignal): { readonly address: string; readonly access: DavAccess } {
    const { settings, fetch } = this.#deps
    const address = settings.get('CALDAV_URL')
    if (address === null)
      throw new AppError('not_configured', 'No calendar server is set up. Set CALDAV_URL.')
    const { origin } = new URL(address)
    const [user, password] = [settings.get('CALDAV_USER'), settings.get('CALDAV_PASSWORD')]
    return { address, access: { fetch, origin, user, password, signal } }
  }
}
