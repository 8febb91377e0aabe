import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { Database } from '../database/database.ts'
import { UpstreamAnswer } from './answer.ts'
import { AskFailed, Asker, type Fetched, type Outcome } from './asker.ts'
import { DiskCache, type StoredAnswer } from './disk-cache.ts'
import { ProviderHealthBook, type HealthOptions } from './health.ts'
import { MemoryCache } from './memory-cache.ts'
import type { Answered, Lookup, Provider, ProviderHealth, ReadSetting } from './provider.ts'
import { deadline, unlessAborted } from './waiting.ts'

const DEADLINE_MS = 10_000
const FIRST_DELAY_MS = 500
const STALE_MS = 24 * 3_600_000
/** "There is no such thing" is believed for this long at most. */
const NEGATIVE_KEEP_MS = 600_000

export interface HubOptions {
  readonly providers: readonly Provider[]
  /** Null keeps answers in memory only. */
  readonly database: Database | null
  readonly setting: ReadSetting
  readonly now: () => Date
  readonly log: Log
  readonly version: string
  readonly onHealth: HealthOptions['onChange']
  readonly fetchProvider: typeof globalThis.fetch
  readonly fetchGiven: typeof globalThis.fetch
  /** From the first try to the last byte of the last one. */
  readonly deadlineMs?: number | undefined
  readonly firstDelayMs?: number | undefined
  readonly random?: (() => number) | undefined
  readonly monotonic?: (() => number) | undefined
}

/** The time that a caller has for all that it asks. The signal is looked at only when there is something to wait for. */
export interface Turn {
  readonly call: { readonly signal: AbortSignal }
  /** By the monotonic clock. */
  readonly endsAt: number
}

interface Entry {
  readonly outcome: Outcome<unknown>
  readonly etag: string | null
  readonly lastModified: string | null
  readonly fetchedAt: number
  readonly freshUntil: number
  readonly usableUntil: number
  readonly bytes: number
}

/**
 * The one way out to live data. It owns time and failure: answers are kept by the nature of the data, many callers of
 * one question share one request, and when a provider fails the last good answer stands in, marked as stale.
 */
export class UpstreamHub {
  readonly #options: HubOptions
  readonly #memory = new MemoryCache<Entry>()
  readonly #disk: DiskCache | null
  readonly #flights = new Map<string, Promise<Entry>>()
  readonly #saving = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #health: ProviderHealthBook
  readonly #asker: Asker

  constructor(options: HubOptions) {
    const { providers, setting, onHealth, database, log } = options
    this.#options = options
    this.#disk = database && new DiskCache(database, log)
    this.#health = new ProviderHealthBook({ providers, setting, onChange: onHealth })
    this.#asker = new Asker({
      ...options,
      health: this.#health,
      stopping: this.#stopping.signal,
      deadlineMs: options.deadlineMs ?? DEADLINE_MS,
      firstDelayMs: options.firstDelayMs ?? FIRST_DELAY_MS,
      random: options.random ?? Math.random,
      monotonic: options.monotonic ?? (() => performance.now()),
    })
  }

  /** Begins a caller's time. */
  turn(call: Turn['call'], ms = this.#options.deadlineMs ?? DEADLINE_MS): Turn {
    return { call, endsAt: performance.now() + ms }
  }

  async ask<Q, Value>(lookup: Lookup<Q, Value>, question: Q, turn: Turn): Promise<Answered<Value>> {
    const now = this.#options.now().getTime()
    const key = keyOf(lookup, question)
    const known = this.#memory.get(key) ?? this.#restore(lookup, question, { key, now })
    if (known && known.freshUntil > now) return given<Value>(known, false)
    const flight = this.#flights.get(key) ?? this.#depart(lookup, question, { key, known })
    try {
      return given<Value>(await this.#wait(flight, lookup.provider, turn), false)
    } catch (error) {
      if (turn.call.signal.aborted) throw new AppError('cancelled', 'The caller went away.')
      if (known && 'value' in known.outcome && known.usableUntil > now && canBeBridged(error))
        return given<Value>(known, true)
      throw error instanceof AskFailed ? error.error : error
    }
  }

  /** Drops an answer that turned out to be of no use, such as a session that has ended. */
  forget<Q, Value>(lookup: Lookup<Q, Value>, question: Q): void {
    this.#memory.delete(keyOf(lookup, question))
  }

  health(): ProviderHealth[] {
    return this.#health.list()
  }

  /** Gives up what is under way and waits until it has ended. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await Promise.allSettled(this.#flights.values())
    await Promise.all(this.#saving)
  }

  async #wait(flight: Promise<Entry>, { title }: Provider, { call, endsAt }: Turn): Promise<Entry> {
    using late = deadline(
      endsAt - performance.now(),
      () => new AppError('upstream_timeout', `${title} didn't answer in time. Try again.`),
    )
    return await unlessAborted(flight, AbortSignal.any([call.signal, late.signal]))
  }

  #depart<Q, Value>(
    lookup: Lookup<Q, Value>,
    question: Q,
    { key, known }: { key: string; known: Entry | undefined },
  ): Promise<Entry> {
    if (this.#stopping.signal.aborted) throw new AppError('unavailable', 'The service is stopping.')
    const validators = known && 'value' in known.outcome ? known : undefined
    const flight = this.#asker
      .ask(lookup, question, validators)
      .then((fetched) => this.#keep(lookup, fetched, { key, known }))
      .finally(() => this.#flights.delete(key))
    // Every caller may have gone by the time it fails.
    flight.catch(() => {})
    this.#flights.set(key, flight)
    return flight
  }

  #keep<Q, Value>(
    lookup: Lookup<Q, Value>,
    fetched: Fetched<Value>,
    { key, known }: { key: string; known: Entry | undefined },
  ): Entry {
    const now = this.#options.now()
    if (fetched.isUnchanged) {
      const times = timesOf(lookup, known!.outcome as Outcome<Value>, now)
      const entry = { ...known!, ...times }
      this.#memory.set(key, entry)
      if (!lookup.memoryOnly) this.#save(this.#disk?.refresh(key, times))
      return entry
    }
    const { answer, outcome, etag, lastModified } = fetched
    const times = timesOf(lookup, outcome, now)
    const entry: Entry = { outcome, etag, lastModified, ...times, bytes: answer.bytes.byteLength + 500 }
    this.#memory.set(key, entry)
    if (!lookup.memoryOnly) {
      const { status, contentType, bytes } = answer
      // A provider's address can carry a key; one that a person gave is part of the answer.
      const url = lookup.provider.anyHost ? answer.url : ''
      this.#save(this.#disk?.save(key, { status, contentType, bytes, url, etag, lastModified, ...times }))
    }
    return entry
  }

  /** Nobody waits for the disk but the end of the service. */
  #save(saving: Promise<void> | undefined): void {
    if (!saving) return
    this.#saving.add(saving)
    void saving.then(() => this.#saving.delete(saving))
  }

  #restore<Q, Value>(
    lookup: Lookup<Q, Value>,
    question: Q,
    { key, now }: { key: string; now: number },
  ): Entry | undefined {
    if (lookup.memoryOnly || !this.#disk) return undefined
    const stored = this.#disk.load(key, now)
    if (!stored) return undefined
    const outcome = outcomeOf(lookup, question, stored)
    if (!outcome) return undefined
    const { etag, lastModified, fetchedAt, freshUntil, usableUntil } = stored
    const bytes = stored.bytes.byteLength + 500
    const entry = { outcome, etag, lastModified, fetchedAt, freshUntil, usableUntil, bytes }
    this.#memory.set(key, entry)
    return entry
  }
}

function keyOf<Q, Value>(lookup: Lookup<Q, Value>, question: Q): string {
  return `${lookup.name} ${JSON.stringify(lookup.key ? lookup.key(question) : question)}`
}

function given<Value>({ outcome, fetchedAt }: Entry, stale: boolean): Answered<Value> {
  if ('error' in outcome) throw outcome.error
  return { value: outcome.value as Value, fetchedAt: new Date(fetchedAt), stale }
}

function timesOf<Q, Value>(
  { keepMs, staleMs = STALE_MS }: Lookup<Q, Value>,
  outcome: Outcome<Value>,
  now: Date,
): Pick<Entry, 'fetchedAt' | 'freshUntil' | 'usableUntil'> {
  const fetchedAt = now.getTime()
  if ('error' in outcome) {
    const freshUntil = fetchedAt + Math.min(NEGATIVE_KEEP_MS, typeof keepMs === 'number' ? keepMs : Infinity)
    return { fetchedAt, freshUntil, usableUntil: freshUntil }
  }
  const freshUntil = fetchedAt + (typeof keepMs === 'number' ? keepMs : keepMs(outcome.value, now))
  return { fetchedAt, freshUntil, usableUntil: freshUntil + staleMs }
}

/** What a kept answer says; undefined when today's reader can make nothing of it. */
function outcomeOf<Q, Value>(
  lookup: Lookup<Q, Value>,
  question: Q,
  stored: StoredAnswer,
): Outcome<Value> | undefined {
  try {
    return { value: lookup.read(new UpstreamAnswer(stored), question) }
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_request'))
      return { error }
    return undefined
  }
}

/** Whether the failure is one of the outside world, so that an older answer may stand in. */
function canBeBridged(error: unknown): boolean {
  if (error instanceof AskFailed) return error.allowsStale
  return error instanceof AppError && error.code === 'upstream_timeout'
}
