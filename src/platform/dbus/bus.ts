import type { Socket } from 'node:net'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { waitForAnswer } from './answer-wait.ts'
import { socketsOf } from './address.ts'
import { decodeMessage, encodeMessage, messageLength, type BusMessage } from './message.ts'
import { openSocket } from './open-socket.ts'
import { textOf, type BusValue } from './value.ts'

export interface BusCall {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly signature?: string
  readonly body?: readonly BusValue[]
  /** How long to wait for the answer; 5 s when left out. */
  readonly timeoutMs?: number
  /** Longer than that as long as it answers other calls: it takes one after the other. */
  readonly isQueued?: boolean
  readonly signal?: AbortSignal | undefined
}

export interface SignalMatch {
  readonly interface: string
  readonly member?: string
  readonly path?: string
  /** What the first argument must be. */
  readonly firstText?: string
}

export interface BusSignal {
  readonly sender: string
  readonly path: string
  readonly member: string
  readonly body: readonly BusValue[]
}

/** A refusal by the program that was called, with the name that the protocol gives it. */
export class BusError extends AppError {
  readonly errorName: string

  constructor(errorName: string, message: string) {
    super(codeOf(errorName), message)
    this.name = 'BusError'
    this.errorName = errorName
  }
}

/** No answer came in time. */
export class BusSilence extends AppError {
  constructor({ member, destination }: BusCall, timeoutMs: number) {
    super('unavailable', `${destination} did not answer ${member} within ${timeoutMs / 1000} s.`)
    this.name = 'BusSilence'
  }
}

const CALL_MS = 5_000
const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

interface Waiting {
  readonly called: Called
  readonly resolve: (body: readonly BusValue[]) => void
  readonly reject: (error: Error) => void
}

interface Listening {
  readonly match: SignalMatch
  readonly listener: (signal: BusSignal) => void
}

/** A program that some calls wait for. */
interface Called {
  calls: number
  answeredAt: number | undefined
}

/** Connects to the first socket of the address that answers. Throws `unavailable` when none does. */
export async function connectBus(address: string, { signal }: { signal?: AbortSignal } = {}): Promise<Bus> {
  let problem: unknown
  for (const path of socketsOf(address)) {
    signal?.throwIfAborted()
    let bus: Bus | undefined
    try {
      bus = new Bus(await openSocket(path))
      await bus.greet(signal)
      return bus
    } catch (error) {
      bus?.close()
      signal?.throwIfAborted()
      problem = error
    }
  }
  throw new AppError('unavailable', 'No D-Bus session. Start the service inside the desktop session.', {
    cause: problem,
  })
}

/** One connection to a message bus. Once it has ended, every call fails at once. */
export class Bus {
  readonly #socket: Socket
  readonly #waiting = new Map<number, Waiting>()
  readonly #called = new Map<string, Called>()
  readonly #listening = new Set<Listening>()
  readonly #onClose = new Set<() => void>()
  #received: Buffer = Buffer.alloc(0)
  #serial = 0
  #ended: AppError | undefined
  #name = ''

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('error', (error) => this.#end(error))
    socket.on('close', () => this.#end())
    // A connection that only listens is no reason to go on living.
    socket.unref()
  }

  /** The name that the bus gave to this connection, e.g. `:1.42`. */
  get name(): string {
    return this.#name
  }

  get isOpen(): boolean {
    return this.#ended === undefined
  }

  async greet(signal?: AbortSignal): Promise<void> {
    const [name] = await this.call({ ...daemon, member: 'Hello', signal })
    this.#name = textOf(name)
  }

  async call(call: BusCall): Promise<readonly BusValue[]> {
    const { timeoutMs = CALL_MS, isQueued = false, signal, body = [] } = call
    const { destination, path, member, signature } = call
    signal?.throwIfAborted()
    if (this.#ended) throw this.#ended
    const serial = this.#nextSerial()
    const message = { kind: 'call', serial, destination, path, member, signature, body } as const
    const bytes = encodeMessage({ ...message, interface: call.interface })
    const { promise, resolve, reject } = Promise.withResolvers<readonly BusValue[]>()
    const called = this.#called.get(destination) ?? { calls: 0, answeredAt: undefined }
    called.calls += 1
    this.#called.set(destination, called)
    this.#waiting.set(serial, { called, resolve, reject })
    const stopWaiting = waitForAnswer({
      timeoutMs,
      onSilence: () => reject(new BusSilence(call, timeoutMs)),
      answeredAt: isQueued ? () => called.answeredAt : undefined,
    })
    const onAbort = () => reject(signal?.reason as Error)
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#socket.write(bytes)
    try {
      return await promise
    } finally {
      stopWaiting()
      signal?.removeEventListener('abort', onAbort)
      this.#waiting.delete(serial)
      called.calls -= 1
      if (called.calls === 0) this.#called.delete(destination)
    }
  }

  /** Answers once signals arrive, with how to stop them. */
  async listen(match: SignalMatch, listener: (signal: BusSignal) => void): Promise<() => void> {
    const entry = { match, listener }
    const rule = ruleOf(match)
    this.#listening.add(entry)
    try {
      await this.call({ ...daemon, member: 'AddMatch', signature: 's', body: [rule] })
    } catch (error) {
      this.#listening.delete(entry)
      throw error
    }
    return () => {
      if (!this.#listening.delete(entry)) return
      this.call({ ...daemon, member: 'RemoveMatch', signature: 's', body: [rule] }).catch(() => {
        // The connection has ended, and the rule with it.
      })
    }
  }

  /** Called once, when the connection has ended for whatever reason. */
  onClose(listener: () => void): void {
    if (this.#ended) listener()
    else this.#onClose.add(listener)
  }

  close(): void {
    this.#socket.destroy()
    this.#end()
  }

  #take(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
    try {
      for (;;) {
        const length = messageLength(this.#received)
        if (length === undefined || this.#received.length < length) return
        const message = decodeMessage(this.#received.subarray(0, length))
        this.#received = this.#received.subarray(length)
        if (message) this.#handle(message)
      }
    } catch (error) {
      // After bytes that cannot be read nobody knows where the next message begins.
      this.#socket.destroy()
      this.#end(error)
    }
  }

  #handle(message: BusMessage): void {
    if (message.kind === 'signal') return this.#deliver(message)
    if (message.kind === 'call') return this.#refuse(message)
    const waiting = this.#waiting.get(message.replySerial ?? 0)
    if (!waiting) return
    waiting.called.answeredAt = performance.now()
    if (message.kind === 'return') waiting.resolve(message.body)
    else waiting.reject(refusal(message))
  }

  #deliver({ sender = '', path = '', member = '', body, ...message }: BusMessage): void {
    for (const { match, listener } of this.#listening) {
      if (match.interface !== message.interface) continue
      if (match.member !== undefined && match.member !== member) continue
      if (match.path !== undefined && match.path !== path) continue
      if (match.firstText !== undefined && match.firstText !== body[0]) continue
      listener({ sender, path, member, body })
    }
  }

  /** We offer nothing; who asks is told so rather than left waiting. */
  #refuse({ serial, sender, noReply }: BusMessage): void {
    if (noReply) return
    const errorName = 'org.freedesktop.DBus.Error.UnknownMethod'
    const answer = { kind: 'error', serial: this.#nextSerial(), replySerial: serial, errorName } as const
    this.#socket.write(encodeMessage({ ...answer, destination: sender, body: [] }))
  }

  /** From 1 to the largest number of 32 bits, and then anew. */
  #nextSerial(): number {
    this.#serial = (this.#serial % 0xffff_ffff) + 1
    return this.#serial
  }

  #end(cause?: unknown): void {
    if (this.#ended) return
    this.#ended = new AppError('unavailable', 'The D-Bus connection has ended.', { cause })
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
    this.#listening.clear()
    for (const listener of this.#onClose) listener()
  }
}

function ruleOf({ member, path, firstText, ...match }: SignalMatch): string {
  const parts = [
    "type='signal'",
    `interface='${match.interface}'`,
    ...(member === undefined ? [] : [`member='${member}'`]),
    ...(path === undefined ? [] : [`path='${path}'`]),
    ...(firstText === undefined ? [] : [`arg0='${firstText}'`]),
  ]
  return parts.join(',')
}

function refusal({ errorName = 'unknown', body }: BusMessage): BusError {
  const reason = typeof body[0] === 'string' ? body[0] : errorName
  return new BusError(errorName, `A program on the D-Bus refused: ${reason.slice(0, 300)}`)
}

function codeOf(errorName: string): ErrorCode {
  return errorName.endsWith('.AccessDenied') ? 'forbidden' : 'unavailable'
}
