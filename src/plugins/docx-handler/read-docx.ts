import { nullable } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { readsFiles } from '../../platform/files/origins.ts'

const defaultCharacters = 100_000
const maxTableCells = 20_000

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of the .docx file; ~ is your home folder' }),
  offset: Type.Optional(
    Type.Integer({ default: 0, minimum: 0, description: 'Characters to skip at the beginning' }),
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
  include_tables: Type.Optional(
    Type.Boolean({
      'x-for-programs': true,
      default: true,
      description: 'Whether to also return tables as rows of cells',
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was read' }),
  bytes: Type.Integer({ description: 'Its size' }),
  title: nullable(Type.String(), { description: 'Title in its properties' }),
  author: nullable(Type.String(), { description: 'Author in its properties' }),
  created_at: nullable(Type.String(), { description: 'When it was created, according to the file' }),
  modified_at: nullable(Type.String(), { description: 'When it was last saved, according to the file' }),
  text: Type.String({ description: 'The text as Markdown, tables included' }),
  characters: Type.Integer({ description: 'Length of the whole text' }),
  tables: Type.Array(
    Type.Object({ rows: Type.Array(Type.Array(Type.String()), { description: 'Cells, row by row' }) }),
    { description: 'All tables of the document, in order' },
  ),
  tables_left_out: Type.Integer({
    description: 'Tables left out because they are too large',
  }),
  truncated: Type.Boolean({ description: 'Whether there is more text' }),
  next_offset: Type.Optional(Type.Integer({ description: 'The offset to continue with, if truncated' })),
})

export const readDocx = defineTool({
  action: 'READ_DOCX',
  title: 'Read a Word document',
  description: 'Reads a Word document (.docx) as Markdown, with its tables and properties.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: readsFiles(({ path }) => [path]),
  idempotent: true,
  phrases: [
    'read ~/letter.docx',
    'what does the word document say',
    'show me the text of a docx file',
    'get the tables from a word document',
  ],
  example: { args: { path: '{folder}/minutes.docx' } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'read' }]),
  async run(params, call) {
    await using file = await openInput(params.path, call)
    const { path } = file
    const { runReader } = await import('../../platform/documents/run-reader.ts')
    const content = await runReader('docx', { path: file.through }, { signal: call.signal })
    const { offset = 0, max_characters: most = defaultCharacters } = params
    const text = content.markdown.slice(offset, offset + most)
    const end = offset + text.length
    const truncated = end < content.markdown.length
    const tables = params.include_tables === false ? [] : withinLimit(content.tables)
    return {
      message: messageOf({
        path,
        characters: content.markdown.length,
        tables: content.tables.length,
        truncated,
        end,
      }),
      data: {
        path,
        bytes: file.held.stats.size,
        title: content.title,
        author: content.author,
        created_at: content.createdAt,
        modified_at: content.modifiedAt,
        text,
        characters: content.markdown.length,
        tables: tables.map((rows) => ({ rows: rows.map((row) => [...row]) })),
        tables_left_out: content.tables.length - tables.length,
        truncated,
        ...(truncated && { next_offset: end }),
      },
    }
  },
})

type Table = readonly (readonly string[])[]

function withinLimit(tables: readonly Table[]): readonly Table[] {
  let cells = 0
  const first = tables.findIndex((rows) => {
    cells += rows.reduce((sum, row) => sum + row.length, 0)
    return cells > maxTableCells
  })
  return first < 0 ? tables : tables.slice(0, first)
}

interface Told {
  readonly path: string
  readonly characters: number
  readonly tables: number
  readonly truncated: boolean
  readonly end: number
}

function messageOf({ path, characters, tables, truncated, end }: Told): string {
  if (characters === 0) return `${path} has no text.`
  const size = `${characters.toLocaleString('en')} characters and ${countOf(tables, 'table')}`
  return truncated ? `Read ${path} (${size}). Continue with offset ${end}.` : `Read ${path}: ${size}.`
}
