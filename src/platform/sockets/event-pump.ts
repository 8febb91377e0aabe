import type { Writable } from 'node:stream'
import type { StreamEvent } from '../../contract/endpoint.ts'
import { bye } from '../../contract/event-types.ts'

/** Events for one reader. A source that gives a slow reader up says so with `lost`; a plain generator waits for it. */
export interface PumpedEvents extends AsyncIterable<StreamEvent> {
  readonly lost?: AbortSignal
}

export interface EventPumpOptions {
  readonly output: Writable
  readonly events: PumpedEvents
  readonly encode: (event: StreamEvent) => Buffer
  /** Aborts when the service stops: the stream then ends with `bye`. */
  readonly stopping: AbortSignal
  /** How long what is written last may take to reach the reader before the connection is destroyed. */
  readonly graceMs: number
  readonly heartbeat?: { readonly everyMs: number; readonly text: string }
}

/** `ended`: the source was read whole; `gone`: the reader left; `lost`, `stalled`: it read too slowly, or not at all. */
export type PumpEnd = 'ended' | 'gone' | 'lost' | 'stalled' | 'stopped'

/** A reader whose connection has taken nothing for this many heartbeats is not coming back. */
const STALLED_HEARTBEATS = 4

/** Writes events until there are no more or nobody reads them, no faster than they are read, and ends the output. */
export function pumpEvents(options: EventPumpOptions): Promise<PumpEnd> {
  return new EventPump(options).run()
}

/**
 * Callbacks instead of a loop over the events: a loop would have to race every event against three long-lived promises
 * (gone, lost, stopping), and each race leaves something behind on them for as long as the connection lasts.
 */
class EventPump {
  readonly #options: EventPumpOptions
  readonly #iterator: AsyncIterator<StreamEvent>
  readonly #finished = Promise.withResolvers<PumpEnd>()
  #seq = 0
  #waitsForDrain = false
  #missedHeartbeats = 0
  #over = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: EventPumpOptions) {
    this.#options = options
    this.#iterator = options.events[Symbol.asyncIterator]()
  }

  run(): Promise<PumpEnd> {
    const { output, events, stopping, heartbeat } = this.#options
    output.on('drain', this.#onDrain)
    output.on('close', this.#onClose)
    // A broken connection is also closed, which is all that matters here.
    output.on('error', ignore)
    events.lost?.addEventListener('abort', this.#onDrain, { once: true })
    stopping.addEventListener('abort', this.#onStopping, { once: true })
    if (heartbeat) this.#timer = setInterval(this.#onHeartbeat, heartbeat.everyMs)
    if (output.destroyed) this.#onClose()
    else if (stopping.aborted) this.#onStopping()
    else this.#pull()
    return this.#finished.promise
  }

  readonly #pull = (): void => {
    this.#iterator.next().then(this.#onEvent, this.#onFailure)
  }

  readonly #onEvent = (result: IteratorResult<StreamEvent>): void => {
    if (this.#over) return
    const { output, events, encode } = this.#options
    const lost = events.lost?.aborted ?? false
    if (result.done) return this.#finish(lost ? 'lost' : 'ended')
    const { id } = result.value
    if (typeof id === 'number') this.#seq = id
    this.#waitsForDrain = !output.write(encode(result.value)) && !lost
    if (!this.#waitsForDrain) this.#pull()
  }

  /** Also when the source gave the reader up: what is left to say is little, and waiting for room could be for ever. */
  readonly #onDrain = (): void => {
    if (this.#over || !this.#waitsForDrain) return
    this.#waitsForDrain = false
    this.#missedHeartbeats = 0
    this.#pull()
  }

  readonly #onHeartbeat = (): void => {
    const { output, heartbeat } = this.#options
    if (!output.writableNeedDrain) {
      this.#missedHeartbeats = 0
      if (heartbeat?.text) output.write(heartbeat.text)
      return
    }
    this.#missedHeartbeats += 1
    if (this.#missedHeartbeats < STALLED_HEARTBEATS) return
    this.#settle()
    output.destroy()
    this.#finished.resolve('stalled')
  }

  readonly #onStopping = (): void => {
    if (this.#over) return
    const { output, encode } = this.#options
    output.write(encode(farewell(this.#seq)))
    this.#finish('stopped')
  }

  readonly #onClose = (): void => {
    this.#settle()
    this.#finished.resolve('gone')
  }

  readonly #onFailure = (error: unknown): void => {
    if (this.#over) return
    this.#settle()
    // Too late for an error answer; a cut connection is what a client does not mistake for the end.
    this.#options.output.destroy()
    this.#finished.reject(error)
  }

  /** Says that this is the end, and gives the reader a while to get there. */
  #finish(end: PumpEnd): void {
    this.#settle()
    const { output, graceMs } = this.#options
    const deadline = setTimeout(() => output.destroy(), graceMs)
    const done = (): void => {
      clearTimeout(deadline)
      this.#finished.resolve(end)
    }
    output.once('finish', done)
    output.once('close', done)
    output.end()
  }

  /** Nothing is pulled or written by the pump any more; the source may let go of what it holds. */
  #settle(): void {
    if (this.#over) return
    this.#over = true
    const { output, events, stopping } = this.#options
    clearInterval(this.#timer)
    output.off('drain', this.#onDrain)
    output.off('close', this.#onClose)
    events.lost?.removeEventListener('abort', this.#onDrain)
    stopping.removeEventListener('abort', this.#onStopping)
    this.#iterator.return?.().catch(ignore)
  }
}

/** It has the number of the event before it and no id: who did not get it has missed nothing. */
function farewell(seq: number): StreamEvent {
  const { type } = bye
  return { type, data: { seq, type, at: new Date().toISOString(), reason: 'stopping' } }
}

function ignore(): void {}
