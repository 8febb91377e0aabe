import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'
import { CreateDocxParams } from './create-docx-params.ts'
import type { DocumentBlock } from './document-block.ts'

const Data = Type.Object({
  path: Type.String({ description: 'The file that was written' }),
  bytes: Type.Integer({ description: 'Its size' }),
  headings: Type.Integer({ description: 'Headings in it' }),
  tables: Type.Integer({ description: 'Tables in it' }),
  images: Type.Integer({ description: 'Images in it' }),
  words: Type.Integer({ description: 'Words of text in it' }),
})

export const createDocx = defineTool({
  action: 'CREATE_DOCX',
  title: 'Create a Word document',
  description:
    'Writes a Word document (.docx) from Markdown or blocks, with headings, lists, tables, images, page numbers and an optional table of contents.',
  params: CreateDocxParams,
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
    const pictures = picturesOf(await blocksOf(params)).map(({ path }) => ({
      path,
      name: 'image path',
      access: 'read' as const,
    }))
    return reasonToAsk(call, [{ path: params.path, access: 'write' }, ...pictures])
  },
  async run(params, call) {
    const path = await outputPath(call, { path: params.path, name: 'path', extension: '.docx' })
    const blocks = await blocksOf(params)
    if (blocks.length === 0)
      throw new AppError('invalid_request', 'markdown is empty. Give some text to write.')
    const { buildDocument } = await import('./build-document.ts')
    const { document, counts } = await buildDocument({ params, blocks, call })
    const { writeWord } = await import('../../platform/documents/write-word.ts')
    const { bytes } = await writeWord(path, document, { caller: call, signal: call.signal })
    return {
      message: `Wrote ${path} with ${countOf(counts.words, 'word')}.`,
      data: { path, bytes, ...counts },
    }
  },
})

async function blocksOf(params: CreateDocxParams): Promise<DocumentBlock[]> {
  const { documentBlocks } = await import('./read-blocks.ts')
  return documentBlocks(params)
}

function picturesOf(blocks: readonly DocumentBlock[]) {
  return blocks.filter((block) => block.kind === 'picture_file')
}
