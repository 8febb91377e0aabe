import { open, readdir, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { isMissing } from '../files/file-error.ts'

const CHUNK = 256 * 1024

/** A full file has the number of its last entry in its name: `audit.000000040213.jsonl`. */
export function fullFileName(path: string, lastSeq: number): string {
  const extension = extname(path)
  return `${path.slice(0, path.length - extension.length)}.${String(lastSeq).padStart(12, '0')}${extension}`
}

/** The files of one log from the oldest to the one that is being written. */
export async function auditFiles(path: string): Promise<string[]> {
  const extension = extname(path)
  const stem = basename(path, extension)
  const names = await readdir(dirname(path))
  const full = names.filter(
    (name) =>
      name.startsWith(`${stem}.`) &&
      name.endsWith(extension) &&
      /^\d{12}$/.test(name.slice(stem.length + 1, name.length - extension.length)),
  )
  const files = full.toSorted().map((name) => join(dirname(path), name))
  return (await exists(path)) ? [...files, path] : files
}

/** The lines of a file, last first, without reading what comes before them. A line without its end is given too. */
export async function* linesFromEnd(path: string): AsyncGenerator<{ line: Buffer; ended: boolean }> {
  await using file = await open(path, 'r')
  let { size: position } = await file.stat()
  let rest = Buffer.alloc(0)
  let ended = false
  while (position > 0) {
    const length = Math.min(CHUNK, position)
    position -= length
    rest = Buffer.concat([await readExactly(file, { position, length }), rest])
    for (let end = rest.lastIndexOf(10); end !== -1; end = rest.lastIndexOf(10)) {
      const line = rest.subarray(end + 1)
      if (ended || line.length > 0) yield { line, ended }
      ended = true
      rest = rest.subarray(0, end)
    }
  }
  if (ended || rest.length > 0) yield { line: rest, ended }
}

async function readExactly(
  file: FileHandle,
  { position, length }: { position: number; length: number },
): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return buffer.subarray(0, read)
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
