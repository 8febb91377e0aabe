import { definePlugin, type Plugin } from '../../contract/tool.ts'
import { createDeleteDocument } from './delete-document.ts'
import type { DocumentLibrary } from './document-library.ts'
import { createListDocuments } from './list-documents.ts'
import { createSearchDocuments } from './search-documents.ts'

/** The tools need the library, which the service opens; so the plugin is made, not declared. */
export function createDocumentsPlugin(documents: DocumentLibrary): Plugin {
  return definePlugin({
    agent: 'documents',
    title: 'Documents',
    summary: 'Finds what stands in the documents that were given to the service.',
    tools: [
      createSearchDocuments(documents),
      createListDocuments(documents),
      createDeleteDocument(documents),
    ],
  })
}
