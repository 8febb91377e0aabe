import { Type, type Static } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import {
  closed,
  exactlyOne,
  identifier,
  nextCursor,
  nullable,
  pageQuery,
  timestamp,
} from '../../contract/schema.ts'

const documentId = identifier('Identifier of the document')

const documentMembers = {
  document_id: documentId,
  title: Type.String({ description: 'Title in the document, or else the file name' }),
  mime_type: Type.String({ description: 'File type, detected from the content' }),
  characters: Type.Integer({ minimum: 0, description: 'Length of the extracted text' }),
  chunks: Type.Integer({ minimum: 0, description: 'Number of parts the text was split into for search' }),
}

const Document = Type.Object(
  {
    ...documentMembers,
    path: nullable(Type.String(), {
      description: 'Where the file was; null for an upload that was discarded',
    }),
    session_id: nullable(identifier('Conversation'), {
      description: 'The conversation it belongs to, if only one',
    }),
    created_at: timestamp('When it was ingested'),
    matches: Type.Optional(
      Type.Array(
        Type.Object({
          chunk: Type.Integer({ minimum: 0, description: 'The matching part, counted from 0' }),
          text: Type.String({ description: 'The matching text, shortened' }),
          score: Type.Number({ description: 'Relevance; higher is better' }),
        }),
        { description: 'With query: matches, best first' },
      ),
    ),
  },
  { $id: 'Document', description: 'An ingested document' },
)

const exampleDocument: Static<typeof Document> = {
  document_id: 'doc_8f3j6d1s9k',
  title: 'Rental agreement',
  mime_type: 'application/pdf',
  characters: 18_204,
  chunks: 14,
  path: '/home/ada/Documents/rental.pdf',
  session_id: null,
  created_at: '2026-03-02T09:30:00Z',
}

export const documentsContract = defineContract({
  upload: {
    method: 'POST',
    path: '/api/upload',
    summary: 'Upload a file',
    description:
      'As multipart/form-data with one part named file, streamed to disk, or as JSON with the content in base64. ' +
      'The file type is detected from the content, not the name.',
    body: closed({
      filename: Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'File name; folders in it are dropped',
      }),
      content_base64: Type.String({ description: 'Content of the file in base64' }),
    }),
    bodyKind: 'json_or_multipart',
    bodyLimit: limits.upload_bytes.value,
    result: Type.Object({
      file_id: identifier('Identifies the file in later calls, e.g. POST /api/file-ingest'),
      filename: Type.String({ description: 'File name, sanitized' }),
      path: Type.String({ description: 'Where it is stored on this machine' }),
      size: Type.Integer({ minimum: 0, description: 'Bytes' }),
      mime_type: Type.String({ description: 'File type, detected from the content' }),
      sha256: Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'SHA-256 of the content, in hexadecimal',
      }),
    }),
    errors: ['too_large', 'unsupported_media_type', 'storage_full'],
    idempotencyKey: true,
    example: {
      body: { filename: 'hello.txt', content_base64: 'aGVsbG8=' },
      result: {
        file_id: 'file_5w9q2z7x4c',
        filename: 'hello.txt',
        path: '/home/ada/.local/share/deskhand/uploads/file_5w9q2z7x4c/hello.txt',
        size: 5,
        mime_type: 'text/plain',
        sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      },
    },
  },

  ingest: {
    method: 'POST',
    path: '/api/file-ingest',
    summary: 'Read a file so chat and workflows can use it',
    description:
      'Text, Markdown, CSV, PDF, DOCX, XLSX, PPTX, HTML, EML and images. The same content twice is one document. ' +
      'Give exactly one of path and file_id.',
    body: closed(
      {
        path: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 4096,
            description: 'Absolute path on this machine; ~ is expanded',
          }),
        ),
        file_id: Type.Optional(identifier('A file from POST /api/upload')),
        session_id: Type.Optional(identifier('The conversation that may use it; all of them by default')),
      },
      exactlyOne(['path', 'file_id']),
    ),
    result: Type.Object({
      ...documentMembers,
      preview: Type.String({ description: 'Beginning of the text' }),
    }),
    errors: ['not_found', 'too_large', 'unsupported_media_type', 'forbidden'],
    idempotencyKey: true,
    example: {
      body: { path: '~/Documents/rental.pdf' },
      result: {
        document_id: exampleDocument.document_id,
        title: exampleDocument.title,
        mime_type: exampleDocument.mime_type,
        characters: exampleDocument.characters,
        chunks: exampleDocument.chunks,
        preview: 'Rental agreement between the parties named below …',
      },
    },
  },

  thumbnail: {
    method: 'GET',
    path: '/api/thumbnail',
    summary: 'Get a small version of a picture',
    description:
      'Of a PNG, JPEG, GIF, WebP, TIFF, AVIF or SVG file that you may read: upright, without what the camera noted. Give ' +
      'exactly one of path and file_id.',
    query: Type.Object(
      {
        path: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 4096,
            description: 'Absolute path on this machine; ~ is expanded',
          }),
        ),
        file_id: Type.Optional(identifier('A file from POST /api/upload')),
        edge: Type.Optional(
          Type.Integer({ default: 256, minimum: 16, maximum: 1024, description: 'Longest side in pixels' }),
        ),
      },
      exactlyOne(['path', 'file_id']),
    ),
    result: Type.Object({
      media_type: Type.String({ description: 'image/png or image/jpeg' }),
      data: Type.String({ description: 'The picture in base64' }),
      width: Type.Integer({ minimum: 1, description: 'Its width in pixels' }),
      height: Type.Integer({ minimum: 1, description: 'Its height in pixels' }),
      full_width: Type.Integer({ minimum: 1, description: 'Width of the file in pixels' }),
      full_height: Type.Integer({ minimum: 1, description: 'Height of the file in pixels' }),
    }),
    errors: ['not_found', 'forbidden', 'too_large', 'unsupported_media_type'],
    example: {
      query: { path: '~/Pictures/oslo.jpg' },
      result: {
        media_type: 'image/jpeg',
        data: '/9j/4AAQSkZJRg==',
        width: 256,
        height: 192,
        full_width: 4032,
        full_height: 3024,
      },
    },
  },

  list: {
    method: 'GET',
    path: '/api/documents',
    summary: 'List or search ingested documents',
    description: 'Newest first; with query best match first, with the matching passages.',
    query: Type.Object({
      query: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, description: 'Words to find in the text' }),
      ),
      ...pageQuery({ limit: 50, maximum: 200 }),
    }),
    result: Type.Object({
      documents: Type.Array(Document, { description: 'One page of documents' }),
      next_cursor: nextCursor,
    }),
    example: {
      query: { query: 'notice period' },
      result: {
        documents: [
          {
            ...exampleDocument,
            matches: [{ chunk: 3, text: '… a notice period of three months …', score: 7.2 }],
          },
        ],
        next_cursor: null,
      },
    },
  },

  remove: {
    method: 'DELETE',
    path: '/api/documents/:document_id',
    summary: 'Delete an ingested document',
    description: 'It no longer shows up in search. The file itself stays where it is.',
    params: Type.Object({ document_id: documentId }),
    result: Type.Object({
      document_id: identifier('The deleted document'),
      deleted: Type.Literal(true, { description: 'Always true: an unknown document gets 404' }),
    }),
    errors: ['not_found'],
    example: {
      params: { document_id: exampleDocument.document_id },
      result: { document_id: exampleDocument.document_id, deleted: true },
    },
  },
})
