import { definePlugin, type Plugin } from '../../contract/tool.ts'
import type { ContentSearch } from './content-search.ts'
import { createDeleteDocument } from './delete-document.ts'
import type { DocumentLibrary } from './document-library.ts'
import { createListDocuments } from './list-documents.ts'
import { createSearchContent } from './search-content.ts'
import { createSearchDocuments } from './search-documents.ts'

/** The tools need the library and the index, which the service opens; so the plugin is made, not declared. */
export function createDocumentsPlugin(documents: DocumentLibrary, index: ContentSearch): Plugin {
  return definePlugin({
    agent: 'documents',
    title: 'Documents',
    summary: 'Searches your files and the documents you gave to the service.',
    tools: [
      createSearchContent(index),
      createSearchDocuments(documents),
      createListDocuments(documents),
      createDeleteDocument(documents),
    ],
  })
}
