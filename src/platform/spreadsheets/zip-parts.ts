import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { AppError } from '../../contract/errors.ts'
import { unpackedLimit, type ArchiveLimits } from '../archives/archive-limits.ts'
import { assertZip } from '../archives/file-signature.ts'
import {
  damaged,
  readAt,
  readZipDirectory,
  type ZipEntry,
  type ZipSource,
} from '../archives/zip-directory.ts'
import { dataOffset } from '../archives/zip-unpacking.ts'
import { errorCodeOf, fileError } from '../files/file-error.ts'
import { namedPath } from '../files/held.ts'

const MiB = 1024 * 1024
const stored = 0
const deflated = 8
const chunkBytes = 128 * 1024

/**
 * Sheets are read row by row and never kept, so they may be large; what must be kept has its own limits. The ratio
 * still tells a bomb from a sheet.
 */
export const spreadsheetLimits: ArchiveLimits = {
  fileBytes: 1024 * MiB,
  entries: 5_000,
  entryBytes: 8192 * MiB,
  totalBytes: 32_768 * MiB,
  ratio: 100,
}

/** The parts of a spreadsheet file, each of them read piece by piece and left as soon as nobody wants more of it. */
export class ZipParts implements AsyncDisposable {
  /** How messages call the file. */
  readonly label: string
  readonly #source: ZipSource
  readonly #entries: ReadonlyMap<string, ZipEntry>

  private constructor(source: ZipSource, entries: ReadonlyMap<string, ZipEntry>) {
    this.#source = source
    this.#entries = entries
    this.label = source.label
  }

  /** `kind` is what the file should be, for messages. */
  static async open(path: string, kind: string): Promise<ZipParts> {
    const file = await openFile(path)
    try {
      const source = { file, bytes: (await file.stat()).size, label: `"${basename(namedPath(path))}"` }
      if (source.bytes > spreadsheetLimits.fileBytes) throw tooLarge(source.label)
      await assertZip(source, kind)
      return new ZipParts(source, await readZipDirectory(source, spreadsheetLimits))
    } catch (error) {
      await file.close()
      throw error
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Declared sizes are not believed: bytes are counted as they come, and the checksum must be right at the end. */
  async *chunks(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name)
    if (!entry) throw new Error(`The archive has no entry ${name}.`)
    const limit = unpackedLimit(spreadsheetLimits, entry.packedBytes)
    if (entry.declaredBytes > limit) throw tooLarge(this.label)
    let [bytes, crc] = [0, 0]
    try {
      for await (const chunk of await this.#unpacked(entry)) {
        bytes += chunk.length
        crc = crc32(chunk, crc)
        if (bytes > limit) throw tooLarge(this.label)
        yield chunk
      }
    } catch (error) {
      throw errorCodeOf(error)?.startsWith('Z_') ? damaged(this.label, error) : error
    }
    if (crc !== entry.crc) throw damaged(this.label)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source.file.close()
  }

  async #unpacked(entry: ZipEntry): Promise<AsyncIterable<Buffer>> {
    const packed = this.#packed(entry, await dataOffset(this.#source, entry))
    if (entry.method === stored) return packed
    if (entry.method !== deflated) {
      throw new AppError(
        'unsupported_media_type',
        `${this.label} uses an unsupported compression (method ${entry.method}).`,
      )
    }
    const inflate = createInflateRaw({ chunkSize: chunkBytes })
    // What goes wrong comes out of the loop over `inflate`; nobody waits for the pipeline itself.
    pipeline(Readable.from(packed, { objectMode: false }), inflate, () => {})
    return inflate
  }

  async *#packed(entry: ZipEntry, offset: number): AsyncGenerator<Buffer> {
    for (let done = 0; done < entry.packedBytes; done += chunkBytes) {
      const bytes = Math.min(chunkBytes, entry.packedBytes - done)
      yield await readAt(this.#source, { offset: offset + done, bytes })
    }
  }
}

async function openFile(path: string) {
  try {
    // Asked before opening: to open a pipe would wait for somebody to write into it.
    if (!(await stat(path)).isFile()) {
      throw new AppError('conflict', `"${namedPath(path)}" is a folder or a device, not a file.`)
    }
    return await open(path, 'r')
  } catch (error) {
    throw fileError(error, path)
  }
}

function tooLarge(label: string): AppError {
  return new AppError(
    'too_large',
    `${label} is too large, or unpacks to far more than it should, so it wasn't opened.`,
  )
}
