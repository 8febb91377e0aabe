import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { namedPath } from './held.ts'

/** The system's word for what went wrong, e.g. `ENOENT`. */
export function errorCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function isMissing(error: unknown): boolean {
  const code = errorCodeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** A failure of the file system as a sentence that names the file; anything else comes back as it was. */
export function fileError(error: unknown, path: string): unknown {
  if (error instanceof AppError) return error
  const known = sentences[errorCodeOf(error) ?? '']
  return known ? new AppError(known.code, known.sentence(namedPath(path)), { cause: error }) : error
}

const sentences: Readonly<Record<string, { code: ErrorCode; sentence: (path: string) => string }>> = {
  ENOENT: { code: 'not_found', sentence: (path) => `No file or folder "${path}".` },
  ENOTDIR: { code: 'conflict', sentence: (path) => `Part of "${path}" is a file, not a folder.` },
  EEXIST: { code: 'conflict', sentence: (path) => `"${path}" already exists.` },
  EISDIR: { code: 'conflict', sentence: (path) => `"${path}" is a folder. Name a file in it.` },
  ENOTEMPTY: { code: 'conflict', sentence: (path) => `The folder "${path}" is not empty.` },
  EACCES: { code: 'forbidden', sentence: noPermission },
  EPERM: { code: 'forbidden', sentence: noPermission },
  EROFS: { code: 'forbidden', sentence: (path) => `"${path}" is on a read-only disk.` },
  ENAMETOOLONG: {
    code: 'invalid_request',
    sentence: (path) => `The path "${path}" is too long for this disk.`,
  },
  EINVAL: { code: 'invalid_request', sentence: (path) => `This disk doesn't accept the name "${path}".` },
  EILSEQ: { code: 'invalid_request', sentence: (path) => `This disk doesn't accept the name "${path}".` },
  ELOOP: { code: 'invalid_request', sentence: (path) => `The links at "${path}" form a loop.` },
  ENXIO: { code: 'conflict', sentence: (path) => `"${path}" is a device or a socket, not a file.` },
  EOPNOTSUPP: { code: 'conflict', sentence: (path) => `The disk of "${path}" doesn't support that.` },
  EBUSY: { code: 'conflict', sentence: (path) => `"${path}" is in use by another program.` },
  ETXTBSY: { code: 'conflict', sentence: (path) => `"${path}" is a running program.` },
  EFBIG: { code: 'too_large', sentence: (path) => `"${path}" would be larger than this disk allows.` },
  ENOSPC: { code: 'storage_full', sentence: diskFull },
  EDQUOT: { code: 'storage_full', sentence: diskFull },
  EIO: {
    code: 'storage_failed',
    sentence: (path) => `The disk failed at "${path}". Check it and try again.`,
  },
  EMFILE: { code: 'overloaded', sentence: () => 'Too many open files. Try again in a moment.' },
  ENFILE: { code: 'overloaded', sentence: () => 'Too many open files. Try again in a moment.' },
}

function noPermission(path: string): string {
  return `Permission denied: "${path}".`
}

function diskFull(path: string): string {
  return `The disk of "${path}" is full. Free some space and try again.`
}
