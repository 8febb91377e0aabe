import type { Static } from 'typebox'
import type { StreamEvent } from '../../contract/endpoint.ts'
import type { EventDefinition, Publish } from '../../contract/event.ts'
import { bye, hello, resync } from '../../contract/event-types.ts'
import { EventQueue } from './event-queue.ts'
import { ReplayRing } from './replay-ring.ts'
import { SharedEvent } from './shared-event.ts'
import { AppError } from '../../contract/errors.ts'

const MAX_TOPICS = 100
const PATTERN = /^(?:\*|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?:\.\*)?)$/i

export interface EventBusOptions {
  readonly now: () => Date
  /** How many events are kept for readers that come back. */
  readonly replay: number
  /** Unread bytes after which a reader is dropped. */
  readonly backlogBytes: number
}

export interface SubscribeOptions {
  /** `store.changed`, `store.*` or `*`; everything when left out. */
  readonly topics?: readonly string[] | undefined
  /** Go on after this seq; from now on when left out. */
  readonly after?: number | undefined
  /** Greet with `hello` and this version first. */
  readonly version?: string | undefined
}

/** One reader. Whoever subscribes must read it to its end, or break off the iteration, or close it. */
export interface Subscription extends AsyncIterable<StreamEvent> {
  /** Aborts when the reader fell behind and was dropped: one `resync` is left to read, then it is over. */
  readonly lost: AbortSignal
  /** Chooses other topics. What waits is still read, unless `after` says where to go on. */
  select(options: Omit<SubscribeOptions, 'version'>): void
  close(): void
}

export interface EventBusStats {
  readonly subscribers: number
  readonly published: number
  readonly dropped: number
  readonly queuedBytes: number
}

export interface EventBus {
  readonly publish: Publish
  subscribe(options?: SubscribeOptions): Subscription
  /** The number of the last event. */
  seq(): number
  stats(): EventBusStats
  /** Says `bye` to every reader. What is published later reaches nobody. */
  close(): void
}

export function createEventBus(options: EventBusOptions): EventBus {
  const bus = new Bus(options)
  return {
    publish: (definition, data) => bus.publish(definition, data),
    subscribe: (subscribeOptions = {}) => bus.subscribe(subscribeOptions),
    seq: () => bus.seq,
    stats: () => bus.stats(),
    close: () => bus.close(),
  }
}

/** Replays may hold this many times what one reader may have waiting: large events must not make them large. */
const REPLAY_BACKLOGS = 8

class Bus {
  readonly #now: () => Date
  readonly #backlogBytes: number
  readonly #ring: ReplayRing
  readonly #readers = new Set<Reader>()
  #seq: number
  #writtenTime = { ms: 0, text: new Date(0).toISOString() }
  #batch: SharedEvent[] = []
  #batchBytes = 0
  #published = 0
  #dropped = 0
  #closed = false

  constructor({ now, replay, backlogBytes }: EventBusOptions) {
    this.#now = now
    this.#backlogBytes = backlogBytes
    // Microseconds since 1970: above all that an earlier process gave out, unless it published a million events a
    // second, without a file to keep. So a client that comes back after a restart has a number that this process knows
    // to be older than its own, and is told to resync. A number above ours, after the clock was set back, does the same.
    this.#seq = now().getTime() * 1000
    this.#ring = new ReplayRing({
      maxEvents: replay,
      maxBytes: backlogBytes * REPLAY_BACKLOGS,
      start: this.#seq,
    })
  }

  get seq(): number {
    return this.#seq
  }

  publish<Definition extends EventDefinition>(
    definition: Definition,
    data: Static<Definition['data']>,
  ): void {
    if (this.#closed) return
    const event = this.#write(definition, data, this.#seq + 1)
    this.#seq = event.id
    this.#published += 1
    this.#ring.push(event)
    if (this.#readers.size === 0) return
    if (this.#batch.length === 0) setImmediate(() => this.#deliver())
    this.#batch.push(event)
    this.#batchBytes += event.bytes
    // A loop that publishes without end must not pile up what nobody could be given yet.
    if (this.#batchBytes > this.#backlogBytes) this.#deliver()
  }

  subscribe({ topics, after, version }: SubscribeOptions): Subscription {
    const wants = topicFilter(topics)
    // What was published before belongs to those who were here before.
    this.#deliver()
    const reader = new Reader({
      wants,
      limitBytes: this.#backlogBytes,
      leave: () => this.#readers.delete(reader),
    })
    reader.queue.begin([
      ...(version === undefined ? [] : [this.#greeting(version, after)]),
      ...(after === undefined ? [] : this.#replay(after, wants)),
    ])
    if (this.#closed) reader.queue.end(this.#control(bye, { reason: 'stopping' }))
    else this.#readers.add(reader)
    return {
      lost: reader.lost.signal,
      select: (options) => this.#select(reader, options),
      close: () => void reader.queue.return(),
      [Symbol.asyncIterator]: () => reader.queue,
    }
  }

  stats(): EventBusStats {
    let queuedBytes = 0
    for (const { queue } of this.#readers) queuedBytes += queue.bytes
    return {
      subscribers: this.#readers.size,
      published: this.#published,
      dropped: this.#dropped,
      queuedBytes,
    }
  }

  close(): void {
    if (this.#closed) return
    this.#deliver()
    this.#closed = true
    const last = this.#control(bye, { reason: 'stopping' })
    for (const { queue } of this.#readers) queue.end(last)
    this.#readers.clear()
  }

  #deliver(): void {
    if (this.#batch.length === 0) return
    const batch = this.#batch
    this.#batch = []
    this.#batchBytes = 0
    for (const reader of this.#readers) {
      if (!reader.takes(batch)) this.#drop(reader)
    }
  }

  /** Its memory is freed now, not when it reads again, which may be never. */
  #drop(reader: Reader): void {
    this.#dropped += 1
    this.#readers.delete(reader)
    reader.queue.clear()
    reader.queue.end(this.#control(resync, { from: this.#seq }))
    reader.lost.abort()
  }

  #select(reader: Reader, { topics, after }: SubscribeOptions): void {
    const wants = topicFilter(topics)
    this.#deliver()
    reader.wants = wants
    if (after === undefined || reader.lost.signal.aborted) return
    reader.queue.clear()
    reader.queue.begin(this.#replay(after, wants))
  }

  #replay(after: number, wants: TopicFilter): StreamEvent[] {
    const missed = this.#ring.after(after)
    return missed?.filter(({ type }) => wants(type)) ?? [this.#control(resync, { from: this.#seq })]
  }

  /**
   * Without an id when a replay follows: a client that loses the connection inside the replay must come back with the
   * last event that it got, not with where the stream stood when it was greeted.
   */
  #greeting(version: string, after: number | undefined): StreamEvent {
    const { id, type, data, json } = this.#control(hello, { version })
    return after === undefined ? { id, type, data, json } : { type, data, json }
  }

  /** An event about the stream itself. It has the number of the event before it, for it is not one of the sequence. */
  #control<Definition extends EventDefinition>(
    definition: Definition,
    data: Static<Definition['data']>,
  ): SharedEvent {
    return this.#write(definition, data, this.#seq)
  }

  #write(definition: EventDefinition, data: object, seq: number): SharedEvent {
    const envelope = { seq, type: definition.type, at: this.#timestamp() }
    // First, so that it is read first; last, so that a row with a member `type` cannot become another event.
    return new SharedEvent({ ...envelope, ...data, ...envelope })
  }

  /** Written once a millisecond: under load, writing the date costs more than the rest of an event. */
  #timestamp(): string {
    const now = this.#now()
    if (now.getTime() !== this.#writtenTime.ms)
      this.#writtenTime = { ms: now.getTime(), text: now.toISOString() }
    return this.#writtenTime.text
  }
}

class Reader {
  readonly lost = new AbortController()
  readonly queue: EventQueue
  wants: TopicFilter

  constructor({ wants, limitBytes, leave }: { wants: TopicFilter; limitBytes: number; leave: () => void }) {
    this.wants = wants
    this.queue = new EventQueue({ limitBytes, onReturn: leave })
  }

  /** False once it is too far behind. */
  takes(batch: readonly SharedEvent[]): boolean {
    return batch.every((event) => !this.wants(event.type) || this.queue.offer(event))
  }
}

type TopicFilter = (type: string) => boolean

/** Whether an event is wanted: `store.changed` is itself, `store.*` all that begins so, `*` everything. */
function topicFilter(topics: readonly string[] = ['*']): TopicFilter {
  assertPatterns(topics)
  if (topics.includes('*')) return () => true
  const exact = new Set(topics)
  const prefixes = topics.filter((topic) => topic.endsWith('.*')).map((topic) => topic.slice(0, -1))
  return (type) => exact.has(type) || prefixes.some((prefix) => type.startsWith(prefix))
}

function assertPatterns(topics: readonly string[]): void {
  if (topics.length > MAX_TOPICS)
    throw new AppError('invalid_request', `Name at most ${MAX_TOPICS} topics. "store.*" covers many.`)
  for (const topic of topics) {
    if (!PATTERN.test(topic))
      throw new AppError(
        'invalid_request',
        `"${topic.slice(0, 80)}" is not a topic. Write an event type like "store.changed", "store.*", or "*".`,
      )
  }
}
