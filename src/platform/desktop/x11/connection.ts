import { existsSync } from 'node:fs'
import type { Callback, Client, Display, Property, XEvent } from 'x11'
import { AppError } from '../../../contract/errors.ts'
import { readCookie } from './authority.ts'
import type { SegmentMemory } from './segment-memory.ts'

export interface XServerAddress {
  /** As in DISPLAY. */
  readonly display: string
  /** File with the cookies; as in XAUTHORITY, or the usual one. */
  readonly xauthority?: string | undefined
}

export interface ConnectionOptions {
  /** Errors of requests that have no answer come without one who waits for them. */
  readonly onError?: (error: Error) => void
  /** What shares memory with the server; none is shared when left out. */
  readonly memory?: SegmentMemory | undefined
}

/** A server that has not answered for so long is as good as dead, also on a machine that is busy otherwise. */
const ANSWER_MS = 5_000
const OPEN_MS = 10_000
const WHOLE_PROPERTY = 0x1fffffff

/** A connection to an X server on which no request waits for ever. */
export class XConnection {
  readonly client: Client
  readonly display: Display
  readonly root: number
  readonly #name: string
  readonly #pending = new Set<(error: AppError) => void>()
  readonly #atoms = new Map<string, Promise<number>>()
  readonly #listeners = new Set<(event: XEvent) => void>()
  readonly #lost = Promise.withResolvers<AppError>()
  #error: AppError | null = null

  private constructor(name: string, display: Display) {
    this.#name = name
    this.display = display
    this.client = display.client
    this.root = display.screen[0]!.root
    // The package remembers atoms for all connections together, but each server has its own.
    this.client.atoms = {}
    this.client.atom_names = {}
    this.client.on('event', (event) => {
      for (const listener of this.#listeners) listener(event)
    })
  }

  static async open(address: XServerAddress, options: ConnectionOptions = {}): Promise<XConnection> {
    const { display: name } = address
    if (!canAnswer(name)) throw noServer(name)
    const auth = await readCookie(name, address.xauthority)
    const { default: x11 } = await import('x11')
    const opened = Promise.withResolvers<Display>()
    const late = setTimeout(() => opened.reject(silent(name)), OPEN_MS)
    let connection: XConnection | undefined
    // Requests of one action leave together: fewer wake-ups of the server, and nobody else's in between.
    const client = x11.createClient(
      { display: name, auth, shm: options.memory ?? false, bufferRequests: true },
      (error, display) => {
        if (error) opened.reject(refused(name, error))
        else opened.resolve(display)
      },
    )
    client.on('error', (error) => {
      if (isProtocolError(error)) options.onError?.(error)
      else if (connection) connection.#lose(error)
      else opened.reject(refused(name, error))
    })
    client.on('end', () => connection && connection.#lose())
    try {
      connection = new XConnection(name, await opened.promise)
      return connection
    } catch (error) {
      client.stream?.destroy()
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  get isLost(): boolean {
    return this.#error !== null
  }

  /** Settles, with the reason, when the server is gone or the connection is closed. */
  get lost(): Promise<AppError> {
    return this.#lost.promise
  }

  /** `request<PointerState>((done) => client.QueryPointer(root, done))` */
  request<T>(send: (done: Callback<T>) => void): Promise<T> {
    if (this.#error) return Promise.reject(this.#error)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const fail = (error: AppError) => finish(() => reject(error))
    // After this process itself was held up, an answer may wait to be read: the timer must not come before it.
    const timer = setTimeout(() => setImmediate(() => this.#pending.has(fail) && this.#lose()), ANSWER_MS)
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      this.#pending.delete(fail)
      settle()
    }
    this.#pending.add(fail)
    send((error, value) => {
      finish(() => (error ? reject(error) : resolve(value)))
      return true
    })
    return promise
  }

  /** Until the server has worked off everything that was sent. */
  async sync(): Promise<void> {
    await this.request<unknown>((done) => this.client.GetInputFocus(done))
  }

  extension<T>(name: string): Promise<T> {
    return this.request<unknown>((done) => this.client.require(name, done)) as Promise<T>
  }

  atom(name: string): Promise<number> {
    let atom = this.#atoms.get(name)
    if (!atom) {
      atom = this.request<number>((done) => this.client.InternAtom(false, name, done))
      this.#atoms.set(name, atom)
    }
    return atom
  }

  /** null when the window does not have it, or is no longer there. */
  async property(window: number, name: string, { type = 0 } = {}): Promise<Property | null> {
    const atom = await this.atom(name)
    const asked = this.request<Property>((done) =>
      this.client.GetProperty(0, window, atom, type, 0, WHOLE_PROPERTY, done),
    )
    const property = await orNullIfGone(asked)
    return property && property.data.length > 0 ? property : null
  }

  /** Returns how to stop listening. */
  listen(listener: (event: XEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    if (this.#error) return
    // What was sent last still has to leave.
    this.client.terminate()
    this.#fail(new AppError('unavailable', `The connection to the display ${this.#name} is closed.`))
  }

  #lose(cause?: Error): void {
    if (this.#error) return
    this.#fail(silent(this.#name, cause))
    this.client.stream.destroy()
  }

  #fail(error: AppError): void {
    this.#error = error
    for (const fail of this.#pending) fail(error)
    this.#lost.resolve(error)
  }
}

/** Windows of others may go at any moment: what is asked of one that is gone has no answer. */
export async function orNullIfGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Error && isProtocolError(error)) return null
    throw error
  }
}

function isProtocolError(error: Error): boolean {
  return 'error' in error && typeof error.error === 'number'
}

/** Without the socket of a display of this machine the package would try a TCP port. */
function canAnswer(display: string): boolean {
  const [, host, number] = /^(?:unix\/)?([\w.-]*):(\d+)(?:\.\d+)?$/.exec(display) ?? []
  return number !== undefined && (host !== '' || existsSync(`/tmp/.X11-unix/X${number}`))
}

function noServer(display: string): AppError {
  return new AppError(
    'unavailable',
    `No X server on display ${display}. Start the service inside the desktop session.`,
  )
}

function silent(display: string, cause?: Error): AppError {
  const message = `The X server on display ${display} stopped answering. Is the desktop session still running?`
  return new AppError('unavailable', message, { cause })
}

function refused(display: string, cause: Error): AppError {
  const message = `The X server on display ${display} denied access. Set XAUTHORITY to the file with the session's cookie.`
  return new AppError('unavailable', message, { cause })
}
