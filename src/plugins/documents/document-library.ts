import { nullable } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'

const documentMembers = {
  document_id: Type.String({ description: 'Identifier of the document' }),
  title: Type.String({ description: 'Title in the document, or else the file name' }),
  mime_type: Type.String({ description: 'Kind of file' }),
  characters: Type.Integer({ description: 'Length of its text' }),
  chunks: Type.Integer({ description: 'Number of parts the text was split into' }),
  path: nullable(Type.String(), {
    description: 'Where the file is; null for an upload that was discarded',
  }),
  session_id: nullable(Type.String(), { description: 'The conversation it belongs to, if only one' }),
  created_at: Type.String({ description: 'When it was ingested' }),
}

export const DocumentEntry = Type.Object(documentMembers)
export type DocumentEntry = Static<typeof DocumentEntry>

export const DocumentMatches = Type.Object({
  ...documentMembers,
  matches: Type.Array(
    Type.Object({
      chunk: Type.Integer({ description: 'The matching part, counted from 0' }),
      text: Type.String({ description: 'The matching text, shortened' }),
      score: Type.Number({ description: 'Relevance; higher is better' }),
    }),
    { description: 'Matches, best first' },
  ),
})
export type DocumentMatches = Static<typeof DocumentMatches>

export interface PageOptions {
  readonly limit?: number
  readonly sessionId?: string
}

/** What the tools need of the documents. */
export interface DocumentLibrary {
  search(query: string, options?: PageOptions): Promise<{ readonly documents: readonly FoundEntry[] }>
  list(
    options?: PageOptions,
  ): Promise<{ readonly documents: readonly DocumentEntry[]; readonly next_cursor: string | null }>
  remove(documentId: string): Promise<void>
}

type FoundEntry = DocumentEntry & { readonly matches?: DocumentMatches['matches'] }

export const SessionId = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 128,
    'x-for-programs': true,
    description: 'A conversation: its own documents and the shared ones; every document by default',
  }),
)
