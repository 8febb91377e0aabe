import type { Log } from '../../contract/log.ts'
import type { ChainHead } from './audit-line.ts'

/** The newest entry at some moment, written down where who can change the log cannot change it. */
export interface StoredHead extends ChainHead {
  readonly at: string
}

/** A place outside of the data folder. What is in the same folder as the log proves nothing: it is cut along with it. */
export interface HeadPlace {
  readonly name: string
  /** Shortest time between two heads: some places are slow to reach. */
  readonly gapMs: number
  /** The newest that are kept there, the oldest first. Throws when it cannot be told. */
  read(most: number): Promise<readonly StoredHead[]>
  write(head: StoredHead): Promise<void>
}

export interface HeadKeeperOptions {
  readonly places: readonly HeadPlace[]
  readonly now: () => Date
  readonly log: Log
  /** Compares what a place has kept with the log, before anything new is kept there; what is missing is written down. */
  readonly compare: (kept: StoredHead) => Promise<void>
}

const ENTRIES = 64
const MINUTE_MS = 60_000
/** A place that does not answer must not hold up the stop of the service. */
const CLOSE_MS = 3_000

/** Keeps heads after each 64 entries, each minute and at the end. No entry ever waits for it. */
export class HeadKeeper {
  readonly #keepers: readonly PlaceKeeper[]

  constructor({ places, ...options }: HeadKeeperOptions) {
    this.#keepers = places.map((place) => new PlaceKeeper(place, options))
  }

  note(head: ChainHead): void {
    for (const keeper of this.#keepers) keeper.note(head)
  }

  async close(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, CLOSE_MS)
    await Promise.race([Promise.all(this.#keepers.map((keeper) => keeper.close())), late])
    clearTimeout(timer)
  }
}

class PlaceKeeper {
  readonly #place: HeadPlace
  readonly #options: Omit<HeadKeeperOptions, 'places'>
  #newest: ChainHead | undefined
  /** What was kept last, and when. */
  #storedSeq: number | undefined
  #storedAt = -Infinity
  #isCompared = false
  #hasFailed = false
  #timer: NodeJS.Timeout | undefined
  #dueAt = Infinity
  #keeping: Promise<void> | undefined

  constructor(place: HeadPlace, options: Omit<HeadKeeperOptions, 'places'>) {
    this.#place = place
    this.#options = options
  }

  note(head: ChainHead): void {
    this.#storedSeq ??= head.seq - 1
    this.#newest = head
    if (!this.#keeping) this.#arm()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#keeping
    if (this.#newest && this.#newest.seq !== this.#storedSeq) await this.#keep()
  }

  #arm(): void {
    // The first time at once: what is missing is to be written down before more is built on it.
    const isMany = !this.#isCompared || this.#newest!.seq - this.#storedSeq! >= ENTRIES
    const now = performance.now()
    const due =
      isMany && !this.#hasFailed ? Math.max(now, this.#storedAt + this.#place.gapMs) : now + MINUTE_MS
    if (due >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = due
    const begin = () => {
      this.#keeping = this.#keep().then(() => {
        this.#keeping = undefined
        if (this.#newest!.seq !== this.#storedSeq) this.#arm()
      })
    }
    this.#timer = setTimeout(begin, due - now).unref()
  }

  async #keep(): Promise<void> {
    const { now, log, compare } = this.#options
    this.#dueAt = Infinity
    try {
      // What was kept there must be looked at before it is written over.
      if (!this.#isCompared) {
        const kept = (await this.#place.read(1)).at(-1)
        if (kept) await compare(kept)
        this.#isCompared = true
      }
      const { seq, hash } = this.#newest!
      await this.#place.write({ seq, hash, at: now().toISOString() })
      this.#storedSeq = seq
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed)
        log.warn({ err: error }, `Couldn't store the end of the audit log in ${this.#place.name}.`)
      this.#hasFailed = true
    }
    this.#storedAt = performance.now()
  }
}
