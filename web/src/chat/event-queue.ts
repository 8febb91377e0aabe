import type { RunEvent } from './answer.ts'

/** Hands events on once a frame, however many arrive. */
export class EventQueue {
  readonly #take: (events: readonly RunEvent[]) => void
  #events: RunEvent[] = []
  #isSoon = false

  constructor(take: (events: readonly RunEvent[]) => void) {
    this.#take = take
  }

  push(event: RunEvent): void {
    this.#events.push(event)
    if (!this.#isSoon) onNextFrame(() => this.flush())
    this.#isSoon = true
  }

  flush(): void {
    this.#isSoon = false
    const events = this.#events
    this.#events = []
    if (events.length > 0) this.#take(events)
  }

  clear(): void {
    this.#events = []
  }
}

/** A hidden tab draws no frames, but its answer must go on. */
function onNextFrame(run: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(run)
  else setTimeout(run, 100)
}
