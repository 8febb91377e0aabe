import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { DocumentLibrary } from './document-library.ts'

export function createDeleteDocument(documents: DocumentLibrary) {
  return defineTool({
    action: 'DELETE_DOCUMENT',
    title: 'Delete a document',
    description: 'Removes an ingested document from the search. The file itself stays where it is.',
    params: Type.Object({
      document_id: Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'The document, as LIST_DOCUMENTS names it',
      }),
    }),
    data: Type.Object({ document_id: Type.String({ description: 'The document that is gone' }) }),
    risk: 'dangerous',
    targets: { exactly: [] },
    reads: [],
    idempotent: false,
    phrases: ['delete the document doc_8f3j', 'forget this document', 'remove a document from the search'],
    example: { args: { document_id: 'doc_0123456789abcdef0123456789abcdef' } },
    async run({ document_id: documentId }) {
      await documents.remove(documentId)
      return { message: `The document ${documentId} is no longer found.`, data: { document_id: documentId } }
    },
  })
}
