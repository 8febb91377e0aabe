import { blocksText, blockText } from '../../../platform/correspondence/cards/block-text.ts'
import {
  isOwnMessage,
  type ChatBlock,
  type ChatTable,
} from '../../../platform/correspondence/cards/chat-blocks.ts'
import { fitted, splitWords } from '../../../platform/correspondence/cards/fit.ts'
import type { Dialect } from '../../../platform/correspondence/cards/markdown.ts'
import type { WorkspaceEvent } from './workspace-event.ts'

const MAX_BYTES = 28_000

type Json = Readonly<Record<string, unknown>>

/** An answer as Google Chat wants it: text, then a card for what is more than text. Empty when there is nothing to say. */
export function workspaceReply(blocks: readonly ChatBlock[], format: WorkspaceEvent['format']): Json {
  if (blocks.length === 0) return {}
  const message = fitted(blocks, messageOf, MAX_BYTES)
  if (format === 'classic') return message
  return { hostAppDataAction: { chatDataAction: { createMessageAction: { message } } } }
}

function messageOf(blocks: readonly ChatBlock[]): Json {
  const { said, shown } = splitWords(blocks)
  const text = blocksText(said, chatText)
  const sections = sectionsOf(shown)
  return {
    ...(text !== '' && { text }),
    ...(sections.length > 0 && { cardsV2: [{ cardId: 'answer', card: { sections } }] }),
  }
}

/** The provider wants each section to have a widget, so a heading waits for what it is the heading of. */
function sectionsOf(blocks: readonly ChatBlock[]): Json[] {
  const sections: { header?: string; widgets: Json[] }[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ header: cardText.plain(block.text), widgets: [] })
    else {
      if (sections.length === 0) sections.push({ widgets: [] })
      sections.at(-1)!.widgets.push(...widgetsOf(block))
    }
  }
  return sections.filter(({ widgets, header }) => widgets.length > 0 || header !== undefined).map(filled)
}

function filled({ header, widgets }: { header?: string; widgets: Json[] }): Json {
  if (widgets.length === 0) return { widgets: [{ textParagraph: { text: `<b>${header}</b>` } }] }
  return { ...(header !== undefined && { header }), widgets }
}

function widgetsOf(block: ChatBlock): Json[] {
  if (isOwnMessage(block)) return [{ textParagraph: { text: blockText(block, cardText) } }]
  switch (block.kind) {
    case 'facts':
      return block.facts.map(({ label, value }) => labelled(label, cardText.plain(value)))
    case 'table':
      return tableWidgets(block)
    case 'link':
      return [{ buttonList: { buttons: [{ text: block.label, onClick: { openLink: { url: block.url } } }] } }]
    case 'divider':
      return [{ divider: {} }]
    case 'heading':
    case 'text':
    case 'line':
    case 'list':
    case 'code':
      break
  }
  return [{ textParagraph: { text: blockText(block, cardText).replaceAll('\n', '<br>') } }]
}

/** Cards have no tables: each row is labelled by its first cell. */
function tableWidgets({ heads, rows, more }: ChatTable): Json[] {
  const widgets = rows.map(([first = '', ...rest]) => {
    const cells = rest.map(
      (cell, index) => `${cardText.plain(heads[index + 1] ?? '')} <b>${cardText.plain(cell)}</b>`,
    )
    return labelled(first, cells.join(' · ') || cardText.plain(first))
  })
  return more > 0 ? [...widgets, { textParagraph: { text: `… and ${more} more` } }] : widgets
}

function labelled(label: string, text: string): Json {
  return { decoratedText: { ...(label !== '' && { topLabel: label }), text, wrapText: true } }
}

/** Text beside a card. `<users/all>` would call everybody in the space, so a mention is never left whole. */
const chatText: Dialect = {
  plain: (text) => text.replaceAll(/<(?=users\/)/gi, '<\u200B'),
  code: (code) => (code.includes('\n') ? `\`\`\`\n${unfenced(code)}\n\`\`\`` : `\`${unfenced(code)}\``),
  bold: (inner) => `*${inner}*`,
  link: (label, url) => `<${url}|${label.replaceAll(/[|<>]/g, ' ')}>`,
}

/** Text in a card is a little HTML. */
const cardText: Dialect = {
  plain: escaped,
  code: escaped,
  bold: (inner) => `<b>${inner}</b>`,
  link: (label, url) => `<a href="${escaped(url)}">${label}</a>`,
}

function unfenced(code: string): string {
  return code.replaceAll('`', 'ˋ').replaceAll(/<(?=users\/)/gi, '<\u200B')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
