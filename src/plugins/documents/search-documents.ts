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
      'Finds words in all ingested documents (PDF, Word, Excel, PowerPoint, mail, text, images) and returns the matching passages, best first.',
    params: Type.Object({
      query: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Words to find; words "in quotes" must be adjacent',
      }),
      limit: Type.Optional(
        Type.Integer({
          default: defaultLimit,
          minimum: 1,
          maximum: 100,
          description: 'Maximum number of documents to return',
        }),
      ),
      session_id: SessionId,
    }),
    data: Type.Object({
      query: Type.String({ description: 'The search' }),
      documents: Type.Array(DocumentMatches, { description: 'Best match first' }),
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
        throw new AppError('invalid_request', 'query is empty. Give the words to find.')
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
