import { alignmentOf, malformed, splitSignature } from './signature.ts'
import { Variant, type BusValue } from './value.ts'

const MAX_DEPTH = 64

/** Reads what others wrote. Whatever does not fit is an error; nothing is ever read beyond the end. */
export class BusReader {
  readonly #bytes: Buffer
  readonly #view: DataView
  readonly #little: boolean
  #position: number
  #depth = 0

  constructor(bytes: Buffer, { position = 0, little = true }: { position?: number; little?: boolean } = {}) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#little = little
    this.#position = position
  }

  read(type: string): BusValue {
    if (this.#depth > MAX_DEPTH) throw malformed('too deep')
    this.#depth += 1
    try {
      return this.#read(type)
    } catch (error) {
      if (error instanceof RangeError) throw malformed(type)
      throw error
    } finally {
      this.#depth -= 1
    }
  }

  #read(type: string): BusValue {
    switch (type.charAt(0)) {
      case 's':
      case 'o':
        return this.#text(this.#unsigned(), 'utf8')
      case 'g':
        return this.#text(this.#view.getUint8(this.#take(1)), 'latin1')
      case 'v':
        return this.#variant()
      case 'a':
        return this.#array(type.slice(1))
      case '(':
        return this.#structure(type)
      default:
        return this.#number(type)
    }
  }

  #number(type: string): BusValue {
    const at = this.#take(alignmentOf(type))
    const little = this.#little
    switch (type) {
      case 'y':
        return this.#view.getUint8(at)
      case 'b':
        return this.#view.getUint32(at, little) !== 0
      case 'n':
        return this.#view.getInt16(at, little)
      case 'q':
        return this.#view.getUint16(at, little)
      case 'i':
        return this.#view.getInt32(at, little)
      case 'x':
        return this.#view.getBigInt64(at, little)
      case 't':
        return this.#view.getBigUint64(at, little)
      case 'd':
        return this.#view.getFloat64(at, little)
      default:
        return this.#view.getUint32(at, little)
    }
  }

  #unsigned(): number {
    return this.#view.getUint32(this.#take(4), this.#little)
  }

  #text(size: number, encoding: 'utf8' | 'latin1'): string {
    const start = this.#position
    this.#position += size + 1
    if (this.#position > this.#bytes.length) throw malformed('text')
    return this.#bytes.toString(encoding, start, start + size)
  }

  #variant(): Variant {
    const signature = this.#text(this.#view.getUint8(this.#take(1)), 'latin1')
    if (splitSignature(signature).length !== 1) throw malformed(signature)
    return new Variant(signature, this.read(signature))
  }

  #array(element: string): BusValue {
    const size = this.#unsigned()
    this.#align(alignmentOf(element))
    const end = this.#position + size
    if (end > this.#bytes.length) throw malformed(`a${element}`)
    if (element === 'y') {
      const start = this.#position
      this.#position = end
      return Buffer.from(this.#bytes.subarray(start, end))
    }
    if (element.startsWith('{')) return this.#dictionary(element, end)
    const values: BusValue[] = []
    while (this.#position < end) values.push(this.read(element))
    return values
  }

  #dictionary(element: string, end: number): BusValue {
    const [keyType, valueType] = splitSignature(element.slice(1, -1))
    if (!keyType || !valueType) throw malformed(`a${element}`)
    const entries = new Map<string | number, BusValue>()
    while (this.#position < end) {
      this.#align(8)
      const key = this.read(keyType)
      if (typeof key === 'object') throw malformed(`a${element}`)
      entries.set(typeof key === 'number' ? key : String(key), this.read(valueType))
    }
    return entries
  }

  #structure(type: string): BusValue {
    this.#align(8)
    return splitSignature(type.slice(1, -1)).map((member) => this.read(member))
  }

  #take(size: number): number {
    this.#align(size)
    const at = this.#position
    this.#position += size
    return at
  }

  #align(size: number): void {
    this.#position = (this.#position + size - 1) & ~(size - 1)
  }
}
