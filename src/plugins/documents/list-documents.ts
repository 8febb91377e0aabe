import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { DocumentEntry, SessionId, type DocumentLibrary } from './document-library.ts'

const defaultLimit = 50

export function createListDocuments(documents: DocumentLibrary) {
  return defineTool({
    action: 'LIST_DOCUMENTS',
    title: 'List documents',
    description: 'Lists ingested documents, newest first.',
    params: Type.Object({
      limit: Type.Optional(
        Type.Integer({
          default: defaultLimit,
          minimum: 1,
          maximum: 200,
          description: 'Maximum number of documents to return',
        }),
      ),
      session_id: SessionId,
    }),
    data: Type.Object({
      documents: Type.Array(DocumentEntry, { description: 'The newest first' }),
      more: Type.Boolean({ description: 'Whether there are older ones' }),
    }),
    risk: 'read',
    reads: ['untrusted', 'private'],
    idempotent: true,
    phrases: ['list my documents', 'which documents do you know', 'show the ingested files'],
    example: { args: { limit: 10 } },
    async run({ limit = defaultLimit, session_id: sessionId }) {
      const page = await documents.list({ limit, ...(sessionId !== undefined && { sessionId }) })
      const count = page.documents.length
      const more = page.next_cursor !== null
      return {
        message:
          count === 0
            ? 'No documents ingested yet.'
            : `${countOf(count, 'document')}${more ? ', and more' : ''}.`,
        data: { documents: [...page.documents], more },
      }
    },
  })
}
