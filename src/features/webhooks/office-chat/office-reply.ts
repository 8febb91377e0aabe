import { blocksText, blockText } from '../../../platform/correspondence/cards/block-text.ts'
import {
  isOwnMessage,
  type ChatBlock,
  type ChatTable,
} from '../../../platform/correspondence/cards/chat-blocks.ts'
import { fitted, splitWords } from '../../../platform/correspondence/cards/fit.ts'
import type { Dialect } from '../../../platform/correspondence/cards/markdown.ts'

const MAX_BYTES = 24_000
const MAX_COLUMNS = 5

type Json = Readonly<Record<string, unknown>>

/** An answer as Teams wants it: text, and an Adaptive Card for what is more than text. Empty when there is nothing to say. */
export function officeReply(blocks: readonly ChatBlock[]): Json {
  return blocks.length === 0 ? {} : fitted(blocks, messageOf, MAX_BYTES)
}

function messageOf(blocks: readonly ChatBlock[]): Json {
  const { said, shown } = splitWords(blocks)
  const text = blocksText(said, messageText)
  const body = shown.flatMap(elementsOf)
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
  }
  return {
    type: 'message',
    textFormat: 'markdown',
    ...(text !== '' && { text }),
    ...(body.length > 0 && {
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
    }),
  }
}

function elementsOf(block: ChatBlock): Json[] {
  if (isOwnMessage(block)) return [textBlock(blockText(block, cardText))]
  switch (block.kind) {
    case 'heading':
      return [{ ...textBlock(block.text), weight: 'bolder', size: 'medium' }]
    case 'facts':
      return [{ type: 'FactSet', facts: block.facts.map(({ label, value }) => ({ title: label, value })) }]
    case 'table':
      return tableElements(block)
    case 'code':
      return [{ ...textBlock(block.code), fontType: 'monospace' }]
    case 'divider':
      return [{ type: 'TextBlock', text: ' ', separator: true }]
    case 'text':
    case 'line':
    case 'list':
    case 'link':
      break
  }
  return [textBlock(blockText(block, cardText))]
}

/** Columns side by side: the table of a card is newer than what a webhook may send. */
function tableElements({ heads, rows, more }: ChatTable): Json[] {
  const line = (cells: readonly string[], look: Json) => ({
    type: 'ColumnSet',
    columns: cells.slice(0, MAX_COLUMNS).map((cell) => ({
      type: 'Column',
      width: 'stretch',
      items: [{ ...textBlock(cell), ...look }],
    })),
  })
  return [
    ...(heads.some(Boolean) ? [line(heads, { weight: 'bolder' })] : []),
    ...rows.map((cells) => line(cells, {})),
    ...(more > 0 ? [textBlock(`… and ${more} more`)] : []),
  ]
}

function textBlock(text: string): Json {
  return { type: 'TextBlock', text, wrap: true }
}

/** The text of a message may hold some HTML and pictures, so what looks like a tag or like one is not left so. */
const messageText: Dialect = {
  plain: (text) => text.replaceAll(/<(?=[a-z/!])/gi, '&lt;').replaceAll('![', '! ['),
  code: (code) => (code.includes('\n') ? `\`\`\`\n${code}\n\`\`\`` : `\`${code}\``),
  bold: (inner) => `**${inner}**`,
  link: (label, url) => `[${label}](${url})`,
}

/** A card knows bold and links, and no HTML. */
const cardText: Dialect = { ...messageText, plain: (text) => text, code: (code) => code }
