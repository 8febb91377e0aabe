import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { PdfPath } from './pdf-path.ts'

const defaultMatches = 50

const Params = Type.Object({
  path: PdfPath,
  query: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Phrase to find, ignoring case and accents',
  }),
  max_matches: Type.Optional(
    Type.Integer({
      default: defaultMatches,
      minimum: 1,
      maximum: 1000,
      description: 'Maximum number of matches to return',
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was searched' }),
  query: Type.String({ description: 'The search' }),
  total_pages: Type.Integer({ description: 'Pages in the document' }),
  total_matches: Type.Integer({ description: 'Matches in the whole document' }),
  pages_with_matches: Type.Integer({ description: 'Pages with at least one match' }),
  matches: Type.Array(
    Type.Object({
      page: Type.Integer({ description: 'Number of the page, from 1' }),
      match: Type.String({ description: 'The matching text' }),
      context: Type.String({ description: 'The match in context' }),
    }),
    { description: 'In document order' },
  ),
})

export const searchPdf = defineTool({
  action: 'SEARCH_PDF',
  title: 'Search a PDF',
  description: 'Finds words in a PDF and returns the pages with the text around each match.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  phrases: [
    'find "notice period" in ~/contract.pdf',
    'search the pdf for warranty',
    'which page of the pdf mentions insurance',
  ],
  example: { args: { path: '{folder}/contract.pdf', query: 'notice period' } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'read' }]),
  async run(params, call) {
    await using file = await openInput(params.path, call)
    const { path } = file
    const query = params.query.trim()
    if (query === '') throw new AppError('invalid_request', 'query is empty. Give the words to find.')
    const { runReader } = await import('../../platform/documents/run-reader.ts')
    const order = { path: file.through, query, maxMatches: params.max_matches ?? defaultMatches }
    const onProgress = (fraction: number): void => call.progress({ fraction })
    const found = await runReader('pdf_search', order, { signal: call.signal, onProgress })
    return {
      message: messageOf({ path, query, ...found }),
      data: {
        path,
        query,
        total_pages: found.totalPages,
        total_matches: found.total,
        pages_with_matches: found.pagesWithMatches,
        matches: found.matches.map((match) => ({ ...match })),
      },
    }
  },
})

interface Told {
  readonly path: string
  readonly query: string
  readonly total: number
  readonly pagesWithMatches: number
  readonly hasText: boolean
}

function messageOf({ path, query, total, pagesWithMatches, hasText }: Told): string {
  if (!hasText) return `${path} has no text to search: it is probably a scan.`
  if (total === 0) return `"${query}" is not in ${path}.`
  const times = total === 1 ? 'once' : `${total} times`
  return `"${query}" occurs ${times} in ${path}, on ${countOf(pagesWithMatches, 'page')}.`
}
