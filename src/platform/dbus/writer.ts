import { alignmentOf, malformed, splitSignature } from './signature.ts'
import { Variant, type BusValue } from './value.ts'

/** Writes values as the bus wants them: little-endian, each at a multiple of its size. */
export class BusWriter {
  #bytes = Buffer.alloc(256)
  #length = 0

  /** What has been written; a view, so nothing may be written after it. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  align(size: number): void {
    this.#room(-this.#length & (size - 1))
  }

  write(type: string, value: BusValue): void {
    switch (type.charAt(0)) {
      case 's':
      case 'o':
        return this.#text(asText(type, value))
      case 'g':
        return this.#signature(asText(type, value))
      case 'v':
        return this.#variant(value)
      case 'a':
        return this.#array(type, value)
      case '(':
        return this.#structure(type, value)
      default:
        return this.#number(type, value)
    }
  }

  #number(type: string, value: BusValue): void {
    if (type === 'x' || type === 't') {
      const whole = BigInt(value as bigint | number)
      const at = this.#place(8)
      if (type === 'x') this.#bytes.writeBigInt64LE(whole, at)
      else this.#bytes.writeBigUInt64LE(whole, at)
      return
    }
    const number = typeof value === 'boolean' ? Number(value) : value
    if (typeof number !== 'number') throw malformed(type)
    const at = this.#place(alignmentOf(type))
    if (type === 'y') this.#bytes.writeUInt8(number, at)
    else if (type === 'n') this.#bytes.writeInt16LE(number, at)
    else if (type === 'q') this.#bytes.writeUInt16LE(number, at)
    else if (type === 'i') this.#bytes.writeInt32LE(number, at)
    else if (type === 'd') this.#bytes.writeDoubleLE(number, at)
    else this.#bytes.writeUInt32LE(number, at)
  }

  #text(text: string): void {
    const size = Buffer.byteLength(text)
    this.#number('u', size)
    const at = this.#room(size + 1)
    this.#bytes.write(text, at)
  }

  #signature(signature: string): void {
    const at = this.#room(signature.length + 2)
    this.#bytes.writeUInt8(signature.length, at)
    this.#bytes.write(signature, at + 1, 'latin1')
  }

  #variant(value: BusValue): void {
    if (!(value instanceof Variant)) throw malformed('v')
    this.#signature(value.signature)
    this.write(value.signature, value.value)
  }

  #array(type: string, value: BusValue): void {
    const element = type.slice(1)
    const sizeAt = this.#place(4)
    this.align(alignmentOf(element))
    const start = this.#length
    if (element.startsWith('{')) this.#dictionary(element, value)
    else if (Buffer.isBuffer(value)) value.copy(this.#bytes, this.#room(value.length))
    else if (Array.isArray(value)) for (const each of value as readonly BusValue[]) this.write(element, each)
    else throw malformed(type)
    this.#bytes.writeUInt32LE(this.#length - start, sizeAt)
  }

  #dictionary(element: string, value: BusValue): void {
    const [keyType, valueType] = splitSignature(element.slice(1, -1))
    if (!(value instanceof Map) || !keyType || !valueType) throw malformed(`a${element}`)
    for (const [key, each] of value as Map<string | number, BusValue>) {
      this.align(8)
      this.write(keyType, key)
      this.write(valueType, each)
    }
  }

  #structure(type: string, value: BusValue): void {
    const members = splitSignature(type.slice(1, -1))
    if (!Array.isArray(value) || value.length !== members.length) throw malformed(type)
    this.align(8)
    for (const [index, member] of members.entries()) this.write(member, (value as BusValue[])[index]!)
  }

  #place(size: number): number {
    this.align(size)
    return this.#room(size)
  }

  /** Makes room at the end, filled with zeroes, and says where it begins. */
  #room(size: number): number {
    const at = this.#length
    if (at + size > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, at + size))
      this.#bytes.copy(larger)
      this.#bytes = larger
    }
    this.#length += size
    return at
  }
}

function asText(type: string, value: BusValue): string {
  if (typeof value !== 'string') throw malformed(type)
  // A zero would end the text for the reader, who would then close the connection.
  return value.replaceAll('\0', '').toWellFormed()
}
