import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { contentKindOf } from '../../platform/documents/content-kind.ts'
import { fileError } from '../../platform/files/file-error.ts'
import type { Documents } from '../documents/documents.ts'
import type { Asked, Attachment } from './answering.ts'

/** What stands in an attached file. */
export interface AttachedText {
  readonly name: string
  readonly text: string
  /** Whether there is more of it. */
  readonly truncated: boolean
}

const MAX_BYTES = 200_000

/** The beginning of an attached file: text as it is, everything else as it was read. Throws why it cannot be read. */
export async function attachedText(
  documents: Pick<Documents, 'open' | 'ingest' | 'read'>,
  attachment: Attachment,
  asked: Asked,
): Promise<AttachedText> {
  const { session_id, signal, provenance } = asked
  const { file_id, path } = attachment
  const plain =
    attachment.document_id === undefined ? await plainText(documents, attachment, asked) : undefined
  if (plain) return plain
  const document_id =
    attachment.document_id ??
    (await documents.ingest({ file_id, path, session_id }, { signal, provenance })).document_id
  const { title, text, characters } = await documents.read(document_id, {
    characters: MAX_BYTES,
    sessionId: session_id,
  })
  return { name: attachment.name ?? title, text, truncated: characters > text.length }
}

async function plainText(
  documents: Pick<Documents, 'open'>,
  { file_id, path, name }: Attachment,
  asked: Asked,
): Promise<AttachedText | undefined> {
  await using file = await documents.open({ file_id, path }, asked)
  const called = name ?? basename(file.path)
  try {
    if (!/^text\/(?!html)/.test(await contentKindOf(file.through, called))) return undefined
    await using held = await open(file.through)
    const { buffer, bytesRead } = await held.read({ buffer: Buffer.alloc(MAX_BYTES), position: 0 })
    const text = buffer.subarray(0, bytesRead).toString('utf8')
    return { name: called, text, truncated: file.held.stats.size > bytesRead }
  } catch (error) {
    throw fileError(error, file.path)
  }
}
