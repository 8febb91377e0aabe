import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { DocumentMatches, SessionId, type DocumentLibrary } from './document-library.ts'

const defaultLimit = 10

export function createSearchDocuments(documents: DocumentLibrary) {
  return defineTool({
    action: 'SEARCH_DOCUMENTS',
    title: 'Search documents',
    description:
      'Finds words in all documents that were ingested (PDF, Word, Excel, PowerPoint, mail, text, pictures) and returns the places, the best first.',
    params: Type.Object({
      query: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Words to find; "in quotes" they must follow each other',
      }),
      limit: Type.Optional(
        Type.Integer({
          default: defaultLimit,
          minimum: 1,
          maximum: 100,
          description: 'Most documents to return',
        }),
      ),
      session_id: SessionId,
    }),
    data: Type.Object({
      query: Type.String({ description: 'What was looked for' }),
      documents: Type.Array(DocumentMatches, { description: 'The best match first' }),
    }),
    risk: 'read',
    reads: ['untrusted', 'private'],
    idempotent: true,
    phrases: [
      'search my documents for notice period',
      'which document mentions the warranty',
      'find the invoice number in my files',
      'what do my documents say about insurance',
    ],
    example: { args: { query: 'notice period' } },
    async run({ query, limit = defaultLimit, session_id: sessionId }) {
      if (query.trim() === '')
        throw new AppError('invalid_request', 'query is empty: give the words to find.')
      const options = { limit, ...(sessionId !== undefined && { sessionId }) }
      const { documents: found } = await documents.search(query, options)
      const count = countOf(found.length, 'document')
      return {
        message: found.length === 0 ? `No document mentions "${query}".` : `Found "${query}" in ${count}.`,
        data: {
          query,
          documents: found.map(({ matches = [], ...document }) => ({ ...document, matches: [...matches] })),
        },
      }
    },
  })
}
