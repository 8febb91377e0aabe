/**
 * Many clients of the event stream, some of which never read: memory stays flat, those are dropped, and all others get
 * every event in order. `node prove/event-clients.ts` runs it in full.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { limits } from '../src/contract/limits.ts'
import { storeChanged } from '../src/contract/event-types.ts'
import { createEventBus, type EventBus } from '../src/features/events/event-bus.ts'
import { sendEventStream } from '../src/server/http/event-stream.ts'
import type { ReadersReport } from './event-readers.ts'

export interface EventClientsOptions {
  readonly reading: number
  readonly stalled: number
  readonly eventBytes: number
  readonly eventsPerSecond: number
  readonly seconds: number
  readonly backlogBytes: number
}

export interface EventClientsResult {
  readonly published: number
  readonly dropped: number
  /** Events that the slowest of the clients that read has got. */
  readonly slowest: number
  readonly gaps: number
  /** Connections of clients that read which did not last. */
  readonly ended: number
  readonly seconds: number
  /** The most that waited at one time, all clients together: in the queues, and written but not yet taken. */
  readonly maxQueuedBytes: number
  readonly maxUnsentBytes: number
  readonly lastQueuedBytes: number
  readonly lastUnsentBytes: number
  /** What is in use after a collection; the rest of the resident memory is what the engine has not given back. */
  readonly liveBefore: number
  readonly liveAfter: number
  readonly rssBefore: number
  readonly rssMost: number
}

export async function proveEventClients(options: EventClientsOptions): Promise<EventClientsResult> {
  const { reading, stalled, backlogBytes } = options
  const bus = createEventBus({ now: () => new Date(), replay: limits.event_replay.value, backlogBytes })
  const responses = new Set<ServerResponse>()
  const stop = new AbortController()
  const server = createServer((_request, response) => {
    responses.add(response)
    const events = bus.subscribe({ version: 'prove' })
    void sendEventStream({ response, events, stopping: stop.signal, format: 'sse' })
  })
  const { port } = await listen(server)
  const readers = new Readers({ port, reading, stalled })
  try {
    await readers.until((report) => report.connected === reading + stalled)
    const watch = new MemoryWatch(bus, responses)
    const seconds = await publishAll({ bus, readers, watch }, options)
    const { slowest, gaps, ended } = readers.report
    const { published, dropped } = bus.stats()
    return { published, dropped, slowest, gaps, ended, seconds, ...watch.result() }
  } finally {
    stop.abort()
    readers.close()
    server.closeAllConnections()
    server.close()
  }
}

async function listen(server: Server): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address() as AddressInfo
}

/**
 * At the asked rate, but never further ahead of the slowest client that reads than half of what may wait for it: a busy
 * machine makes the run longer, and does not turn a reader into one that is rightly dropped.
 */
async function publishAll(
  { bus, readers, watch }: { bus: EventBus; readers: Readers; watch: MemoryWatch },
  { eventBytes, eventsPerSecond, seconds, backlogBytes }: EventClientsOptions,
): Promise<number> {
  const total = eventsPerSecond * seconds
  const ahead = Math.floor(backlogBytes / 2 / eventBytes)
  const started = performance.now()
  for (let version = 1; version <= total; version += 1) {
    await readers.until(({ slowest }) => version - slowest <= ahead)
    const due = started + (version * 1000) / eventsPerSecond
    if (due > performance.now()) await sleep(due - performance.now())
    bus.publish(storeChanged, { key: 'x'.repeat(eventBytes), version })
    watch.look()
  }
  await readers.until(({ slowest, ended }) => slowest === total || ended > 0)
  watch.look()
  return (performance.now() - started) / 1000
}

class Readers {
  report: ReadersReport = { connected: 0, slowest: 0, gaps: 0, ended: 0 }
  readonly #child: ChildProcess

  constructor({ port, reading, stalled }: { port: number; reading: number; stalled: number }) {
    this.#child = fork(new URL('event-readers.ts', import.meta.url), [port, reading, stalled].map(String), {
      execArgv: [],
    })
    this.#child.on('message', (report) => {
      this.report = report as ReadersReport
    })
  }

  /** A reader that lost its connection will never get there; the result shows it. */
  async until(holds: (report: ReadersReport) => boolean): Promise<void> {
    while (!holds(this.report) && this.report.ended === 0) await once(this.#child, 'message')
  }

  close(): void {
    this.#child.disconnect()
  }
}

class MemoryWatch {
  readonly #bus: EventBus
  readonly #responses: ReadonlySet<ServerResponse>
  readonly #liveBefore = liveBytes()
  readonly #rssBefore = process.memoryUsage.rss()
  #rssMost = 0
  #maxQueuedBytes = 0
  #maxUnsentBytes = 0

  constructor(bus: EventBus, responses: ReadonlySet<ServerResponse>) {
    this.#bus = bus
    this.#responses = responses
  }

  look(): void {
    this.#rssMost = Math.max(this.#rssMost, process.memoryUsage.rss())
    this.#maxQueuedBytes = Math.max(this.#maxQueuedBytes, this.#bus.stats().queuedBytes)
    this.#maxUnsentBytes = Math.max(this.#maxUnsentBytes, this.#unsentBytes())
  }

  result() {
    return {
      maxQueuedBytes: this.#maxQueuedBytes,
      maxUnsentBytes: this.#maxUnsentBytes,
      lastQueuedBytes: this.#bus.stats().queuedBytes,
      lastUnsentBytes: this.#unsentBytes(),
      liveBefore: this.#liveBefore,
      liveAfter: liveBytes(),
      rssBefore: this.#rssBefore,
      rssMost: this.#rssMost,
    }
  }

  #unsentBytes(): number {
    let bytes = 0
    for (const { writableLength, destroyed } of this.#responses) if (!destroyed) bytes += writableLength
    return bytes
  }
}

function liveBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const MB = 1_000_000
/** Twice the events kept for replay, as text and as bytes, and room for what is under way. */
const MAY_GROW = 40 * MB

/** What must hold whatever the machine; each sentence is a failure. */
export function failuresOf(result: EventClientsResult, options: EventClientsOptions): string[] {
  const { reading, stalled, backlogBytes, eventsPerSecond, seconds } = options
  const mayWait = stalled * (backlogBytes + eventsPerSecond) + (reading * backlogBytes) / 2
  return [
    result.dropped === stalled ? '' : `${result.dropped} clients were dropped, not ${stalled}.`,
    result.slowest === eventsPerSecond * seconds ? '' : `The slowest reader got ${result.slowest} events.`,
    result.gaps === 0 ? '' : `${result.gaps} events were out of order.`,
    result.maxQueuedBytes <= mayWait ? '' : `${result.maxQueuedBytes} bytes waited at one time.`,
    result.lastQueuedBytes === 0 ? '' : `${result.lastQueuedBytes} bytes still wait.`,
    result.liveAfter - result.liveBefore <= MAY_GROW ? '' : 'Memory in use grew by more than 40 MB.',
  ].filter((failure) => failure !== '')
}

async function runAndPrint(name: string, options: EventClientsOptions): Promise<boolean> {
  const { reading, stalled, eventBytes, eventsPerSecond } = options
  const result = await proveEventClients(options)
  const megabytes = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`
  const rate = (result.published * eventBytes) / result.seconds / MB
  console.log(`${name}: ${reading + stalled} clients, ${stalled} of them never read
  asked ${eventsPerSecond} events/s of ${eventBytes} bytes, got ${rate.toFixed(2)} MB/s to each reader for ${result.seconds.toFixed(1)} s
  published ${result.published}, slowest reader has ${result.slowest}, out of order ${result.gaps}, dropped ${result.dropped}
  waiting at most ${megabytes(result.maxQueuedBytes)} in queues and ${megabytes(result.maxUnsentBytes)} in connections, at the end ${megabytes(result.lastQueuedBytes)} and ${megabytes(result.lastUnsentBytes)}
  memory in use ${megabytes(result.liveBefore)} before, ${megabytes(result.liveAfter)} after; resident ${megabytes(result.rssBefore)} before, ${megabytes(result.rssMost)} at most`)
  const failures = failuresOf(result, options)
  for (const failure of failures) console.log(`  FAILED: ${failure}`)
  return failures.length === 0
}

if (import.meta.main) {
  const backlogBytes = limits.event_backlog_bytes.value
  const small = { eventBytes: 1_000, eventsPerSecond: 50, seconds: 10, backlogBytes }
  const large = { eventBytes: 20_000, eventsPerSecond: 50, seconds: 20, backlogBytes }
  const held = [
    await runAndPrint('Everybody reads', { reading: 500, stalled: 0, ...small }),
    await runAndPrint('Some never read', { reading: 450, stalled: 50, ...large }),
  ]
  process.exitCode = held.every(Boolean) ? 0 : 1
}
