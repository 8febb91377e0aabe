import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

export interface SwayMessage {
  readonly kind: number
  readonly payload: unknown
}

const MAGIC = 'i3-ipc'
const HEADER_BYTES = MAGIC.length + 8
const ANSWER_MS = 5_000

/** Where sway answers questions; null on another desktop. A service that sway did not start has to look for it. */
export async function findSway(
  environment: Readonly<Record<string, string | undefined>>,
  runtimeFolder: string,
): Promise<string | null> {
  const given = environment['SWAYSOCK']
  if (given) return given
  const names = await readdir(runtimeFolder).catch((): string[] => [])
  const name = names.find((each) => /^sway-ipc\.\d+\.\d+\.sock$/.test(each))
  return name === undefined ? null : join(runtimeFolder, name)
}

/** One connection to sway: questions one at a time, and events. */
export class SwaySocket {
  readonly #socket: Socket
  readonly #answers: PromiseWithResolvers<unknown>[] = []
  readonly #onEvent: (event: SwayMessage) => void
  #received: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket, onEvent: (event: SwayMessage) => void) {
    this.#socket = socket
    this.#onEvent = onEvent
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('error', () => {
      // The end that follows is what counts.
    })
    socket.on('close', () => {
      for (const { reject } of this.#answers) reject(new Error('sway closed the connection'))
    })
    socket.unref()
  }

  static async open(path: string, onEvent: (event: SwayMessage) => void = () => {}): Promise<SwaySocket> {
    const socket = connect(path)
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(ANSWER_MS) })
      return new SwaySocket(socket, onEvent)
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  async ask(kind: number, payload = ''): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>()
    this.#answers.push(answer)
    const timer = setTimeout(() => this.#socket.destroy(), ANSWER_MS)
    this.#socket.write(encodeSwayMessage(kind, payload))
    try {
      return await answer.promise
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    for (;;) {
      const length =
        this.#received.length < HEADER_BYTES ? Infinity : this.#received.readUInt32LE(MAGIC.length)
      const size = HEADER_BYTES + length
      if (this.#received.length < size) return
      const kind = this.#received.readUInt32LE(MAGIC.length + 4)
      const payload = JSON.parse(this.#received.toString('utf8', HEADER_BYTES, size)) as unknown
      this.#received = this.#received.subarray(size)
      const isEvent = kind >= 0x8000_0000
      if (isEvent) this.#onEvent({ kind, payload })
      else this.#answers.shift()?.resolve(payload)
    }
  }
}

export function encodeSwayMessage(kind: number, payload: string): Buffer {
  const bytes = Buffer.from(payload)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(MAGIC)
  header.writeUInt32LE(bytes.length, MAGIC.length)
  header.writeUInt32LE(kind, MAGIC.length + 4)
  return Buffer.concat([header, bytes])
}
