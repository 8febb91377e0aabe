import { mayBeHeard, ringBell } from '../../../../src/components/view-kit/live/sound.ts'

const LOCK = 'deskhand.bell'
const PAUSE_MS = 4_000
/** Nobody is there, or nobody minds. */
const RING_MS = 120_000
/** The other tabs hear a little later that it was handled. */
const LINGER_MS = 1_000

/** Rings for what is due until it is handled: in one tab, whichever may be heard and comes first. */
export class Bell {
  readonly #until = new Map<string, number>()
  #wake: (() => void) | undefined

  ring(id: string): void {
    this.#until.set(id, Date.now() + RING_MS)
    if (!mayBeHeard()) return
    // A page that is not on this machine nor behind TLS has no locks, and rings for itself.
    if ('locks' in navigator) void navigator.locks.request(LOCK, () => this.#ringOn())
    else void this.#ringOn()
  }

  /** Stops for the others. */
  keep(isDue: (id: string) => boolean): void {
    for (const id of this.#until.keys()) if (!isDue(id)) this.#until.delete(id)
    if (this.#until.size === 0) this.#wake?.()
  }

  async #ringOn(): Promise<void> {
    if (!this.#isDue()) return
    while (this.#isDue()) {
      ringBell()
      await this.#pause(PAUSE_MS)
    }
    await this.#pause(LINGER_MS)
  }

  #isDue(): boolean {
    return [...this.#until.values()].some((until) => until > Date.now())
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      setTimeout(resolve, ms)
    })
  }
}
