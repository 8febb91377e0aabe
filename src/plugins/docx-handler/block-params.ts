import { Type, type Static } from '../../contract/type.ts'
import { AppError } from '../../contract/errors.ts'
import { closed, literals } from '../../contract/schema.ts'
import type { DocumentBlock } from './document-block.ts'
import { softWrapped } from './markdown-blocks.ts'
import { parseInline } from './markdown-inline.ts'
import { readList } from './markdown-list.ts'

const blockTypes = [
  'heading',
  'paragraph',
  'bullet_list',
  'numbered_list',
  'table',
  'image',
  'quote',
  'code',
  'divider',
  'page_break',
] as const

/** One object for all kinds of block: a form and a model both manage this better than ten alternatives. */
export const BlockParam = closed(
  {
    type: literals(blockTypes, { description: 'What it is' }),
    text: Type.Optional(
      Type.String({
        description:
          'heading, paragraph, quote: the text, with **bold**, *italic*, `code` and [links](https://…); code: as is',
      }),
    ),
    level: Type.Optional(
      Type.Integer({ default: 1, minimum: 1, maximum: 6, description: 'heading: 1 is the largest' }),
    ),
    items: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 10_000,
        description: 'bullet_list, numbered_list: the items; two spaces in front put one a level deeper',
      }),
    ),
    headers: Type.Optional(
      Type.Array(Type.String(), { maxItems: 60, description: 'table: names of the columns' }),
    ),
    rows: Type.Optional(
      Type.Array(Type.Array(Type.String(), { maxItems: 60 }), {
        maxItems: 10_000,
        description: 'table: the cells of each row',
      }),
    ),
    path: Type.Optional(Type.String({ minLength: 1, description: 'image: absolute path of the picture' })),
    caption: Type.Optional(Type.String({ description: 'image: a line below it' })),
    alt: Type.Optional(Type.String({ description: 'image: what it shows, for those who cannot see it' })),
    width_percent: Type.Optional(
      Type.Number({ minimum: 5, maximum: 100, description: 'image: share of the width of the text' }),
    ),
  },
  { description: 'A part of the document' },
)
export type BlockParam = Static<typeof BlockParam>

export function readBlocks(blocks: readonly BlockParam[]): DocumentBlock[] {
  let lists = 0
  return blocks.map((block, index) => {
    const at = `blocks[${index}]`
    if (block.type === 'bullet_list' || block.type === 'numbered_list') {
      const read = readList(listLines(needed(block.items, { at, block, member: 'items' }), block.type), lists)
      lists = read.lists
      return { kind: 'list', items: read.items }
    }
    return readers[block.type](block, at)
  })
}

type Read = (block: BlockParam, at: string) => DocumentBlock
type SimpleType = Exclude<BlockParam['type'], 'bullet_list' | 'numbered_list'>

const readers: Readonly<Record<SimpleType, Read>> = {
  heading: (block, at) => ({
    kind: 'heading',
    level: block.level ?? 1,
    content: parseInline(needed(block.text, { at, block, member: 'text' })),
  }),
  // Here a line break is one that somebody wanted: there is no wrapped source.
  paragraph: (block, at) => ({
    kind: 'paragraph',
    content: parseInline(needed(block.text, { at, block, member: 'text' })),
  }),
  quote: (block, at) => {
    const paragraphs = needed(block.text, { at, block, member: 'text' }).split(/\n\n+/)
    return { kind: 'quote', paragraphs: paragraphs.map((text) => parseInline(softWrapped(text))) }
  },
  code: (block, at) => ({ kind: 'code', text: needed(block.text, { at, block, member: 'text' }) }),
  table: readTable,
  image: readImage,
  divider: () => ({ kind: 'rule' }),
  page_break: () => ({ kind: 'page_break' }),
}

function readTable(block: BlockParam, at: string): DocumentBlock {
  const rows = needed(block.rows, { at, block, member: 'rows' })
  const cells = (texts: readonly string[]) => texts.map((text) => ({ content: parseInline(text) }))
  if (rows.length === 0 && !block.headers?.length) {
    throw new AppError(
      'invalid_request',
      `${at} is a table without headers and rows: give at least one of them.`,
    )
  }
  return {
    kind: 'table',
    look: 'grid',
    ...(block.headers?.length && { header: cells(block.headers) }),
    rows: rows.map(cells),
  }
}

function readImage(block: BlockParam, at: string): DocumentBlock {
  return {
    kind: 'picture_file',
    path: needed(block.path, { at, block, member: 'path' }),
    alt: block.alt ?? block.caption ?? '',
    ...(block.caption && { caption: parseInline(block.caption) }),
    ...(block.width_percent !== undefined && { share: block.width_percent / 100 }),
  }
}

function listLines(items: readonly string[], type: 'bullet_list' | 'numbered_list') {
  return items.map((item) => {
    const text = item.trimStart()
    const indent = item.slice(0, item.length - text.length).replaceAll('\t', '  ').length
    return { kind: 'item' as const, indent, mark: type === 'numbered_list' ? '1.' : '-', text }
  })
}

function needed<Value>(
  value: Value | undefined,
  { at, block, member }: { at: string; block: BlockParam; member: string },
): Value {
  if (value !== undefined) return value
  throw new AppError('invalid_request', `${at} (${block.type}) needs ${member}.`)
}
