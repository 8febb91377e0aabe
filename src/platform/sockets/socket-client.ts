import type { Socket } from 'node:net'
import { AppError } from '../../contract/errors.ts'
import type { Subscription, EventBus } from '../../features/events/event-bus.ts'
import { eventFrame } from './event-frame.ts'
import { pumpEvents } from './event-pump.ts'
import { LineSplitter, type Line } from './line-splitter.ts'
import { readSocketMessage, type SocketAction } from './socket-message.ts'
import type { Log } from '../../contract/log.ts'
import type { SocketPlaces } from './socket-place.ts'

export interface EventSocketOptions extends SocketPlaces {
  readonly bus: Pick<EventBus, 'subscribe' | 'seq'>
  readonly version: string
  readonly log: Log
  readonly maxClients: number
  /** Unread bytes of answers after which a client is dropped; its events have their own bound in the bus. */
  readonly backlogBytes: number
  /** Does what a client asks with `action`; what it returns is the result that is sent back. */
  readonly onAction?: (action: SocketAction, signal: AbortSignal) => Promise<unknown>
}

const MAX_LINE_BYTES = 64 * 1024
const MAX_ACTIONS = 32
const GRACE_MS = 5_000

export type SocketClientOptions = Pick<
  EventSocketOptions,
  'bus' | 'version' | 'log' | 'backlogBytes' | 'onAction'
> & { readonly stopping: AbortSignal }

/** One connection: sends events as they come, and answers what the client sends. */
export class SocketClient {
  readonly #socket: Socket
  readonly #options: SocketClientOptions
  readonly #subscription: Subscription
  readonly #lines = new LineSplitter(MAX_LINE_BYTES)
  readonly #gone = new AbortController()
  #actions = 0

  constructor(socket: Socket, options: SocketClientOptions) {
    this.#socket = socket
    this.#options = options
    this.#subscription = options.bus.subscribe({ version: options.version })
  }

  /** Resolves when the connection is over; a client can cause no failure that anybody else has to hear of. */
  async serve(): Promise<void> {
    this.#socket.on('data', this.#onData)
    try {
      await pumpEvents({
        output: this.#socket,
        events: this.#subscription,
        encode: (event) => eventFrame(event, 'ndjson'),
        stopping: this.#options.stopping,
        graceMs: GRACE_MS,
      })
    } finally {
      this.#gone.abort()
      this.#socket.destroySoon()
    }
  }

  readonly #onData = (piece: Buffer): void => {
    for (const line of this.#lines.push(piece)) {
      if (this.#socket.writableEnded || this.#socket.destroyed) return
      this.#handle(line)
    }
  }

  #handle(line: Line): void {
    if (line.kind === 'too_long') return this.#giveUp()
    if (line.kind === 'text' && line.text.trim() === '') return
    try {
      if (line.kind === 'not_text') throw new AppError('invalid_request', 'This line is not UTF-8 text.')
      this.#obey(line.text)
    } catch (error) {
      this.#answerError(error)
    }
  }

  #obey(text: string): void {
    const message = readSocketMessage(text)
    switch (message.type) {
      case 'ping':
        return this.#answer({ type: 'pong' })
      case 'subscribe':
        return this.#subscription.select(message)
      case 'action':
        return void this.#act(message.action)
    }
  }

  async #act(action: SocketAction): Promise<void> {
    const { id } = action
    this.#actions += 1
    try {
      const result = await this.#resultOf(action)
      this.#answer({ type: 'action.result', ...(id !== undefined && { id }), result: result ?? null })
    } catch (error) {
      this.#answerError(error, id)
    } finally {
      this.#actions -= 1
    }
  }

  #resultOf(action: SocketAction): Promise<unknown> {
    const { onAction } = this.#options
    if (!onAction) throw new AppError('unavailable', "This socket doesn't accept actions.")
    if (this.#actions > MAX_ACTIONS)
      throw new AppError(
        'overloaded',
        `${MAX_ACTIONS} actions of this connection are running. Wait for one to finish.`,
      )
    return onAction(action, this.#gone.signal)
  }

  #answerError(error: unknown, id?: string | number): void {
    const known = error instanceof AppError
    if (!known) this.#options.log.error({ err: error }, 'An event socket action failed.')
    this.#answer({
      type: 'error',
      ...(id !== undefined && { id }),
      code: known ? error.code : 'internal',
      message: known ? error.message : 'Something went wrong inside the service. See its log.',
    })
  }

  #answer(answer: object): void {
    if (this.#socket.writableEnded || this.#socket.destroyed) return
    // One that asks and asks and never reads the answers. Asked before writing, so that one large answer still goes out.
    if (this.#socket.writableLength > this.#options.backlogBytes) this.#socket.destroy()
    else this.#socket.write(`${JSON.stringify(answer)}\n`)
  }

  /** What follows in the middle of a long line cannot be told from the beginning of the next. */
  #giveUp(): void {
    this.#answerError(
      new AppError('too_large', `A line can have at most ${MAX_LINE_BYTES} bytes. The connection is closed.`),
    )
    this.#socket.off('data', this.#onData)
    // Read on into nothing, or the client could not get rid of its line and never came to read the answer.
    this.#socket.resume()
    this.#socket.end()
    const deadline = setTimeout(() => this.#socket.destroy(), GRACE_MS)
    this.#socket.once('close', () => clearTimeout(deadline))
  }
}
