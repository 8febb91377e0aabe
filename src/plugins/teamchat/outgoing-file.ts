import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { openHeld } from '../../platform/files/held.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { safeFileName } from '../../platform/files/paths.ts'

/** What Slack takes at most. */
export const maxUploadBytes = 1024 * 1024 * 1024

export interface OutgoingFile extends AsyncDisposable {
  readonly name: string
  readonly size: number
  /** All of it, in pieces; it fails when the file is cut shorter meanwhile. */
  bytes(): AsyncGenerator<Uint8Array>
}

export async function openOutgoingFile(given: string, call: ToolCall): Promise<OutgoingFile> {
  await using file = await openInput(given, call, { name: 'file_path' })
  const { path } = file
  try {
    // Looked at first: opening a pipe would wait for somebody to write into it.
    assertFile(path, file.held.stats)
    const handle = await openHeld(file.held)
    try {
      return outgoing(handle, { path, size: assertFile(path, await handle.stat()), call })
    } catch (error) {
      await handle.close()
      throw error
    }
  } catch (error) {
    throw fileError(error, path)
  }
}

function assertFile(path: string, found: { isFile(): boolean; size: number }): number {
  if (!found.isFile()) {
    const sentence = `"${path}" is not a file. Pack a folder with COMPRESS_FILES first.`
    throw new AppError('invalid_request', sentence)
  }
  if (found.size === 0)
    throw new AppError('invalid_request', `"${path}" is empty, and Slack doesn't accept empty files.`)
  if (found.size <= maxUploadBytes) return found.size
  throw new AppError('too_large', `"${path}" is larger than 1 GB, Slack's limit.`)
}

function outgoing(
  handle: FileHandle,
  { path, size, call }: { path: string; size: number; call: ToolCall },
): OutgoingFile {
  return {
    name: safeFileName(basename(path)),
    size,
    async *bytes() {
      let sent = 0
      // Not past the size that was announced, also when the file grows.
      for await (const piece of handle.createReadStream({ start: 0, end: size - 1, autoClose: false })) {
        const chunk = piece as Buffer
        sent += chunk.length
        call.progress({ fraction: sent / size, message: `${basename(path)}: ${sent} of ${size} bytes` })
        yield chunk
      }
      if (sent < size) throw new AppError('conflict', `"${path}" changed while it was being sent. Try again.`)
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}
