import { spawn } from 'node:child_process'
import { createServer, Socket } from 'node:net'
import { constants } from 'node:os'
import { Duplex } from 'node:stream'

/**
 * The way out of a sandbox that has no network: many connections over one inherited stream. This file runs on both sides.
 * Inside it is given to Node as text, so it imports nothing of the service. HTTP/2 would do the same, but loading it takes
 * longer than everything else at the start of a command.
 */

const HEAD_BYTES = 9
const MAX_FRAME_BYTES = 64 * 1024
/** What one side may send of one connection before the other has taken it. */
const WINDOW = 256 * 1024
const MAX_CHANNELS = 128
const OPEN = 0
const DATA = 1
const END = 2
const CLOSE = 3
const TAKEN = 4

/** One connection of many. */
export class Channel extends Duplex {
  readonly #send: (kind: number, bytes?: Uint8Array) => void
  readonly #onClosed: () => void
  #window = WINDOW
  #owed = 0
  #waiting: { bytes: Buffer; done: () => void } | undefined
  #hasEnd = false
  #isOver = false

  constructor(send: (kind: number, bytes?: Uint8Array) => void, onClosed: () => void) {
    super({ allowHalfOpen: true })
    this.#send = send
    this.#onClosed = onClosed
  }

  /** A frame of the other side. Answers whether it kept to the rules. */
  receive(kind: number, bytes: Buffer): boolean {
    if (kind === DATA) {
      this.#owed += bytes.length
      if (this.#owed > WINDOW) return false
      if (!this.destroyed) this.push(bytes)
    } else if (kind === END) {
      this.#hasEnd = true
      this.push(null)
    } else if (kind === CLOSE) this.#close()
    else if (kind === TAKEN && bytes.length === 4) {
      this.#window += bytes.readUInt32BE()
      this.#flush()
    } else return false
    return true
  }

  override _read(): void {
    if (this.#owed === 0) return
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(this.#owed)
    this.#owed = 0
    this.#send(TAKEN, bytes)
  }

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.#waiting = { bytes, done }
    this.#flush()
  }

  override _final(done: () => void): void {
    if (!this.#isOver) this.#send(END)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isOver) this.#send(CLOSE)
    this.#isOver = true
    this.#onClosed()
    done(error)
  }

  /** The other side is gone. What it sent before its end is still there to be read. */
  #close(): void {
    this.#isOver = true
    if (!this.#hasEnd) return void this.destroy()
    this.#window = Infinity
    this.#flush()
  }

  #flush(): void {
    if (!this.#waiting) return
    let { bytes } = this.#waiting
    const { done } = this.#waiting
    while (bytes.length > 0 && this.#window > 0) {
      const part = bytes.subarray(0, Math.min(this.#window, MAX_FRAME_BYTES))
      this.#window -= part.length
      if (!this.#isOver) this.#send(DATA, part)
      bytes = bytes.subarray(part.length)
    }
    this.#waiting = bytes.length > 0 ? { bytes, done } : undefined
    if (!this.#waiting) done()
  }
}

/** Opens channels over a stream, and takes those that the other side opens. What breaks the rules ends all of it. */
export class Multiplexer {
  readonly #way: Duplex
  readonly #onChannel: ((channel: Channel) => void) | undefined
  readonly #channels = new Map<number, Channel>()
  #last = 0
  #pieces: Buffer[] = []
  #length = 0

  constructor(way: Duplex, onChannel?: (channel: Channel) => void) {
    this.#way = way
    this.#onChannel = onChannel
    way.on('data', (bytes: Buffer) => this.#take(bytes))
    way.on('error', () => way.destroy())
    way.on('close', () => {
      for (const channel of this.#channels.values()) channel.destroy()
    })
  }

  open(): Channel {
    this.#last += 1
    const channel = this.#add(this.#last)
    this.#send(this.#last, OPEN)
    return channel
  }

  #add(id: number): Channel {
    const channel = new Channel(
      (kind, bytes) => this.#send(id, kind, bytes),
      () => this.#channels.delete(id),
    )
    channel.on('error', () => channel.destroy())
    this.#channels.set(id, channel)
    return channel
  }

  #send(id: number, kind: number, bytes: Uint8Array = Buffer.alloc(0)): void {
    if (this.#way.destroyed || !this.#way.writable) return
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32BE(id, 0)
    head.writeUInt8(kind, 4)
    head.writeUInt32BE(bytes.length, 5)
    this.#way.write(Buffer.concat([head, bytes]))
  }

  #take(bytes: Buffer): void {
    this.#pieces.push(bytes)
    this.#length += bytes.length
    while (this.#length >= HEAD_BYTES) {
      const whole = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
      this.#pieces = [whole]
      const size = whole.readUInt32BE(5)
      if (size > MAX_FRAME_BYTES) return void this.#way.destroy()
      if (this.#length < HEAD_BYTES + size) return
      this.#pieces = [whole.subarray(HEAD_BYTES + size)]
      this.#length -= HEAD_BYTES + size
      const frame = whole.subarray(HEAD_BYTES, HEAD_BYTES + size)
      if (!this.#receive(whole.readUInt32BE(0), whole.readUInt8(4), frame)) return void this.#way.destroy()
    }
  }

  #receive(id: number, kind: number, bytes: Buffer): boolean {
    if (kind !== OPEN) return this.#channels.get(id)?.receive(kind, bytes) ?? true
    if (!this.#onChannel || this.#channels.has(id)) return false
    if (this.#channels.size >= MAX_CHANNELS) this.#send(id, CLOSE)
    else this.#onChannel(this.#add(id))
    return true
  }
}

/** The port in the sandbox's own network where programs find the proxy. */
export const PROXY_PORT = 3128
/** The inherited stream. */
export const WAY_OUT = 4

/** Inside: takes connections, passes them on, and runs the command as its child. */
export function runBridge([program, ...words]: readonly string[]): void {
  const way = new Multiplexer(new Socket({ fd: WAY_OUT, readable: true, writable: true }))
  const server = createServer({ allowHalfOpen: true }, (from) => {
    const to = way.open()
    from.on('error', () => to.destroy()).on('close', () => to.destroy())
    to.on('close', () => from.destroy())
    from.pipe(to).pipe(from)
  })
  server.listen(PROXY_PORT, '127.0.0.1', () => {
    const child = spawn(program!, words, { stdio: 'inherit' })
    // As a shell says it.
    child.on('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      process.stderr.write(`${program}: ${isMissing ? 'not found' : `can't be run (${error.code})`}\n`)
      process.exit(isMissing ? 127 : 126)
    })
    child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
