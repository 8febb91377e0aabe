import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { DocumentLibrary } from './document-library.ts'

export function createDeleteDocument(documents: DocumentLibrary) {
  return defineTool({
    action: 'DELETE_DOCUMENT',
    title: 'Delete a document',
    description: 'Removes an ingested document from search. The file itself stays where it is.',
    params: Type.Object({
      document_id: Type.String({
        minLength: 1,
        maxLength: 128,
        description: "The document's id from LIST_DOCUMENTS",
      }),
    }),
    data: Type.Object({ document_id: Type.String({ description: 'The deleted document' }) }),
    risk: 'dangerous',
    targets: { exactly: [] },
    reads: [],
    idempotent: false,
    phrases: ['delete the document doc_8f3j', 'forget this document', 'remove a document from the search'],
    example: { args: { document_id: 'doc_0123456789abcdef0123456789abcdef' } },
    async run({ document_id: documentId }) {
      await documents.remove(documentId)
      return { message: `Removed the document ${documentId} from search.`, data: { document_id: documentId } }
    },
  })
}
