import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { safeFileName } from '../../platform/files/paths.ts'

export interface OutgoingFile {
  readonly filename: string
  readonly content: Buffer
  /** By which the HTML shows it as a picture. */
  readonly cid?: string
}

/** What the large providers take at most, before it grows by a third on the way. */
const maxBytes = 25 * 1024 * 1024

export const Attachments = Type.Optional(
  Type.Array(Type.String({ minLength: 1 }), {
    maxItems: 50,
    description: 'Absolute paths of files to attach',
  }),
)

export function reasonToAskAboutFiles(
  paths: readonly string[] | undefined,
  call: ToolCall,
): Promise<string | undefined> {
  return reasonToAsk(
    call,
    (paths ?? []).map((path) => ({ path, name: 'attachments', access: 'read' })),
  )
}

export async function readOutgoingFiles(
  paths: readonly string[] | undefined,
  call: ToolCall,
): Promise<OutgoingFile[]> {
  const files: OutgoingFile[] = []
  let bytes = 0
  for (const given of paths ?? []) {
    await using file = await openInput(given, call, { name: 'attachments' })
    const { path, through } = file
    try {
      const found = file.held.stats
      if (!found.isFile()) {
        throw new AppError(
          'invalid_request',
          `"${path}" is not a file. Pack a folder with COMPRESS_FILES first.`,
        )
      }
      bytes += found.size
      if (bytes > maxBytes) throw tooLarge(path)
      files.push({
        filename: safeFileName(basename(path)),
        content: await readFile(through, { signal: call.signal }),
      })
    } catch (error) {
      throw fileError(error, path)
    }
  }
  return files
}

function tooLarge(path: string): AppError {
  return new AppError(
    'too_large',
    `With "${path}" the attachments exceed ${megabytesText(maxBytes)}, the most mail servers accept. Share the file another way.`,
  )
}
