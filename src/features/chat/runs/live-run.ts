import type { Provenance } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import { AnswerFold } from './fold.ts'
import type { Journaled, RunJournal } from './run-journal.ts'
import { isDelta, isLast, runEvent, type Delta, type RunEvent, type RunFact } from './run-event.ts'

/** A model that is faster than anybody reads does not make an event of every few letters. */
const TEXT_PACE_MS = 15
/** Events kept for those who follow live; who is further behind reads them from the log. */
const RECENT_EVENTS = 32

/** A person said stop, or the service ends. */
export type StopReason = 'cancelled' | 'interrupted'

export interface LiveRunOptions {
  readonly id: string
  readonly session_id: string
  readonly message: string
  readonly provenance: Provenance
  readonly continues?: string | undefined
  readonly journal: RunJournal
}

/** A run that is being answered in this process. */
export class LiveRun implements Journaled {
  readonly id: string
  readonly session_id: string
  readonly message: string
  readonly provenance: Provenance
  readonly continues: string | undefined
  readonly answer = new AnswerFold()
  stopReason: StopReason | undefined
  /** Settled once its last event is on disk, or nothing of it can be. */
  readonly ended: Promise<void>
  /** Of its row and of that of its conversation, once they are written. */
  number: number | undefined
  chat: number | undefined

  readonly #journal: RunJournal
  readonly #stopping = new AbortController()
  readonly #end = Promise.withResolvers<void>()
  #seq = 0
  #saved = 0
  #recent: RunEvent[] = []
  /** Not sent yet, because something before it or it itself is not on disk. */
  #held: RunEvent[] = []
  #news = Promise.withResolvers<void>()
  #gathering: Delta | undefined
  #textSentAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #lost: { error: unknown } | undefined
  #over = false
  #last: RunFact | undefined

  constructor({ id, session_id, message, provenance, continues, journal }: LiveRunOptions) {
    this.id = id
    this.session_id = session_id
    this.message = message
    this.provenance = provenance
    this.continues = continues
    this.#journal = journal
    this.ended = this.#end.promise
    // Whoever waits for it hears of a failure; nobody has to.
    this.ended.catch(() => {})
  }

  /** Whether its last event has been written; what comes later is nobody's. */
  get isOver(): boolean {
    return this.#over
  }

  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /** Aborts when the answer is no longer wanted. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** The event that it ended with. */
  get last(): RunFact | undefined {
    return this.#last
  }

  emit(fact: RunFact, change?: () => void): void {
    if (this.#over) return
    if (isDelta(fact)) return this.#gather(fact)
    this.#releaseText()
    this.#append(fact, change)
    if (!isLast(fact)) return
    this.#over = true
    this.#last = fact
  }

  stop(reason: StopReason): void {
    this.stopReason ??= reason
    this.#stopping.abort(new AppError('cancelled', 'The answer was stopped.'))
  }

  /** Makes an event of the text that was gathered, so that it has its place in the answer. */
  sendText(): void {
    this.#releaseText()
  }

  /** What came after an event, at once; undefined when that is not in memory any more. */
  since(seq: number): readonly RunEvent[] | undefined {
    if (this.#lost) throw this.#lost.error
    const first = this.#recent[0]
    if (first === undefined) return []
    if (first.seq > seq + 1) return undefined
    return this.#recent.slice(Math.max(0, seq + 1 - first.seq))
  }

  /** Resolves when there is more to read. */
  news(): Promise<void> {
    return this.#news.promise
  }

  onSaved(seq: number): void {
    this.#saved = seq
    this.#sendHeld()
  }

  onLost(error: unknown): void {
    this.#over = true
    this.#lost = { error }
    clearTimeout(this.#timer)
    this.#stopping.abort(error)
    this.#end.reject(error)
    this.#tell()
  }

  #gather(delta: Delta): void {
    const open = this.#gathering
    if (open && (open.id !== delta.id || open.type !== delta.type)) this.#releaseText()
    const before = this.#gathering?.delta ?? ''
    this.#gathering = { ...delta, delta: before + delta.delta }
    const wait = this.#textSentAt + TEXT_PACE_MS - performance.now()
    if (wait <= 0) this.#releaseText()
    else this.#timer ??= setTimeout(() => this.#releaseText(), wait)
  }

  #releaseText(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const delta = this.#gathering
    if (!delta || this.#over) return
    this.#gathering = undefined
    this.#textSentAt = performance.now()
    this.#append(delta)
  }

  #append(fact: RunFact, change?: () => void): void {
    this.#seq += 1
    const event = runEvent(this.#seq, fact)
    this.answer.take(fact)
    this.#held.push(event)
    this.#journal.add(this, event, { soon: isDelta(fact), ...(change && { change }) })
    this.#sendHeld()
  }

  #sendHeld(): void {
    const waits = this.#held.findIndex(({ fact, seq }) => !isDelta(fact) && seq > this.#saved)
    const ready = waits === -1 ? this.#held : this.#held.slice(0, waits)
    if (ready.length === 0) return
    this.#held = waits === -1 ? [] : this.#held.slice(waits)
    this.#recent.push(...ready)
    if (this.#recent.length > 2 * RECENT_EVENTS) this.#forget()
    if (isLast(ready.at(-1)!.fact)) this.#end.resolve()
    this.#tell()
  }

  /** Only what is on disk: who missed it must be able to read it there. */
  #forget(): void {
    const old = this.#recent.slice(0, -RECENT_EVENTS).findLastIndex(({ seq }) => seq <= this.#saved)
    this.#recent = this.#recent.slice(old + 1)
  }

  #tell(): void {
    const { resolve } = this.#news
    this.#news = Promise.withResolvers<void>()
    resolve()
  }
}
