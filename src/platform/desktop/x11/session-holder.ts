import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Interference } from '../desktop-driver.ts'
import type { XServerAddress } from './connection.ts'
import { InterferenceWatch } from './interference.ts'
import { closeSession, openSession, type Session } from './session.ts'

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 10_000

/**
 * Keeps a session with the X server: a new one for whoever asks after the server was gone, and by itself, less and less
 * often, while somebody listens for the person at the desktop.
 */
export class SessionHolder {
  readonly #address: XServerAddress
  readonly #log: Log
  readonly #listeners = new Set<(why: Interference) => void>()
  #opening: Promise<Session> | null = null
  #watch: Promise<InterferenceWatch> | null = null
  #retry: NodeJS.Timeout | undefined
  #retryMs = FIRST_RETRY_MS
  #isClosed = false

  constructor(address: XServerAddress, log: Log) {
    this.#address = address
    this.#log = log
  }

  get(): Promise<Session> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  listen(listener: (why: Interference) => void): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#watchSoon()
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stopWatch()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#stopWatch()
    const session = await this.#opening?.catch(() => null)
    if (session) await closeSession(session)
  }

  async #open(): Promise<Session> {
    if (this.#isClosed)
      throw new AppError('unavailable', 'The service is stopping, so the desktop is no longer used.')
    try {
      const session = await openSession(this.#address, this.#log)
      this.#retryMs = FIRST_RETRY_MS
      void session.connection.lost.then((error) => this.#lose(error))
      if (this.#listeners.size > 0) this.#startWatch(session)
      return session
    } catch (error) {
      this.#opening = null
      throw error
    }
  }

  #lose(error: AppError): void {
    this.#opening = null
    this.#stopWatch()
    if (this.#isClosed) return
    this.#log.warn({ err: error }, 'Lost the connection to the X server.')
    if (this.#listeners.size > 0) this.#retryLater()
  }

  #retryLater(): void {
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#watchSoon(), this.#retryMs).unref()
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2)
  }

  #watchSoon(): void {
    this.get().then(
      (session) => {
        if (this.#listeners.size > 0) this.#startWatch(session)
      },
      () => {
        if (this.#listeners.size > 0 && !this.#isClosed) this.#retryLater()
      },
    )
  }

  #startWatch({ connection, input, keyboard, bounds }: Session): void {
    if (this.#watch) return
    this.#watch = InterferenceWatch.start({
      connection,
      input,
      keyboard,
      bounds,
      onInterference: (why) => {
        for (const listener of this.#listeners) listener(why)
      },
      onHotkeyTaken: () => this.#log.warn({}, 'Other programs use both hotkeys that stop computer control.'),
    })
    this.#watch.catch((error: unknown) =>
      this.#log.warn({ err: error }, 'The pointer and the hotkey are not being watched.'),
    )
  }

  #stopWatch(): void {
    const watch = this.#watch
    this.#watch = null
    void watch?.then((started) => started.stop()).catch(() => {})
  }
}
