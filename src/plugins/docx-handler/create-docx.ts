import { Type, type Static } from '../../contract/type.ts'
import { AppError } from '../../contract/errors.ts'
import { closed, exactlyOne, literals } from '../../contract/schema.ts'
import { defineTool } from '../../contract/tool.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'
import { BlockParam, readBlocks } from './block-params.ts'
import type { DocumentBlock } from './document-block.ts'
import { parseMarkdown } from './markdown-blocks.ts'

const Params = closed(
  {
    path: Type.String({
      minLength: 1,
      description: 'Absolute path of the new .docx file; ~ is your home folder',
    }),
    title: Type.Optional(
      Type.String({ maxLength: 500, description: 'Title on the first page and in the properties' }),
    ),
    subtitle: Type.Optional(Type.String({ maxLength: 500, description: 'A line below the title' })),
    author: Type.Optional(Type.String({ maxLength: 200, description: 'Author in the properties' })),
    markdown: Type.Optional(
      Type.String({
        description:
          'The content as Markdown: headings, lists, tables, quotes, code, pictures as ![alt](/absolute/path.png "caption"), ' +
          'a page break as a line \\newpage',
      }),
    ),
    blocks: Type.Optional(
      Type.Array(BlockParam, { minItems: 1, maxItems: 20_000, description: 'The content block by block' }),
    ),
    header: Type.Optional(
      Type.String({ maxLength: 200, description: 'Small text at the top of every page' }),
    ),
    footer: Type.Optional(
      Type.String({ maxLength: 200, description: 'Small text at the bottom of every page' }),
    ),
    page_numbers: Type.Optional(Type.Boolean({ default: true, description: 'Page x of y at the bottom' })),
    table_of_contents: Type.Optional(
      Type.Boolean({ default: false, description: 'Contents with page numbers behind the title' }),
    ),
    page_size: Type.Optional(literals(['A4', 'Letter'], { default: 'A4', description: 'Size of the paper' })),
  },
  exactlyOne(['markdown', 'blocks']),
)
type Params = Static<typeof Params>

const Data = Type.Object({
  path: Type.String({ description: 'The file that was written' }),
  bytes: Type.Integer({ description: 'Its size' }),
  headings: Type.Integer({ description: 'Headings in it' }),
  tables: Type.Integer({ description: 'Tables in it' }),
  images: Type.Integer({ description: 'Pictures in it' }),
  words: Type.Integer({ description: 'Words of text in it' }),
})

export const createDocx = defineTool({
  action: 'CREATE_DOCX',
  title: 'Create a Word document',
  description:
    'Writes a Word document (.docx) from Markdown or from blocks, with headings, lists, tables, pictures, page numbers and, if wanted, a table of contents.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: true,
  phrases: [
    'create a word document',
    'write this as a docx',
    'make a letter and save it as ~/letter.docx',
    'turn this markdown into a word file',
    'save the report as a word document',
  ],
  example: {
    args: {
      path: '{folder}/minutes.docx',
      title: 'Minutes',
      markdown: '## Decisions\n\n- Ship on **Friday**\n',
    },
  },
  targets: { paths: ['path'] },
  async needsApproval(params, call) {
    const pictures = picturesOf(blocksOf(params)).map(({ path }) => ({
      path,
      name: 'image path',
      access: 'read' as const,
    }))
    return reasonToAsk(call, [{ path: params.path, access: 'write' }, ...pictures])
  },
  async run(params, call) {
    const path = await outputPath(call, { path: params.path, name: 'path', extension: '.docx' })
    const blocks = blocksOf(params)
    if (blocks.length === 0)
      throw new AppError('invalid_request', 'markdown is empty: there is nothing to write.')
    const { buildDocument } = await import('./build-document.ts')
    const { document, counts } = await buildDocument({ params, blocks, call })
    const { writeWord } = await import('../../platform/documents/write-word.ts')
    const { bytes } = await writeWord(path, document, { caller: call, signal: call.signal })
    return {
      message: `Wrote ${path} with ${counted(counts.words, 'word')}.`,
      data: { path, bytes, ...counts },
    }
  },
})

export type CreateDocxParams = Params

function blocksOf({ markdown, blocks }: Params): DocumentBlock[] {
  return blocks ? readBlocks(blocks) : parseMarkdown(markdown ?? '')
}

function picturesOf(blocks: readonly DocumentBlock[]) {
  return blocks.filter((block) => block.kind === 'picture_file')
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
