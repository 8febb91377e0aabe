import { isWebAddress, type ListItem, type Span } from '../../../contract/text/blocks.ts'
import { isOwnMessage, type ChatBlock, type ChatTable, type OwnMessage } from './chat-blocks.ts'
import { shortened, writeMarkdown, type Dialect } from './markdown.ts'

const MAX_LENGTH = 3_900

/** Blocks as running text. */
export function blocksText(blocks: readonly ChatBlock[], dialect: Dialect): string {
  const parts = blocks.map((block) => blockText(block, dialect)).filter((part) => part !== '')
  return shortened(parts.join('\n\n'), MAX_LENGTH)
}

/** One block as text. */
export function blockText(block: ChatBlock, dialect: Dialect): string {
  const write = (markdown: string) => writeMarkdown(markdown, dialect)
  if (isOwnMessage(block)) return ownMessageText(block, dialect)
  switch (block.kind) {
    case 'text':
      return block.isPlain ? dialect.plain(shortened(block.text, dialect.longest)) : write(block.text)
    case 'line':
      return spansText(block.spans, dialect)
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
        .map((item, index) => itemText(item, block.isOrdered ? `${index + 1}.` : '•', dialect))
        .join('\n')
    case 'link':
      return dialect.link(dialect.plain(block.label), block.url)
    case 'code':
      return dialect.code(shortened(block.code, dialect.longest))
    case 'divider':
      break
  }
  return ''
}

function ownMessageText(block: OwnMessage, dialect: Dialect): string {
  if (block.kind === 'chart') return blockText(block.inWords, dialect)
  if (block.kind === 'picture') return dialect.plain(block.label)
  const blocks = block.kind === 'file' ? block.inWords : block.blocks
  return blocks.map((one) => blockText(one, dialect)).join('\n\n')
}

function itemText({ mark, spans, detail, markdown }: ListItem, dot: string, dialect: Dialect): string {
  const first = spansText(mark === undefined ? [dot, ' ', ...spans] : [mark, ' ', ...spans], dialect)
  const more = [
    detail && dialect.plain(detail.replaceAll('\n', ', ')),
    markdown && writeMarkdown(markdown, dialect),
  ]
  return [first, ...more].filter(Boolean).join(' – ')
}

/** Bars, trends and colours are pictures, which a line of text cannot hold. */
function spansText(spans: readonly Span[], dialect: Dialect): string {
  return spans
    .map((span) => spanText(span, dialect))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

function spanText(span: Span, dialect: Dialect): string {
  if (typeof span === 'string') return dialect.plain(span)
  if ('markdown' in span) return writeMarkdown(span.markdown, dialect)
  if (!('text' in span)) return ''
  const text = dialect.plain(span.text)
  if ('url' in span) return isWebAddress(span.url) ? dialect.link(text, span.url) : text
  return text !== '' && [span.look].flat().includes('strong') ? dialect.bold(text) : text
}

function tableText({ heads, rows, more }: ChatTable, dialect: Dialect): string {
  const lines = rows.map((row) => row.map((cell, index) => `${heads[index] ?? ''} ${cell}`.trim()).join(', '))
  if (more > 0) lines.push(`… and ${more} more`)
  return lines.map(dialect.plain).join('\n')
}
