import type { Entry, ZipFile } from 'yauzl'
import { crc32 } from 'node:zlib'
import { AppError } from '../../../contract/errors.ts'
import type { ArchiveLimits } from '../../../platform/archives/archive-limits.ts'
import { damaged, type ArchiveEntry } from './archive-entry.ts'

const typeMask = 0o170000
const linkType = 0o120000
const folderType = 0o040000
const fileType = 0o100000

/** The entries of a zip file by its directory, the only part that says what it holds. */
export async function* readZip(
  path: string,
  { archive, limits }: { archive: string; limits: ArchiveLimits },
): AsyncGenerator<ArchiveEntry> {
  const { openPromise } = await import('yauzl')
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true })
    if (zip.entryCount > limits.entries) throw tooManyEntries(archive, limits)
    let packed = 0
    for await (const entry of zip.eachEntry()) {
      packed += entry.compressedSize
      // Entries that share their bytes: the mark of a bomb.
      if (packed > zip.fileSize) throw damaged(archive)
      yield entryOf(zip, { entry, archive })
    }
  } catch (error) {
    throw asSentence(error, archive)
  } finally {
    zip?.close()
  }
}

export function tooManyEntries(archive: string, { entries }: ArchiveLimits): AppError {
  return new AppError('too_large', `"${archive}" has more than ${entries} entries. Extract it manually.`)
}

function entryOf(zip: ZipFile, { entry, archive }: { entry: Entry; archive: string }): ArchiveEntry {
  const mode = entry.externalFileAttributes >>> 16
  return {
    name: entry.fileName,
    type: entryType(entry.fileName, mode),
    executable: (mode & 0o111) !== 0,
    modified: entry.getLastModDate(),
    packedBytes: entry.compressedSize,
    content: () => readContent(zip, { entry, archive }),
  }
}

function entryType(name: string, mode: number): ArchiveEntry['type'] {
  const type = mode & typeMask
  if (type === linkType) return 'link'
  if (name.endsWith('/') || type === folderType) return 'folder'
  return type === 0 || type === fileType ? 'file' : 'other'
}

async function* readContent(
  zip: ZipFile,
  { entry, archive }: { entry: Entry; archive: string },
): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) {
    throw new AppError('unsupported_media_type', `"${archive}" is password-protected. Extract it manually.`)
  }
  let sum = 0
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    throw asSentence(error, archive)
  }
  if (sum !== entry.crc32) throw damaged(archive)
}

function asSentence(error: unknown, archive: string): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if (/relative path|absolute path|characters in file ?name/i.test(error.message)) {
    return new AppError(
      'invalid_request',
      `Didn't extract "${archive}": one of its entries would be written outside the folder.`,
      { cause: error },
    )
  }
  if (/unsupported compression method/i.test(error.message)) {
    return new AppError('unsupported_media_type', `"${archive}" uses an unsupported compression method.`, {
      cause: error,
    })
  }
  // What the disk says has a code of its own; the rest is about the bytes of the archive.
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return error
  return error.name === 'AbortError' ? error : damaged(archive, error)
}
