import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Provenance } from '../../contract/endpoint.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import type { Attachment } from '../../features/channels/showing.ts'
import type { Documents } from '../../features/documents/documents.ts'
import type { SentFile } from '../../platform/correspondence/cards/chat-blocks.ts'
import { readingHandle } from '../../platform/files/input-file.ts'
import { safeFileName } from '../../platform/files/paths.ts'

/** Less than any of the chats takes, and as much as they send to us. */
const MAX_FILE_BYTES = 20 * 1024 * 1024

const TOO_LARGE = `It is larger than ${megabytesText(MAX_FILE_BYTES)}. It is in Deskhand on your computer.`

/** Said in a chat, where nobody should read the paths of this machine. */
const reasons: Partial<Record<ErrorCode, string>> = {
  not_found: 'It is no longer there.',
  forbidden: 'It is in a place that is not sent from. Open it in Deskhand on your computer.',
  too_large: TOO_LARGE,
  invalid_request: 'It is empty.',
}

/** The file that an answer names, read with the rights of whoever asked; an AppError says to them why not. */
export async function fileOf(
  { path, file_id }: SentFile,
  provenance: Provenance,
  documents: Pick<Documents, 'open'>,
): Promise<Attachment> {
  try {
    await using file = await documents.open({ path, file_id }, { provenance })
    await using handle = await readingHandle(file.path, file)
    if (file.held.stats.size > MAX_FILE_BYTES) throw new AppError('too_large', TOO_LARGE)
    // Not past the limit, also when the file grows.
    const bytes = await buffer(handle.createReadStream({ end: MAX_FILE_BYTES, autoClose: false }))
    if (bytes.length > MAX_FILE_BYTES) throw new AppError('too_large', TOO_LARGE)
    if (bytes.length === 0) throw new AppError('invalid_request', 'It is empty.')
    return { bytes, name: safeFileName(basename(file.path)), isPhoto: false }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, reasons[error.code] ?? "It can't be read.", { cause: error })
  }
}
