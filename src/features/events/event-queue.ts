import type { StreamEvent } from '../../contract/endpoint.ts'
import type { SharedEvent } from './shared-event.ts'

const COMPACT_AFTER = 1024

/** What waits for one reader, bounded in bytes. Putting never waits; taking does. */
export class EventQueue implements AsyncIterableIterator<StreamEvent, undefined> {
  readonly #limitBytes: number
  readonly #onReturn: () => void
  #first: StreamEvent[] = []
  #waiting: SharedEvent[] = []
  #taken = 0
  #bytes = 0
  #last: StreamEvent | undefined
  #ended = false
  #more: PromiseWithResolvers<void> | undefined

  constructor({ limitBytes, onReturn }: { limitBytes: number; onReturn: () => void }) {
    this.#limitBytes = limitBytes
    this.#onReturn = onReturn
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * What is read before all that waits: the greeting and the replay. It does not count, or a reader that comes back
   * after a while would be over its bound before it could read a byte; the replay has bounds of its own.
   */
  begin(events: readonly StreamEvent[]): void {
    this.#first = events.toReversed()
    this.#wake()
  }

  /** False when the reader is too far behind. An event larger than the bound fits when nothing waits before it. */
  offer(event: SharedEvent): boolean {
    if (this.#bytes > 0 && this.#bytes + event.bytes > this.#limitBytes) return false
    this.#waiting.push(event)
    this.#bytes += event.bytes
    this.#wake()
    return true
  }

  clear(): void {
    this.#first = []
    this.#waiting = []
    this.#taken = 0
    this.#bytes = 0
  }

  /** What waits is still read, then the last event if there is one, then the iteration is over. */
  end(last?: StreamEvent): void {
    this.#last = last
    this.#ended = true
    this.#wake()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<StreamEvent, undefined>> {
    for (;;) {
      const event = this.#take()
      if (event) return { value: event, done: false }
      if (this.#ended) return { value: undefined, done: true }
      this.#more ??= Promise.withResolvers<void>()
      await this.#more.promise
    }
  }

  async return(): Promise<IteratorResult<StreamEvent, undefined>> {
    this.clear()
    this.end()
    this.#onReturn()
    return { value: undefined, done: true }
  }

  #take(): StreamEvent | undefined {
    return this.#first.pop() ?? this.#takeWaiting() ?? this.#takeLast()
  }

  #takeWaiting(): StreamEvent | undefined {
    const event = this.#waiting[this.#taken]
    if (!event) return undefined
    this.#taken += 1
    this.#bytes -= event.bytes
    this.#forgetTaken()
    return event
  }

  /** Taking by index and cutting now and then: shifting an array of thousands for every event would be quadratic. */
  #forgetTaken(): void {
    if (this.#taken < this.#waiting.length && this.#taken < COMPACT_AFTER) return
    this.#waiting.splice(0, this.#taken)
    this.#taken = 0
  }

  #takeLast(): StreamEvent | undefined {
    const last = this.#last
    this.#last = undefined
    return last
  }

  #wake(): void {
    this.#more?.resolve()
    this.#more = undefined
  }
}
