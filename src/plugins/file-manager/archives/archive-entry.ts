import { AppError } from '../../../contract/errors.ts'
import type { ArchiveLimits } from '../../../platform/archives/archive-limits.ts'
import { safeFileName } from '../../../platform/files/paths.ts'

/** One entry of an archive, as a reader hands it out. Its content must be read before the next entry is asked for. */
export interface ArchiveEntry {
  readonly name: string
  readonly type: 'file' | 'folder' | 'link' | 'other'
  readonly executable: boolean
  readonly modified?: Date
  /** Its compressed size, where each entry is compressed by itself. */
  readonly packedBytes?: number
  readonly content: () => AsyncIterable<Buffer>
}

const deepest = 64

export function damaged(archive: string, cause?: unknown): AppError {
  return new AppError('invalid_request', `"${archive}" is damaged or incomplete. Get the archive again.`, {
    cause,
  })
}

export function unpacksToTooMuch(archive: string): AppError {
  return new AppError(
    'too_large',
    `Didn't extract "${archive}": it unpacks to more than is allowed for an archive of its size.`,
  )
}

/** How many bytes a whole archive may become. Its size on the disk is the one number in it that cannot lie. */
export function unpackedTotal(limits: ArchiveLimits, archiveBytes: number): number {
  return Math.min(limits.totalBytes, archiveBytes * limits.ratio + 1024 * 1024)
}

/**
 * The parts of an entry's path, safe to join to a folder. Whoever wants to write outside is refused with the whole archive;
 * other oddities of a name are cleaned. A leading dot stays: hidden files are part of many archives.
 */
export function entryParts(archive: string, name: string): string[] {
  const path = name.replaceAll('\\', '/')
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\0') || parts.includes('..')) {
    throw new AppError(
      'invalid_request',
      `Didn't extract "${archive}": its entry ${JSON.stringify(name.slice(0, 100))} would be written outside the folder.`,
    )
  }
  if (parts.length > deepest) {
    throw new AppError('invalid_request', `Didn't extract "${archive}": its folders are nested too deep.`)
  }
  return parts.map((part) => (/^\.[^.]/.test(part) ? `.${safeFileName(part.slice(1))}` : safeFileName(part)))
}
