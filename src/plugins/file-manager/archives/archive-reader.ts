import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import { AppError } from '../../../contract/errors.ts'
import type { ArchiveLimits } from '../../../platform/archives/archive-limits.ts'
import type { InputFile } from '../../../platform/files/input-file.ts'
import { damaged, unpackedTotal, unpacksToTooMuch, type ArchiveEntry } from './archive-entry.ts'
import { ByteReader } from './byte-reader.ts'
import { signatureType } from '../file-type.ts'
import { blockBytes } from './tar-format.ts'
import { isTarHeader, readTar } from './tar-reader.ts'
import { openRegularFile } from '../text/text-file.ts'
import { readZip } from './zip-reader.ts'

/** What a tar archive spends on an entry beside its content, at most. */
const headerBytes = 4096

export interface OpenedArchive {
  readonly bytes: number
  readonly entries: AsyncIterable<ArchiveEntry>
}

/** Tells the format by the content, whatever the name says. The file is held until the last entry was read. */
export async function openArchive(
  path: string,
  { input, limits, signal }: { input: InputFile; limits: ArchiveLimits; signal: AbortSignal },
): Promise<OpenedArchive> {
  const { through } = input
  await using file = await openRegularFile(path, input)
  const archive = basename(path)
  const { bytes, start } = file
  if (bytes > limits.fileBytes) {
    throw new AppError(
      'too_large',
      `"${archive}" is larger than ${limits.fileBytes} bytes. Extract it manually.`,
    )
  }
  if (start.subarray(0, 2).toString('latin1') === 'PK') {
    return { bytes, entries: readZip(through, { archive, limits }) }
  }
  if (start[0] === 0x1f && start[1] === 0x8b) {
    const most = unpackedTotal(limits, bytes) + limits.entries * headerBytes
    return { bytes, entries: readCompressed(unpacked(through, { archive, most, signal }), archive) }
  }
  if (isTarHeader(start.subarray(0, blockBytes))) {
    const chunks = createReadStream(through, { signal }) as AsyncIterable<Buffer>
    return { bytes, entries: readTar(new ByteReader(chunks), archive) }
  }
  const what = signatureType(start, path)?.words ?? 'not an archive'
  throw new AppError(
    'unsupported_media_type',
    `"${archive}" is ${what}. Only zip, tar, tar.gz and gz archives can be extracted.`,
  )
}

async function* readCompressed(chunks: AsyncIterable<Buffer>, archive: string): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(chunks)
  if (isTarHeader(await reader.peek(blockBytes))) {
    yield* readTar(reader, archive)
    return
  }
  // The name that a gzip file may carry is not the one a person knows it by.
  const name = archive.replace(/\.gz$/i, '')
  yield { name, type: 'file', executable: false, content: () => reader.stream() }
}

async function* unpacked(
  path: string,
  { archive, most, signal }: { archive: string; most: number; signal: AbortSignal },
): AsyncGenerator<Buffer> {
  let bytes = 0
  const packed = createReadStream(path, { signal })
  const unpacker = createGunzip()
  packed.on('error', (error) => unpacker.destroy(error))
  try {
    for await (const chunk of packed.pipe(unpacker) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      // Entries that are left out are unpacked too, just to get past them.
      if (bytes > most) throw unpacksToTooMuch(archive)
      yield chunk
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^Z_|^ERR_/.test(String(error.code)))
      throw damaged(archive, error)
    throw error
  } finally {
    packed.destroy()
    unpacker.destroy()
  }
}
