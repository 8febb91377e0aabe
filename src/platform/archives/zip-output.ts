import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import { AppError } from '../../contract/errors.ts'
import { readAt, type ZipEntry, type ZipSource } from './zip-directory.ts'

interface PackedCopy {
  readonly source: ZipSource
  readonly entry: ZipEntry
  /** Where its compressed bytes begin. */
  readonly offset: number
}

interface Header {
  readonly name: Buffer
  readonly method: number
  readonly flags: number
  readonly time: number
  readonly date: number
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
}

const deflate = promisify(deflateRaw)
const chunkBytes = 1024 * 1024
const utf8Names = 0x0800
const dataDescriptor = 0x0008
// 1 January 1980, the first day a zip file knows: the same content gives the same bytes on any day.
const firstDay = 0x21
const maxZip = 0xffffffff
/** Packing these again costs time and gains nothing. */
const packedAlready = /\.(png|jpe?g|gif|webp|mp4|m4v|mov|wmv|avi|mp3|m4a|wdp|emz|wmz|zip|xlsx|docx|pptx)$/i

/** Writes entries one after the other, then the directory. */
export class ZipOutput {
  readonly #file: FileHandle
  readonly #signal: AbortSignal | undefined
  readonly #records: Buffer[] = []
  #position = 0

  constructor(file: FileHandle, signal: AbortSignal | undefined) {
    this.#file = file
    this.#signal = signal
  }

  async add(name: string, content: Uint8Array | (() => AsyncIterable<Uint8Array>)): Promise<void> {
    if (typeof content === 'function') return this.#addStream(name, content)
    const store = packedAlready.test(name)
    const packed = store ? content : await deflate(content)
    const header = newHeader(name, {
      method: store ? 0 : 8,
      crc: crc32(content),
      packedBytes: packed.length,
      bytes: content.length,
    })
    const offset = this.#position
    await this.#write(localHeader(header))
    await this.#write(packed)
    this.#records.push(centralRecord(header, offset))
  }

  /** The compressed bytes as they are, with a header that says their sizes in front of them. */
  async copy(name: string, { source, entry, offset }: PackedCopy): Promise<void> {
    const { record } = entry
    if (entry.declaredBytes >= maxZip) throw tooLarge()
    const header: Header = {
      name: Buffer.from(name),
      method: entry.method,
      flags: (record.readUInt16LE(8) & ~dataDescriptor) | (isAscii(name) ? 0 : utf8Names),
      time: record.readUInt16LE(12),
      date: record.readUInt16LE(14),
      crc: entry.crc,
      packedBytes: entry.packedBytes,
      bytes: entry.declaredBytes,
    }
    const start = this.#position
    await this.#write(localHeader(header))
    for (let done = 0; done < entry.packedBytes; done += chunkBytes) {
      const bytes = Math.min(chunkBytes, entry.packedBytes - done)
      await this.#write(await readAt(source, { offset: offset + done, bytes }))
    }
    const central = centralRecord(header, start)
    // Who made it and its file attributes; archives that keep Unix modes keep them.
    record.copy(central, 4, 4, 6)
    record.copy(central, 36, 36, 42)
    this.#records.push(central)
  }

  /** Returns the size of the whole file. */
  async finish(): Promise<number> {
    const start = this.#position
    for (const record of this.#records) await this.#write(record)
    if (this.#records.length >= 0xffff)
      throw new AppError('too_large', 'The file would have more than 65,534 entries.')
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#records.length, 8)
    end.writeUInt16LE(this.#records.length, 10)
    end.writeUInt32LE(this.#position - start, 12)
    end.writeUInt32LE(start, 16)
    await this.#write(end)
    return this.#position
  }

  async #addStream(name: string, content: () => AsyncIterable<Uint8Array>): Promise<void> {
    let crc = 0
    let bytes = 0
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content()) {
        crc = crc32(chunk, crc)
        bytes += chunk.length
        yield chunk
      }
    }
    const offset = this.#position
    await this.#write(localHeader(newHeader(name, { method: 8, crc: 0, packedBytes: 0, bytes: 0 })))
    const start = this.#position
    const packer = createDeflateRaw()
    const packed = Readable.from(counted(), { objectMode: false })
      .on('error', (error) => packer.destroy(error))
      .pipe(packer)
    for await (const chunk of packed as AsyncIterable<Buffer>) await this.#write(chunk)
    if (bytes >= maxZip) throw tooLarge()
    const header = newHeader(name, { method: 8, crc, packedBytes: this.#position - start, bytes })
    await this.#file.write(localHeader(header), 0, null, offset)
    this.#records.push(centralRecord(header, offset))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#signal?.throwIfAborted()
    if (this.#position + bytes.length >= maxZip) throw tooLarge()
    let written = 0
    while (written < bytes.length) {
      const result = await this.#file.write(bytes, written, bytes.length - written, this.#position + written)
      written += result.bytesWritten
    }
    this.#position += bytes.length
  }
}

function newHeader(name: string, sizes: Pick<Header, 'method' | 'crc' | 'packedBytes' | 'bytes'>): Header {
  return { name: Buffer.from(name), flags: isAscii(name) ? 0 : utf8Names, time: 0, date: firstDay, ...sizes }
}

function localHeader(header: Header): Buffer {
  const buffer = Buffer.alloc(30 + header.name.length)
  buffer.writeUInt32LE(0x04034b50, 0)
  writeShared(buffer, { header, at: 4 })
  header.name.copy(buffer, 30)
  return buffer
}

function centralRecord(header: Header, offset: number): Buffer {
  const buffer = Buffer.alloc(46 + header.name.length)
  buffer.writeUInt32LE(0x02014b50, 0)
  buffer.writeUInt16LE(20, 4)
  writeShared(buffer, { header, at: 6 })
  buffer.writeUInt32LE(offset, 42)
  header.name.copy(buffer, 46)
  return buffer
}

/** The fields that both kinds of header have, in the same order. */
function writeShared(buffer: Buffer, { header, at }: { header: Header; at: number }): void {
  buffer.writeUInt16LE(20, at)
  buffer.writeUInt16LE(header.flags, at + 2)
  buffer.writeUInt16LE(header.method, at + 4)
  buffer.writeUInt16LE(header.time, at + 6)
  buffer.writeUInt16LE(header.date, at + 8)
  buffer.writeUInt32LE(header.crc, at + 10)
  buffer.writeUInt32LE(header.packedBytes, at + 14)
  buffer.writeUInt32LE(header.bytes, at + 18)
  buffer.writeUInt16LE(header.name.length, at + 22)
}

function isAscii(name: string): boolean {
  return /^[\x20-\x7e]*$/.test(name)
}

function tooLarge(): AppError {
  return new AppError('too_large', 'The file would be larger than 4 GB. Leave something out.')
}
