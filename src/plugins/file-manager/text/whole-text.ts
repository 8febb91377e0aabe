import { createHash } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import { bytesText } from '../../../contract/text/numbers.ts'
import type { ToolCall } from '../../../contract/tool.ts'
import { openInput } from '../../../platform/files/input-file.ts'
import { encodeText, type DecodedText } from './text-bytes.ts'
import { binaryType, decodedChunks, detectEncoding, hasByteOrderMark, openRegularFile } from './text-file.ts'

const maxEdited = 10 * 1024 * 1024

export interface WholeText extends DecodedText {
  readonly sha256: string
  readonly modified: number
}

/** A text file as it is, for whoever changes a part of it. */
export async function readWhole(path: string, call: ToolCall): Promise<WholeText> {
  const { signal } = call
  await using input = await openInput(path, call)
  await using file = await openRegularFile(path, input)
  const binary = binaryType(file.start, path)
  if (binary)
    throw new AppError(
      'unsupported_media_type',
      `"${path}" is ${binary.words}. Only text files can be edited.`,
    )
  if (file.bytes > maxEdited)
    throw new AppError(
      'too_large',
      `"${path}" has ${bytesText(file.bytes)}. Only files up to 10 MB can be edited.`,
    )
  const { mtimeMs: modified } = await file.handle.stat()
  const encoding = await detectEncoding(file, signal)
  let text = ''
  for await (const chunk of decodedChunks(file, { encoding, signal })) text += chunk
  const decoded = { text, encoding, hasMark: hasByteOrderMark(file.start) }
  return { ...decoded, sha256: hashOf(encodeText(text, decoded)), modified }
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
