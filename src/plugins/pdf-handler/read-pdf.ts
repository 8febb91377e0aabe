import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import type { PdfPages } from '../../platform/documents/reader-orders.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { PdfPath } from './pdf-path.ts'

const defaultCharacters = 100_000

const Params = Type.Object({
  path: PdfPath,
  first_page: Type.Optional(Type.Integer({ default: 1, minimum: 1, description: 'First page' })),
  last_page: Type.Optional(
    Type.Integer({ minimum: 1, description: "Last page; the document's last by default" }),
  ),
  max_characters: Type.Optional(
    Type.Integer({
      'x-for-programs': true,
      default: defaultCharacters,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Maximum number of characters of text to return',
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was read' }),
  total_pages: Type.Integer({ description: 'Pages in the document' }),
  pages: Type.Array(
    Type.Object({
      page: Type.Integer({ description: 'Number of the page, from 1' }),
      text: Type.String({ description: 'Its text, line by line; empty if the page is only an image' }),
    }),
  ),
  characters: Type.Integer({ description: 'Length of the returned text' }),
  pages_without_text: Type.Integer({
    description: 'Pages without text: scans or blank pages',
  }),
  truncated: Type.Boolean({ description: 'Whether some pages were left out because the text is long' }),
  next_page: Type.Optional(Type.Integer({ description: 'The first_page to continue with, if truncated' })),
  cut_page: Type.Optional(
    Type.Boolean({ description: 'Whether the last page itself was too long and was cut' }),
  ),
})

export const readPdf = defineTool({
  action: 'READ_PDF',
  title: 'Read a PDF',
  description: 'Reads the text of a PDF, page by page.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  phrases: [
    'read ~/contract.pdf',
    'what does the pdf say',
    'show me page 3 of the pdf',
    'get the text of a pdf',
  ],
  example: { args: { path: '{folder}/contract.pdf', first_page: 1, last_page: 5 } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'read' }]),
  async run(params, call) {
    await using file = await openInput(params.path, call)
    const { path } = file
    const {
      first_page: first = 1,
      last_page: last,
      max_characters: maxCharacters = defaultCharacters,
    } = params
    if (last !== undefined && last < first) {
      throw new AppError('invalid_request', `last_page (${last}) comes before first_page (${first}).`)
    }
    const { runReader } = await import('../../platform/documents/run-reader.ts')
    const order = { path: file.through, first, maxCharacters, ...(last !== undefined && { last }) }
    const onProgress = (fraction: number): void => call.progress({ fraction })
    const read = await runReader('pdf_pages', order, { signal: call.signal, onProgress })
    const pagesWithoutText = read.pages.filter(({ text }) => text === '').length
    const nextPage = nextOf(read)
    return {
      message: messageOf(path, { read, pagesWithoutText, nextPage }),
      data: {
        path,
        total_pages: read.totalPages,
        pages: read.pages.map(({ page, text }) => ({ page, text })),
        characters: read.pages.reduce((sum, { text }) => sum + text.length, 0),
        pages_without_text: pagesWithoutText,
        truncated: read.stoppedAt !== null,
        ...(nextPage !== undefined && { next_page: nextPage }),
        ...(read.cut && { cut_page: true }),
      },
    }
  },
})

/** A page that was cut is not begun again: the rest of it does not fit the limit either. */
function nextOf({ stoppedAt, cut, totalPages }: PdfPages): number | undefined {
  if (stoppedAt === null) return undefined
  const next = cut ? stoppedAt + 1 : stoppedAt
  return next <= totalPages ? next : undefined
}

function messageOf(
  path: string,
  {
    read,
    pagesWithoutText,
    nextPage,
  }: { read: PdfPages; pagesWithoutText: number; nextPage: number | undefined },
): string {
  const first = read.pages[0]?.page ?? 0
  const last = read.pages.at(-1)?.page ?? 0
  const range = first === last ? `page ${first}` : `pages ${first} to ${last}`
  const more = nextPage === undefined ? '' : ` The text is long. Continue with first_page ${nextPage}.`
  if (pagesWithoutText === read.pages.length) {
    return `Read ${range} of ${read.totalPages} of ${path}, but found no text: it is probably a scan.${more}`
  }
  const blank =
    pagesWithoutText === 0
      ? ''
      : ` ${pagesWithoutText} of them ${pagesWithoutText === 1 ? 'has' : 'have'} no text.`
  return `Read ${range} of ${read.totalPages} of ${path}.${blank}${more}`
}
