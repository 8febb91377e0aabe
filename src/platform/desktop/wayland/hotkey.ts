import type { Log } from '../../../contract/log.ts'
import type { Interference } from '../desktop-driver.ts'
import { watchSwayHotkey } from './sway.ts'

/** Listens for the panic hotkey while somebody wants to know, where the compositor is sway. */
export class Hotkey {
  readonly #sway: string | null
  readonly #log: Log
  readonly #listeners = new Set<(why: Interference) => void>()
  #watch: Promise<() => Promise<void>> | null = null

  constructor(sway: string | null, log: Log) {
    this.#sway = sway
    this.#log = log
  }

  listen(listener: (why: Interference) => void): () => void {
    this.#listeners.add(listener)
    if (this.#sway !== null) this.#watch ??= this.#start(this.#sway)
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) void this.close()
    }
  }

  async close(): Promise<void> {
    const watch = this.#watch
    this.#watch = null
    const stop = await watch
    await stop?.()
  }

  async #start(sway: string): Promise<() => Promise<void>> {
    try {
      return await watchSwayHotkey(sway, () => {
        for (const listener of this.#listeners) listener('hotkey')
      })
    } catch (error) {
      this.#log.warn({ err: error }, 'The hotkey that stops computer control is not being watched.')
      return async () => {}
    }
  }
}
