import type { SharedEvent } from './shared-event.ts'

/** The last events, for readers that come back. Bounded in number and in bytes. */
export class ReplayRing {
  readonly #maxEvents: number
  readonly #maxBytes: number
  readonly #events: SharedEvent[] = []
  #bytes = 0
  /** The seq of the last event that is no longer here. */
  #forgotten: number

  constructor({ maxEvents, maxBytes, start }: { maxEvents: number; maxBytes: number; start: number }) {
    this.#maxEvents = maxEvents
    this.#maxBytes = maxBytes
    this.#forgotten = start
  }

  push(event: SharedEvent): void {
    this.#events.push(event)
    this.#bytes += event.bytes
    while (this.#events.length > this.#maxEvents || this.#bytes > this.#maxBytes) this.#forgetOldest()
  }

  /** All events after `seq`; undefined when some of them are gone, or when this service never reached that number. */
  after(seq: number): readonly SharedEvent[] | undefined {
    const known = seq >= this.#forgotten && seq <= this.#forgotten + this.#events.length
    return known ? this.#events.slice(seq - this.#forgotten) : undefined
  }

  #forgetOldest(): void {
    const oldest = this.#events.shift() as SharedEvent
    this.#bytes -= oldest.bytes
    this.#forgotten = oldest.id
  }
}
