import { BusReader } from './reader.ts'
import { malformed, splitSignature } from './signature.ts'
import { Variant, type BusValue } from './value.ts'
import { BusWriter } from './writer.ts'

export type MessageKind = 'call' | 'return' | 'error' | 'signal'

export interface BusMessage {
  readonly kind: MessageKind
  readonly serial: number
  /** The sender wants no answer. */
  readonly noReply?: boolean
  readonly path?: string | undefined
  readonly interface?: string | undefined
  readonly member?: string | undefined
  readonly errorName?: string | undefined
  readonly replySerial?: number | undefined
  readonly destination?: string | undefined
  readonly sender?: string | undefined
  readonly signature?: string | undefined
  readonly body: readonly BusValue[]
}

const kinds = ['call', 'return', 'error', 'signal'] as const satisfies readonly MessageKind[]
const LITTLE = 0x6c
const BIG = 0x42
const HEADER_BYTES = 16
/** The most that the protocol allows. */
const MAX_BYTES = 128 * 1024 * 1024
const NO_REPLY = 1

/** The numbers of the header's fields, with the type of each. */
const fields = [
  ['path', 1, 'o'],
  ['interface', 2, 's'],
  ['member', 3, 's'],
  ['errorName', 4, 's'],
  ['replySerial', 5, 'u'],
  ['destination', 6, 's'],
  ['sender', 7, 's'],
  ['signature', 8, 'g'],
] as const

export function encodeMessage(message: BusMessage): Buffer {
  const body = new BusWriter()
  const types = splitSignature(message.signature ?? '')
  if (types.length !== message.body.length) throw malformed(message.signature ?? '')
  for (const [index, type] of types.entries()) body.write(type, message.body[index]!)
  const header = new BusWriter()
  const start = [LITTLE, kinds.indexOf(message.kind) + 1, message.noReply ? NO_REPLY : 0, 1]
  for (const byte of start) header.write('y', byte)
  header.write('u', body.bytes.length)
  header.write('u', message.serial)
  const present = fields.flatMap(([name, number, type]) => {
    const value = message[name]
    return value === undefined || value === '' ? [] : [[number, new Variant(type, value)]]
  })
  header.write('a(yv)', present)
  header.align(8)
  return Buffer.concat([header.bytes, body.bytes])
}

/** How long the first message in these bytes is; undefined while that cannot be known. */
export function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < HEADER_BYTES) return undefined
  const little = isLittle(bytes)
  const read = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const length = headerLength(read(12)) + read(4)
  if (length > MAX_BYTES) throw malformed('too long')
  return length
}

/** One whole message; undefined when it is of a kind that nobody knows yet, which the protocol says to ignore. */
export function decodeMessage(bytes: Buffer): BusMessage | undefined {
  const little = isLittle(bytes)
  const kind = kinds[bytes.readUInt8(1) - 1]
  if (!kind) return undefined
  const reader = new BusReader(bytes, { position: 8, little })
  const serial = reader.read('u') as number
  const numbered = new Map<number, BusValue>()
  for (const [number, value] of reader.read('a(yv)') as [number, Variant][]) numbered.set(number, value.value)
  const named = Object.fromEntries(
    fields.flatMap(([name, number]) => (numbered.has(number) ? [[name, numbered.get(number)]] : [])),
  ) as Partial<BusMessage>
  const fieldBytes = little ? bytes.readUInt32LE(12) : bytes.readUInt32BE(12)
  const body = new BusReader(bytes.subarray(headerLength(fieldBytes)), { little })
  return {
    kind,
    serial,
    noReply: (bytes.readUInt8(2) & NO_REPLY) !== 0,
    ...named,
    body: splitSignature(named.signature ?? '').map((type) => body.read(type)),
  }
}

function headerLength(fieldBytes: number): number {
  return (HEADER_BYTES + fieldBytes + 7) & ~7
}

function isLittle(bytes: Buffer): boolean {
  const order = bytes.readUInt8(0)
  if (order !== LITTLE && order !== BIG) throw malformed('byte order')
  return order === LITTLE
}
