import { AppError } from '../../../contract/errors.ts'

/** Whole numbers, signed or not, object ids and fixed-point numbers take four bytes each; texts bring their length. */
export type Argument = number | string

const HEADER_BYTES = 8
const MAX_MESSAGE_BYTES = 0xffff

/** One request: to which object, which of its operations, and with what. */
export function encodeRequest(object: number, opcode: number, values: readonly Argument[]): Buffer {
  const size = values.reduce<number>((sum, value) => sum + sizeOf(value), HEADER_BYTES)
  if (size > MAX_MESSAGE_BYTES) throw new RangeError(`A Wayland request of ${size} bytes is too long.`)
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32LE(object, 0)
  bytes.writeUInt16LE(opcode, 4)
  bytes.writeUInt16LE(size, 6)
  let at = HEADER_BYTES
  for (const value of values) at = write(bytes, at, value)
  return bytes
}

/** Numbers with a fraction travel as 256ths. */
export function fixed(value: number): number {
  return Math.round(value * 256)
}

export interface WaylandEvent {
  readonly object: number
  readonly opcode: number
  readonly body: EventBody
}

/** Puts events together again: the socket gives bytes as they come. */
export class EventSplitter {
  #rest: Buffer = Buffer.alloc(0)

  take(bytes: Buffer): WaylandEvent[] {
    const events: WaylandEvent[] = []
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    while (this.#rest.length >= HEADER_BYTES) {
      const size = this.#rest.readUInt16LE(6)
      if (size < HEADER_BYTES) throw new AppError('unavailable', 'The compositor sent an invalid message.')
      if (this.#rest.length < size) break
      const message = this.#rest.subarray(0, size)
      this.#rest = this.#rest.subarray(size)
      events.push({
        object: message.readUInt32LE(0),
        opcode: message.readUInt16LE(4),
        body: new EventBody(message.subarray(HEADER_BYTES)),
      })
    }
    return events
  }
}

/** Reads the values of an event one after the other. */
export class EventBody {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  uint(): number {
    this.#at += 4
    return this.#bytes.readUInt32LE(this.#at - 4)
  }

  int(): number {
    this.#at += 4
    return this.#bytes.readInt32LE(this.#at - 4)
  }

  text(): string {
    const bytes = this.#counted()
    return bytes.toString('utf8', 0, Math.max(0, bytes.length - 1))
  }

  /** An array of whole numbers. */
  uints(): number[] {
    const bytes = this.#counted()
    return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4))
  }

  #counted(): Buffer {
    const length = this.uint()
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += padded(length)
    return bytes
  }
}

function sizeOf(value: Argument): number {
  return typeof value === 'number' ? 4 : 4 + padded(Buffer.byteLength(value) + 1)
}

function write(bytes: Buffer, at: number, value: Argument): number {
  if (typeof value === 'number') return bytes.writeUInt32LE(value >>> 0, at)
  bytes.writeUInt32LE(Buffer.byteLength(value) + 1, at)
  bytes.write(value, at + 4)
  return at + sizeOf(value)
}

function padded(length: number): number {
  return (length + 3) & ~3
}
