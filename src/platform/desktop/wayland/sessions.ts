import { AppError } from '../../../contract/errors.ts'
import type { WaylandAddress } from './connection.ts'
import { openSession, type Session } from './session.ts'

/** Keeps a session with the compositor: a new one for whoever asks after it was lost. */
export class Sessions {
  readonly #address: WaylandAddress
  #opening: Promise<Session> | null = null
  #isClosed = false

  constructor(address: WaylandAddress) {
    this.#address = address
  }

  get(): Promise<Session> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const session = await this.#opening?.catch(() => null)
    if (!session || session.connection.isLost) return
    await session.releaseAll().catch(() => {
      // Lost meanwhile, and with it whatever was pressed.
    })
    session.connection.close()
  }

  async #open(): Promise<Session> {
    if (this.#isClosed)
      throw new AppError('unavailable', 'The service is stopping, so the desktop is no longer used.')
    try {
      const session = await openSession(this.#address)
      void session.connection.lost.then(() => (this.#opening = null))
      return session
    } catch (error) {
      this.#opening = null
      throw error
    }
  }
}
