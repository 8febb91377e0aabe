import { once } from 'node:events'
import { open, type FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { constants, crc32, createDeflateRaw, deflateRawSync, type DeflateRaw } from 'node:zlib'
import {
  centralRecord,
  endRecords,
  localHeader,
  zip64From,
  type ZipAttributes,
  type ZipEntry,
} from './zip-records.ts'

export interface ZipWriterOptions {
  /** 1 is fast, 9 is small; on sheets 5 is as small as 6 in half the time. */
  readonly level?: number
  readonly signal?: AbortSignal
  /** Sizes from here on are written as ZIP64; only a test has a reason to lower it. */
  readonly zip64From?: number
}

const streamOptions = {
  memLevel: constants.Z_MAX_MEMLEVEL,
  chunkSize: 256 * 1024,
  // What may wait for the compressing thread before a writer has to.
  highWaterMark: 512 * 1024,
}

/** Writes a new archive from front to back in memory that does not grow with it. */
export async function createZipWriter(path: string, options: ZipWriterOptions = {}): Promise<ZipWriter> {
  return new ZipWriter(await open(path, 'w'), options)
}

export class ZipWriter implements AsyncDisposable {
  readonly #file: FileHandle
  readonly #options: Required<Pick<ZipWriterOptions, 'level' | 'zip64From'>>
  readonly #signal: AbortSignal | undefined
  readonly #entries: ZipEntry[] = []
  #position = 0

  constructor(file: FileHandle, options: ZipWriterOptions) {
    this.#file = file
    this.#signal = options.signal
    this.#options = { level: options.level ?? 5, zip64From: options.zip64From ?? zip64From }
  }

  /** A whole entry at once, for small parts. */
  async add(name: string, content: string | Buffer, attributes?: ZipAttributes): Promise<void> {
    this.#signal?.throwIfAborted()
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const compressed = deflateRawSync(bytes, { level: this.#options.level })
    const sizes = { compressed: compressed.length, size: bytes.length, crc: crc32(bytes) }
    const entry = {
      name,
      ...sizes,
      offset: this.#position,
      reserved: false,
      ...(attributes && { attributes }),
    }
    await this.#append(localHeader(entry, this.#options.zip64From))
    await this.#append(compressed)
    this.#entries.push(entry)
  }

  /** An entry whose content comes piece by piece; the next one may begin after its `end`. */
  async stream(name: string, attributes?: ZipAttributes): Promise<ZipEntryStream> {
    const sizes = { compressed: 0, size: 0, crc: 0 }
    const entry = {
      name,
      ...sizes,
      offset: this.#position,
      reserved: true,
      ...(attributes && { attributes }),
    }
    await this.#append(localHeader(entry, this.#options.zip64From))
    const deflate = createDeflateRaw({ ...streamOptions, level: this.#options.level })
    return new ZipEntryStream(deflate, {
      entry,
      signal: this.#signal,
      append: (bytes) => this.#append(bytes),
      finish: async () => {
        // The sizes are known only now; a header with them needs no data descriptor, which some readers cannot stream.
        const header = localHeader(entry, this.#options.zip64From)
        await this.#file.write(header, 0, header.length, entry.offset)
        this.#entries.push(entry)
      },
    })
  }

  /** Writes the directory of the archive; returns the size of the file. */
  async close(): Promise<number> {
    const start = this.#position
    for (const entry of this.#entries) await this.#append(centralRecord(entry, this.#options.zip64From))
    const directory = { entries: this.#entries.length, start, size: this.#position - start }
    await this.#append(endRecords(directory, this.#options.zip64From))
    await this.#file.close()
    return this.#position
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close()
  }

  async #append(bytes: Buffer): Promise<void> {
    let written = 0
    while (written < bytes.length) {
      const left = bytes.length - written
      written += (await this.#file.write(bytes, written, left, this.#position + written)).bytesWritten
    }
    this.#position += bytes.length
  }
}

interface EntryTarget {
  readonly entry: ZipEntry
  readonly signal: AbortSignal | undefined
  readonly append: (bytes: Buffer) => Promise<void>
  readonly finish: () => Promise<void>
}

export class ZipEntryStream {
  readonly #deflate: DeflateRaw
  readonly #target: EntryTarget
  readonly #written: Promise<void>

  constructor(deflate: DeflateRaw, target: EntryTarget) {
    this.#deflate = deflate
    this.#target = target
    this.#written = this.#copyToFile()
    // Whoever writes or ends next gets the failure; until then nobody is waiting for it.
    this.#written.catch(() => {})
  }

  async write(content: string | Buffer): Promise<void> {
    this.#throwIfAborted()
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const { entry } = this.#target
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    const room = this.#deflate.write(bytes)
    // Giving way once is what lets the compressing thread start while the caller prepares the next piece.
    await (room ? setImmediate() : Promise.race([once(this.#deflate, 'drain'), this.#written]))
  }

  async end(): Promise<void> {
    this.#throwIfAborted()
    this.#deflate.end()
    await this.#written
    await this.#target.finish()
  }

  async #copyToFile(): Promise<void> {
    for await (const chunk of this.#deflate as AsyncIterable<Buffer>) {
      this.#target.entry.compressed += chunk.length
      await this.#target.append(chunk)
    }
  }

  #throwIfAborted(): void {
    if (!this.#target.signal?.aborted) return
    this.#deflate.destroy()
    this.#target.signal.throwIfAborted()
  }
}
