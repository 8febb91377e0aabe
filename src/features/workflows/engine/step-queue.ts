import type { StepRef } from './transaction.ts'

/** A step that has waited so long comes before those that go on with a workflow. */
const OVERDUE_MS = 1_000

/** Steps that wait for a free place, first come first served, and the places. */
export class StepQueue {
  readonly #places: number
  readonly #waiting: { readonly ref: StepRef; readonly since: number }[] = []
  readonly #suspects: StepRef[] = []
  /** Where the queue begins: taking from the front of a long array would move all of it each time. */
  #front = 0
  #taken = 0
  #suspectRuns = false

  constructor(places: number) {
    this.#places = places
  }

  get isEmpty(): boolean {
    return this.#front === this.#waiting.length && this.#suspects.length === 0
  }

  get isOverdue(): boolean {
    const next = this.#waiting[this.#front]
    return next !== undefined && performance.now() - next.since > OVERDUE_MS
  }

  add(ref: StepRef): void {
    if (ref.suspect) this.#suspects.push(ref)
    else this.#waiting.push({ ref, since: performance.now() })
  }

  /** The next step that has a place, and its place with it. */
  take(): StepRef | undefined {
    const suspect = this.#suspects[0]
    if (suspect && this.reserve(suspect)) return this.#suspects.shift()
    const next = this.#waiting[this.#front]?.ref
    if (!next || !this.reserve(next)) return undefined
    this.#front += 1
    if (this.#front > 1024 && this.#front * 2 > this.#waiting.length) {
      this.#waiting.splice(0, this.#front)
      this.#front = 0
    }
    return next
  }

  /** Gives the step a place, if there is one for it. */
  reserve(ref: StepRef): boolean {
    if (ref.ask) return true
    if (this.#taken >= this.#places || (ref.suspect && this.#suspectRuns)) return false
    this.#occupy(ref, 1)
    return true
  }

  /** The step has ended; its place is free. */
  release(ref: StepRef): void {
    if (!ref.ask) this.#occupy(ref, -1)
  }

  /** Takes back a release that did not come about, even when the place has been given away. */
  undoRelease(ref: StepRef): void {
    if (!ref.ask) this.#occupy(ref, 1)
  }

  #occupy({ suspect }: StepRef, change: 1 | -1): void {
    this.#taken += change
    if (suspect) this.#suspectRuns = change === 1
  }
}
