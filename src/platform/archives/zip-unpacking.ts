import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib'
import { AppError } from '../../contract/errors.ts'
import { errorCodeOf } from '../files/file-error.ts'
import { damaged, readAt, type ZipEntry, type ZipSource } from './zip-directory.ts'

/** An entry as it lies in its archive, to be copied without unpacking. */
export interface PackedEntry {
  readonly source: ZipSource
  readonly entry: ZipEntry
}

const inflate = promisify(inflateRaw)
const stored = 0
const deflated = 8
const chunkBytes = 256 * 1024

/** Where the compressed bytes begin: only the header in front of them knows. */
export async function dataOffset(source: ZipSource, entry: ZipEntry): Promise<number> {
  const header = await readAt(source, { offset: entry.headerOffset, bytes: 30 })
  if (header.readUInt32LE(0) !== 0x04034b50) throw damaged(source.label)
  return entry.headerOffset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
}

export async function unpackedBytes({ source, entry }: PackedEntry, limit: number): Promise<Buffer> {
  if (entry.declaredBytes > limit || entry.packedBytes > limit) throw entryTooLarge({ source, entry })
  const packed = await readAt(source, { offset: await dataOffset(source, entry), bytes: entry.packedBytes })
  const bytes = await inflated(packed, { source, entry, limit })
  if (crc32(bytes) !== entry.crc) throw damaged(source.label)
  return bytes
}

export async function* unpackedChunks({ source, entry }: PackedEntry, limit: number): AsyncGenerator<Buffer> {
  if (entry.method !== stored && entry.method !== deflated) throw unknownMethod({ source, entry })
  const offset = await dataOffset(source, entry)
  const packed = Readable.from(packedChunks({ source, entry }, offset), { objectMode: false })
  const unpacked = entry.method === stored ? packed : inflating(packed)
  let bytes = 0
  let crc = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      bytes += chunk.length
      crc = crc32(chunk, crc)
      if (bytes > limit) throw entryTooLarge({ source, entry })
      yield chunk
    }
  } catch (error) {
    throw isDataError(error) ? damaged(source.label, error) : error
  }
  if (crc !== entry.crc) throw damaged(source.label)
}

/** By a pipeline, which also ends both sides when the reader leaves early; `compose` would throw where nobody catches. */
function inflating(packed: Readable): Readable {
  const inflate = createInflateRaw()
  // The reader of the stream is told of its errors; here there is nothing to add.
  pipeline(packed, inflate, () => {})
  return inflate
}

/** UTF-8 unless a byte order mark says UTF-16. */
export function decodeText(bytes: Buffer, label: string): string {
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.toString('hex', 0, 2)] ?? 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: encoding === 'utf-8' }).decode(bytes)
    if (encoding === 'utf-8') return text
    // Whatever is written back is UTF-8, so the declaration may not go on saying otherwise.
    return text.replace(/^(<\?xml[^>]*?encoding=)(["'])utf-16(?:le|be)?\2/i, '$1$2UTF-8$2')
  } catch (error) {
    throw damaged(label, error)
  }
}

async function inflated(
  packed: Buffer,
  { source, entry, limit }: PackedEntry & { limit: number },
): Promise<Buffer> {
  if (entry.method === stored) return packed
  if (entry.method !== deflated) throw unknownMethod({ source, entry })
  try {
    return await inflate(packed, { maxOutputLength: limit })
  } catch (error) {
    if (error instanceof RangeError) throw entryTooLarge({ source, entry })
    throw damaged(source.label, error)
  }
}

async function* packedChunks({ source, entry }: PackedEntry, offset: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < entry.packedBytes; done += chunkBytes) {
    yield await readAt(source, {
      offset: offset + done,
      bytes: Math.min(chunkBytes, entry.packedBytes - done),
    })
  }
}

function isDataError(error: unknown): boolean {
  const code = errorCodeOf(error)
  return code !== undefined && code.startsWith('Z_')
}

function unknownMethod({ source, entry }: PackedEntry): AppError {
  return new AppError(
    'unsupported_media_type',
    `${source.label} uses an unsupported compression (method ${entry.method}).`,
  )
}

function entryTooLarge({ source, entry }: PackedEntry): AppError {
  return new AppError(
    'too_large',
    `${source.label} unpacks to far more than it should ("${entry.name}"), so it wasn't opened.`,
  )
}
