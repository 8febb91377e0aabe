import type { FileHandle } from 'node:fs/promises'
import { fileError } from '../../../platform/files/file-error.ts'
import { readingHandle, type InputFile } from '../../../platform/files/input-file.ts'
import { looksBinary, signatureType, sniffedBytes, unknownBinary, type FileType } from '../file-type.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface OpenedFile extends AsyncDisposable {
  readonly handle: FileHandle
  readonly bytes: number
  /** The first bytes, for telling what it is. */
  readonly start: Buffer
}

const chunkBytes = 256 * 1024

/** Opens a regular file that is held; a pipe or device would block or never end. */
export async function openRegularFile(path: string, input: Pick<InputFile, 'held'>): Promise<OpenedFile> {
  const handle = await readingHandle(path, input)
  try {
    const stats = await handle.stat()
    const buffer = Buffer.alloc(sniffedBytes)
    const { bytesRead } = await handle.read(buffer, 0, sniffedBytes, 0)
    return {
      handle,
      bytes: stats.size,
      start: buffer.subarray(0, bytesRead),
      [Symbol.asyncDispose]: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw fileError(error, path)
  }
}

/** The type of a file that is not text; undefined for text. */
export function binaryType(start: Buffer, path: string): FileType | undefined {
  if (markedEncoding(start)) return undefined
  const known = signatureType(start, path)
  if (known) return known
  return looksBinary(start) ? unknownBinary : undefined
}

/** UTF-8 unless a mark says otherwise or the bytes are not valid UTF-8; then the old Western encoding. */
export async function detectEncoding(file: OpenedFile, signal: AbortSignal): Promise<Encoding> {
  const marked = markedEncoding(file.start)
  if (marked) return marked
  try {
    for await (const text of decodedChunks(file, { encoding: 'utf-8', fatal: true, signal })) void text
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

export interface DecodeOptions {
  readonly encoding: Encoding
  readonly signal: AbortSignal
  /** Throws a TypeError at bytes that the encoding does not have. */
  readonly fatal?: boolean
}

/** The text of a file, piece by piece, without its byte order mark. */
export async function* decodedChunks(file: OpenedFile, options: DecodeOptions): AsyncGenerator<string> {
  const decoder = new TextDecoder(options.encoding, { fatal: options.fatal ?? false })
  const buffer = Buffer.alloc(chunkBytes)
  for (let position = 0; ;) {
    options.signal.throwIfAborted()
    const { bytesRead } = await file.handle.read(buffer, 0, chunkBytes, position)
    if (bytesRead === 0) break
    position += bytesRead
    yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true })
  }
  yield decoder.decode()
}

export function hasByteOrderMark(start: Buffer): boolean {
  return markedEncoding(start) !== undefined
}

function markedEncoding(start: Buffer): Encoding | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8'
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return undefined
}
