import { once } from 'node:events'
import { isAbsolute, join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { connectWithDescriptors, type DescriptorSocket } from './descriptor-socket.ts'
import type { SharedMemory } from './shared-memory.ts'
import { EventSplitter, encodeRequest, type Argument, type EventBody } from './wire.ts'

/** Where the compositor listens: as in WAYLAND_DISPLAY and XDG_RUNTIME_DIR. */
export interface WaylandAddress {
  readonly display: string
  readonly runtimeFolder: string
  /** Whether file descriptors may be sent; without them other programs take pictures and strike keys. */
  readonly descriptors?: boolean | undefined
}

export interface Global {
  readonly name: number
  readonly interface: string
  readonly version: number
}

export type EventHandler = (opcode: number, body: EventBody) => void

const DISPLAY = 1
const DISPLAY_SYNC = 0
const DISPLAY_GET_REGISTRY = 1
const DISPLAY_ERROR = 0
const DISPLAY_DELETE_ID = 1
const REGISTRY_BIND = 0
const REGISTRY_GLOBAL = 0
const REGISTRY_GLOBAL_REMOVE = 1
const ANSWER_MS = 5_000

/** One connection to a compositor. Once it is lost, every question fails at once. */
export class WaylandConnection {
  readonly address: WaylandAddress
  readonly #socket: DescriptorSocket
  readonly #splitter = new EventSplitter()
  readonly #handlers = new Map<number, EventHandler>()
  readonly #globals = new Map<number, Global>()
  readonly #waiting = new Set<(error: AppError) => void>()
  readonly #freeIds: number[] = []
  readonly #lost = Promise.withResolvers<AppError>()
  #onGlobals: (() => void) | null = null
  #lastId = DISPLAY
  #registry = 0
  #error: AppError | null = null

  private constructor(address: WaylandAddress, socket: DescriptorSocket) {
    this.address = address
    this.#socket = socket
    socket.socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.socket.on('error', (error) => this.#lose(error))
    socket.socket.on('close', () => this.#lose())
    // A connection that only waits is no reason to go on living.
    socket.socket.unref()
    this.#handlers.set(DISPLAY, (opcode, body) => this.#onDisplay(opcode, body))
  }

  /** Answers when the compositor has told everything that it offers. */
  static async open(address: WaylandAddress): Promise<WaylandConnection> {
    const socket = connectWithDescriptors(socketOf(address), address)
    try {
      await once(socket.socket, 'connect', { signal: AbortSignal.timeout(ANSWER_MS) })
    } catch (error) {
      socket.socket.destroy()
      throw noCompositor(error)
    }
    const connection = new WaylandConnection(address, socket)
    try {
      await connection.#readGlobals()
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  get isLost(): boolean {
    return this.#error !== null
  }

  /** Comes true when the connection has ended, with the reason. */
  get lost(): Promise<AppError> {
    return this.#lost.promise
  }

  get canShareMemory(): boolean {
    return this.#socket.sendWithDescriptor !== null
  }

  globalsOf(interfaceName: string): Global[] {
    return [...this.#globals.values()].filter((global) => global.interface === interfaceName)
  }

  has(interfaceName: string): boolean {
    return this.globalsOf(interfaceName).length > 0
  }

  /** Called whenever something is offered or withdrawn, e.g. a monitor. */
  onGlobals(listener: () => void): void {
    this.#onGlobals = listener
  }

  /** The first of its kind, in the highest version that both know. */
  bindFirst(interfaceName: string, version: number, handler?: EventHandler): number {
    const [global] = this.globalsOf(interfaceName)
    if (!global) {
      throw new AppError('unavailable_on_platform', `This desktop doesn't support ${interfaceName}.`)
    }
    return this.bind(global, version, handler)
  }

  bind(global: Global, version: number, handler?: EventHandler): number {
    const id = this.newObject(handler)
    this.send(this.#registry, REGISTRY_BIND, [
      global.name,
      global.interface,
      Math.min(version, global.version),
      id,
    ])
    return id
  }

  /** To be used in the next request: compositors break with who does not use new numbers in their order. */
  newObject(handler?: EventHandler): number {
    const id = this.#freeIds.pop() ?? ++this.#lastId
    if (handler) this.#handlers.set(id, handler)
    return id
  }

  /** An object that the compositor has made. Ours are gone when it says so; of these nothing is said. */
  adopt(object: number, handler: EventHandler): void {
    this.#handlers.set(object, handler)
  }

  disown(object: number): void {
    this.#handlers.delete(object)
  }

  send(object: number, opcode: number, values: readonly Argument[] = []): void {
    // What is lost says so with the next question.
    if (!this.#error) this.#socket.socket.write(encodeRequest(object, opcode, values))
  }

  async sendMemory(
    { object, opcode, values }: { object: number; opcode: number; values: () => readonly Argument[] },
    memory: SharedMemory,
  ): Promise<void> {
    const { sendWithDescriptor } = this.#socket
    if (!sendWithDescriptor) throw new AppError('unavailable', "Can't share memory here.")
    // It goes past what the socket may still have to write.
    await this.sync()
    await sendWithDescriptor(encodeRequest(object, opcode, values()), memory.takeDescriptor())
  }

  /** Comes back when the compositor has worked through everything that was sent before. */
  async sync(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.send(DISPLAY, DISPLAY_SYNC, [this.newObject(() => resolve())])
    await this.answered(promise)
  }

  /** Waits for something that the compositor will say, but not for ever. */
  async answered<T>(promise: Promise<T>, withinMs = ANSWER_MS): Promise<T> {
    if (this.#error) throw this.#error
    const failed = Promise.withResolvers<never>()
    const timer = setTimeout(() => failed.reject(silent()), withinMs)
    this.#waiting.add(failed.reject)
    try {
      return await Promise.race([promise, failed.promise])
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(failed.reject)
    }
  }

  close(): void {
    this.#socket.socket.destroy()
    this.#lose()
  }

  async #readGlobals(): Promise<void> {
    this.#registry = this.newObject((opcode, body) => {
      const name = body.uint()
      if (opcode === REGISTRY_GLOBAL) {
        this.#globals.set(name, { name, interface: body.text(), version: body.uint() })
      } else if (opcode === REGISTRY_GLOBAL_REMOVE) this.#globals.delete(name)
      this.#onGlobals?.()
    })
    this.send(DISPLAY, DISPLAY_GET_REGISTRY, [this.#registry])
    await this.sync()
  }

  #take(bytes: Buffer): void {
    try {
      for (const { object, opcode, body } of this.#splitter.take(bytes)) {
        this.#handlers.get(object)?.(opcode, body)
      }
    } catch (error) {
      // After bytes that cannot be read nobody knows where the next message begins.
      this.#socket.socket.destroy()
      this.#lose(error)
    }
  }

  #onDisplay(opcode: number, body: EventBody): void {
    if (opcode === DISPLAY_ERROR) {
      const [object, code, message] = [body.uint(), body.uint(), body.text()]
      this.#lose(new Error(`object ${object}, error ${code}: ${message}`))
    } else if (opcode === DISPLAY_DELETE_ID) {
      const id = body.uint()
      this.#handlers.delete(id)
      this.#freeIds.push(id)
    }
  }

  #lose(cause?: unknown): void {
    if (this.#error) return
    this.#error = new AppError(
      'unavailable',
      'The connection to the Wayland compositor has ended. Try again.',
      { cause },
    )
    for (const reject of this.#waiting) reject(this.#error)
    this.#waiting.clear()
    this.#lost.resolve(this.#error)
  }
}

export function socketOf({ display, runtimeFolder }: WaylandAddress): string {
  return isAbsolute(display) ? display : join(runtimeFolder, display)
}

function silent(): AppError {
  return new AppError('unavailable', "The Wayland compositor doesn't answer.")
}

function noCompositor(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'No Wayland compositor found. Start the service inside the desktop session.',
    { cause },
  )
}
