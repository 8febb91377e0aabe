import type { Block } from '../../../contract/text/blocks.ts'
import { shortened, writeMarkdown, type Dialect } from './markdown.ts'

const LONGEST = 3_900

/** Blocks as running text. */
export function blocksText(blocks: readonly Block[], dialect: Dialect): string {
  const parts = blocks.map((block) => blockText(block, dialect)).filter((part) => part !== '')
  return shortened(parts.join('\n\n'), LONGEST)
}

/** One block as text. */
export function blockText(block: Block, dialect: Dialect): string {
  const write = (markdown: string) => writeMarkdown(markdown, dialect)
  switch (block.kind) {
    case 'text':
      return block.isPlain ? dialect.plain(shortened(block.text)) : write(block.text)
    case 'heading':
      return dialect.bold(dialect.plain(block.text))
    case 'facts':
      return block.facts
        .map(({ label, value }) => `${dialect.bold(dialect.plain(label))}: ${dialect.plain(value)}`)
        .join('\n')
    case 'table':
      return tableText(block, dialect)
    case 'list':
      return block.items
        .map((item, index) => `${block.isOrdered ? `${index + 1}.` : '•'} ${write(item)}`)
        .join('\n')
    case 'link':
      return dialect.link(dialect.plain(block.label), block.url)
    case 'code':
      return dialect.code(shortened(block.code))
    case 'divider':
      break
  }
  return ''
}

function tableText({ heads, rows, more }: Extract<Block, { kind: 'table' }>, dialect: Dialect): string {
  const lines = rows.map((row) => row.map((cell, index) => `${heads[index] ?? ''} ${cell}`.trim()).join(', '))
  if (more > 0) lines.push(`… and ${more} more`)
  return lines.map(dialect.plain).join('\n')
}
