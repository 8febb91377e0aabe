import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { unpackedLimit, type ArchiveLimits } from '../../../platform/archives/archive-limits.ts'
import { errorCodeOf } from '../../../platform/files/file-error.ts'
import type { Held } from '../../../platform/files/held.ts'
import { entryOf, holdBelow } from '../../../platform/files/held-place.ts'
import type { OpenedArchive } from './archive-reader.ts'
import { entryParts, unpackedTotal, unpacksToTooMuch, type ArchiveEntry } from './archive-entry.ts'
import { tooManyEntries } from './zip-reader.ts'

export interface ExtractionOptions {
  /** The archive's name, for messages. */
  readonly archive: string
  readonly limits: ArchiveLimits
  readonly signal: AbortSignal
  /** Why an entry must not be written; gets its path below the folder. */
  readonly reasonToSkip: (path: string) => Promise<string | undefined>
  readonly onFile: (files: number) => void
}

export interface Extracted {
  /** Paths of the files below the folder. */
  readonly files: string[]
  readonly folders: string[]
  readonly skipped: { name: string; reason: string }[]
  bytes: number
}

/** Unpacks an archive into an empty folder that nobody else knows of yet. */
export async function extractInto(
  folder: Held,
  opened: OpenedArchive,
  options: ExtractionOptions,
): Promise<Extracted> {
  const extracted: Extracted = { files: [], folders: [], skipped: [], bytes: 0 }
  const most = unpackedTotal(options.limits, opened.bytes)
  let seen = 0
  for await (const entry of opened.entries) {
    options.signal.throwIfAborted()
    seen += 1
    if (seen > options.limits.entries) throw tooManyEntries(options.archive, options.limits)
    const path = join(...entryParts(options.archive, entry.name), '.')
    if (path === '.') continue
    const reason = unsupportedReason(entry) ?? (await options.reasonToSkip(path))
    if (reason !== undefined) extracted.skipped.push({ name: entry.name, reason })
    else if (entry.type === 'folder') await makeFolder(folder, { path, extracted, archive: options.archive })
    else {
      await makeFolder(folder, { path: dirname(path), extracted, archive: options.archive })
      extracted.bytes += await writeEntry({ folder, path }, entry, {
        ...options,
        left: most - extracted.bytes,
      })
      extracted.files.push(path)
      options.onFile(extracted.files.length)
    }
  }
  return extracted
}

function unsupportedReason({ type }: ArchiveEntry): string | undefined {
  if (type === 'link') return 'Links are not extracted because they can point anywhere.'
  return type === 'other' ? 'It is neither a file nor a folder.' : undefined
}

async function makeFolder(
  folder: Held,
  { path, extracted, archive }: { path: string; extracted: Extracted; archive: string },
): Promise<void> {
  if (path === '.') return
  try {
    await using chain = await holdBelow(folder, path, { make: true })
    if (chain.made.length > 0) extracted.folders.push(path)
  } catch (error) {
    throw isTaken(error) ? twice(archive, path) : error
  }
}

async function writeEntry(
  { folder, path }: { folder: Held; path: string },
  entry: ArchiveEntry,
  { archive, limits, left, signal }: ExtractionOptions & { left: number },
): Promise<number> {
  const own = entry.packedBytes === undefined ? limits.entryBytes : unpackedLimit(limits, entry.packedBytes)
  let bytes = 0
  try {
    // Neither set-user-id nor world-writable ever comes out of an archive: only whether it is a program.
    await using chain = await holdBelow(folder, dirname(path))
    await using file = await open(
      entryOf(chain.folder, basename(path)).at,
      'wx',
      entry.executable ? 0o777 : 0o666,
    )
    for await (const chunk of entry.content()) {
      signal.throwIfAborted()
      bytes += chunk.length
      if (bytes > Math.min(own, left)) throw unpacksToTooMuch(archive)
      await file.writeFile(chunk)
    }
    if (entry.modified && !Number.isNaN(entry.modified.getTime()))
      await file.utimes(entry.modified, entry.modified)
    await file.sync()
  } catch (error) {
    throw isTaken(error) ? twice(archive, basename(path)) : error
  }
  return bytes
}

function isTaken(error: unknown): boolean {
  const isFolderTaken = error instanceof AppError && error.code === 'conflict'
  return isFolderTaken || ['EEXIST', 'ENOTDIR', 'EISDIR'].includes(errorCodeOf(error) ?? '')
}

function twice(archive: string, name: string): AppError {
  return new AppError('invalid_request', `Didn't extract "${archive}": it has two entries called "${name}".`)
}
