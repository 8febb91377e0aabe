import { blockText } from '../../../platform/correspondence/cards/block-text.ts'
import type { ChatBlock, ChatTable } from '../../../platform/correspondence/cards/chat-blocks.ts'
import { shortened, type Dialect } from '../../../platform/correspondence/cards/markdown.ts'
import { escaped, littleHtml } from '../text/little-html.ts'

const LONGEST = 30_000
const MAX_TEXT = 200_000

/** Text as it is read without marks. */
export const plainText: Dialect = {
  plain: (text) => text,
  code: (code) => code,
  bold: (inner) => inner,
  link: (label, url) => (label === url ? url : `${label} (${url})`),
  longest: LONGEST,
}

export function plainPart(parts: readonly string[]): string {
  return `${shortened(parts.filter((part) => part !== '').join('\n\n'), MAX_TEXT)}\n`
}

/** One block as HTML that every mail program shows. */
export function htmlOf(block: ChatBlock): string {
  if (block.kind === 'table') return tableHtml(block)
  if (block.kind === 'divider') return '<hr>'
  return paragraph(blockText(block, littleHtml))
}

export function paragraph(html: string): string {
  return html === '' ? '' : `<p>${html.replaceAll('\n', '<br>\n')}</p>`
}

export function htmlPage(parts: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html><head><meta charset="utf-8"></head>',
    '<body style="font-family: sans-serif; line-height: 1.45">',
    ...parts.filter((part) => part !== ''),
    '</body></html>',
    '',
  ].join('\n')
}

const CELL = 'style="padding: 0.2em 0.8em 0.2em 0; text-align: left; vertical-align: top"'

function tableHtml({ heads, rows, more }: ChatTable): string {
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag} ${CELL}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  const head = heads.some((cell) => cell !== '') ? [row('th', heads)] : []
  const table = ['<table>', ...head, ...rows.map((cells) => row('td', cells)), '</table>'].join('\n')
  return more > 0 ? `${table}\n${paragraph(escaped(`… and ${more} more`))}` : table
}
