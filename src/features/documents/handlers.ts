import type { Call, Handlers, UploadedPart } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { documentsContract } from './contract.ts'
import type { Documents } from './documents.ts'
import type { UploadedFile } from './uploads.ts'

export function documentsHandlers({
  documents,
}: {
  documents: Documents
}): Handlers<typeof documentsContract> {
  return {
    upload: ({ body }, call) =>
      call.parts ? uploadPart(documents, call.parts, call) : uploadText(documents, body, call),
    ingest: ({ body }, call) => documents.ingest(body, call),
    thumbnail: ({ query: { edge = 256, ...request } }, { signal, provenance }) =>
      documents.thumbnail(request, { signal, provenance, edge }),
    list: ({ query: { query, ...page } }) =>
      query === undefined ? documents.list(page) : documents.search(query, page),
    async remove({ params }) {
      await documents.remove(params.document_id)
      return { document_id: params.document_id, deleted: true }
    },
  }
}

/** Every part is read to its end, also those that are refused: the connection could not be used again otherwise. */
async function uploadPart(
  documents: Documents,
  parts: AsyncIterable<UploadedPart>,
  { signal }: Call,
): Promise<UploadedFile> {
  let saved: UploadedFile | undefined
  let refusal: string | undefined
  for await (const { field, filename, stream, truncated } of parts) {
    if (field === 'file' && saved === undefined) {
      saved = await documents.upload({ filename, chunks: stream, truncated }, { signal })
      continue
    }
    refusal ??=
      field === 'file'
        ? 'The upload has several files. Send one at a time.'
        : `The upload has a part named "${field}". Send the file as a part named "file", and nothing else.`
    for await (const _ of stream);
  }
  if (refusal !== undefined && saved) await documents.discard(saved.file_id)
  if (refusal === undefined && saved) return saved
  throw new AppError('invalid_request', refusal ?? 'The upload has no file. Send it as a part named "file".')
}

async function uploadText(
  documents: Documents,
  { filename, content_base64: text }: { filename: string; content_base64: string },
  { signal }: Call,
): Promise<UploadedFile> {
  const content = Buffer.from(text, 'base64')
  // Characters that are not base64 are skipped by the decoder, so they show in a length that does not fit.
  const padding = /={0,2}$/.exec(text.slice(-2))![0].length
  if (text.length % 4 !== 0 || content.length !== (text.length / 4) * 3 - padding) {
    throw new AppError('invalid_request', 'content_base64 is not valid base64.')
  }
  return documents.upload({ filename, chunks: [content] }, { signal })
}
