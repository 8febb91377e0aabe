import type {
  Connection,
  EventFeed,
  EventOf,
  ShellEvent,
} from '../../../src/components/view-kit/live/events.ts'
import type { Access } from './access.ts'
import { serverSentEvents } from './event-lines.ts'
import { send } from './http-service.ts'

const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 10_000
/** The service says something every 15 seconds; after more than two silent spans the connection is taken for dead. */
const SILENCE_MS = 40_000

const SHARED = 'deskhand.events'

/** As the service says it to who has fallen behind. */
const RESYNC: EventOf<'resync'> = { type: 'resync', from: 0, seq: 0, at: '' }

/** What tabs say to each other. */
type Passed =
  | { readonly kind: 'asks' }
  | { readonly kind: 'stands'; readonly connection: Connection; readonly lastId: string | undefined }
  | { readonly kind: 'event'; readonly id: string | undefined; readonly event: ShellEvent }

/** The events of the service over one connection that comes back by itself and goes on where it stopped. */
export class EventConnection implements EventFeed {
  readonly #access: Access
  readonly #byType = new Map<string, Set<(event: ShellEvent) => void>>()
  readonly #any = new Set<(event: ShellEvent) => void>()
  readonly #resync = new Set<() => void>()
  readonly #connectionListeners = new Set<() => void>()
  #connection: Connection = 'connecting'
  #lastId: string | undefined
  #isBehind = false
  #channel: BroadcastChannel | undefined

  constructor(access: Access) {
    this.#access = access
  }

  readonly connection = (): Connection => this.#connection

  readonly onConnection = (listener: () => void) => added(this.#connectionListeners, listener)

  on<Type extends ShellEvent['type']>(type: Type, listener: (event: EventOf<Type>) => void): () => void {
    let listeners = this.#byType.get(type)
    if (!listeners) this.#byType.set(type, (listeners = new Set()))
    return added(listeners, listener as (event: ShellEvent) => void)
  }

  onAny(listener: (event: ShellEvent) => void): () => void {
    return added(this.#any, listener)
  }

  onResync(listener: () => void): () => void {
    return added(this.#resync, listener)
  }

  /**
   * Keeps a connection until the signal aborts. Of several tabs only one has it and passes on what it hears: a browser
   * opens six connections to one place, and tabs that each held one would soon keep everything else waiting.
   */
  async run(signal: AbortSignal): Promise<void> {
    // Locks are there only on this machine or over TLS; elsewhere every tab listens for itself.
    if (!('locks' in navigator)) return await this.#stay(signal)
    const channel = (this.#channel = new BroadcastChannel(SHARED))
    let leads = false
    let follows = false
    channel.addEventListener('message', ({ data }: MessageEvent<Passed>) => {
      if (data.kind === 'asks' && leads) this.#stand(this.#connection)
      if (data.kind === 'stands' && !leads) {
        follows = true
        this.#lastId ??= data.lastId
        this.#set(data.connection)
      }
      if (data.kind === 'event' && !leads) this.#hear(data.id, data.event)
    })
    this.#pass({ kind: 'asks' })
    await navigator.locks.request(SHARED, { signal }, async () => {
      leads = true
      // Nobody knows how far the one before had come: what happened since is read anew.
      this.#isBehind = follows && this.#lastId === undefined
      await this.#stay(signal)
      leads = false
    })
    channel.close()
  }

  async #stay(signal: AbortSignal): Promise<void> {
    let wait = FIRST_WAIT_MS
    // A tab that needs the token has nothing to pass on; another may have it.
    while (!signal.aborted && !this.#access.isNeeded()) {
      const openedAt = performance.now()
      await this.#follow(signal).catch(() => {})
      if (signal.aborted) return
      this.#stand('lost')
      if (performance.now() - openedAt > MAX_WAIT_MS) wait = FIRST_WAIT_MS
      await pause(wait, signal)
      wait = Math.min(wait * 2, MAX_WAIT_MS)
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const silence = new AbortController()
    const either = AbortSignal.any([signal, silence.signal])
    let timer = setTimeout(() => silence.abort(), SILENCE_MS)
    try {
      const headers = this.#lastId === undefined ? {} : { 'last-event-id': this.#lastId }
      const response = await send(this.#access, 'GET /api/events', { headers, signal: either })
      if (!response.ok || !response.body) return
      this.#stand('open')
      if (this.#isBehind) this.#share(undefined, RESYNC)
      this.#isBehind = false
      const watched = response.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            clearTimeout(timer)
            timer = setTimeout(() => silence.abort(), SILENCE_MS)
            controller.enqueue(chunk)
          },
        }),
      )
      for await (const { id, data } of serverSentEvents(watched)) {
        this.#share(id, JSON.parse(data) as ShellEvent)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  #share(id: string | undefined, event: ShellEvent): void {
    this.#pass({ kind: 'event', id, event })
    this.#hear(id, event)
  }

  #pass(message: Passed): void {
    this.#channel?.postMessage(message)
  }

  #hear(id: string | undefined, event: ShellEvent): void {
    // Whichever tab takes the connection over goes on from here.
    if (id !== undefined) this.#lastId = id
    if (event.type === 'resync') for (const listener of this.#resync) listener()
    for (const listener of this.#byType.get(event.type) ?? []) listener(event)
    for (const listener of this.#any) listener(event)
  }

  #stand(connection: Connection): void {
    this.#set(connection)
    this.#pass({ kind: 'stands', connection, lastId: this.#lastId })
  }

  #set(connection: Connection): void {
    if (connection === this.#connection) return
    this.#connection = connection
    for (const listener of this.#connectionListeners) listener()
  }
}

function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { signal: over.signal })
    // A machine that wakes up or a network that returns is worth a try at once.
    window.addEventListener('online', end, { signal: over.signal })
  })
}
