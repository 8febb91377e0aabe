import { AppError } from '../../contract/errors.ts'
import type { ListItem } from '../../platform/documents/word-document.ts'
import type { BlockParam } from './block-params.ts'
import type { CreateDocxParams } from './create-docx-params.ts'
import type { DocumentBlock } from './document-block.ts'
import { parseInline, parseMarkdown } from './markdown.ts'

/** What a document is to hold, however it was given. */
export function documentBlocks({ markdown, blocks }: CreateDocxParams): DocumentBlock[] {
  return blocks ? readBlocks(blocks) : parseMarkdown(markdown ?? '')
}

function readBlocks(blocks: readonly BlockParam[]): DocumentBlock[] {
  let lists = 0
  return blocks.map((block, index) => {
    const at = `blocks[${index}]`
    if (block.type === 'bullet_list' || block.type === 'numbered_list') {
      const items = listItems(needed(block.items, { at, block, member: 'items' }), {
        ordered: block.type === 'numbered_list',
        nextList: () => (lists += 1),
      })
      return { kind: 'list', items }
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
    return { kind: 'quote', paragraphs: paragraphs.map((text) => parseInline(text, { isWrapped: true })) }
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
      `${at} is a table without headers or rows. Give at least one of them.`,
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

/** How far an item is indented says how deep it is; every deeper list counts for itself. */
function listItems(
  texts: readonly string[],
  { ordered, nextList }: { ordered: boolean; nextList: () => number },
): ListItem[] {
  const open: { readonly indent: number; readonly list: number }[] = []
  return texts.map((item) => {
    const text = item.trimStart()
    const indent = item.slice(0, item.length - text.length).replaceAll('\t', '  ').length
    while (open.length > 0 && indent < open.at(-1)!.indent) open.pop()
    if (open.length === 0 || indent >= open.at(-1)!.indent + 2) open.push({ indent, list: nextList() })
    return { level: open.length - 1, ordered, list: open.at(-1)!.list, content: parseInline(text) }
  })
}

function needed<Value>(
  value: Value | undefined,
  { at, block, member }: { at: string; block: BlockParam; member: string },
): Value {
  if (value !== undefined) return value
  throw new AppError('invalid_request', `${at} (${block.type}) needs ${member}.`)
}
