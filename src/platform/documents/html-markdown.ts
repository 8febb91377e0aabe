import TurndownService from 'turndown'
import { assertShallow } from './html-depth.ts'

export interface MarkdownOfHtml {
  readonly markdown: string
  readonly title: string | null
  readonly tables: string[][][]
}

/** The part of a DOM that is looked at here; the types of browsers are not loaded in a service. */
interface Element {
  readonly nodeName: string
  readonly textContent: string | null
  readonly childNodes: Iterable<Element>
  readonly parentNode: Element | null
  getAttribute?(name: string): string | null
}

const unseen = [
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'head',
  'link',
  'meta',
] as const

/** A page as Markdown: headings, lists, links, tables. What a reader does not see is left out. `label` is for sentences. */
export function markdownOfHtml(html: string, label: string): MarkdownOfHtml {
  const tables: string[][][] = []
  let title: string | null = null
  const turndown = newTurndown()
  turndown.addRule('title', {
    filter: 'title',
    replacement: (content) => {
      title ??= content.trim() || null
      return ''
    },
  })
  turndown.addRule('strike', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
  })
  turndown.addRule('place', {
    // A link to another place of the same page leads nowhere once it is text.
    filter: (node) => elementOf(node).nodeName === 'A' && attribute(elementOf(node), 'href').startsWith('#'),
    replacement: (content) => content,
  })
  const itemsBefore = new WeakMap<object, number>()
  turndown.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const list = elementOf(node).parentNode
      const before = list ? (itemsBefore.get(list) ?? 0) : 0
      if (list) itemsBefore.set(list, before + 1)
      return listItem(content, { list, before })
    },
  })
  turndown.addRule('code', {
    filter: 'pre',
    replacement: (_, node) => `\n\n\`\`\`\n${codeText(elementOf(node)).replace(/\n$/, '')}\n\`\`\`\n\n`,
  })
  turndown.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => attribute(elementOf(node), 'alt').trim(),
  })
  turndown.addRule('table', {
    filter: 'table',
    replacement: (content, node) => {
      const rows = rowsOf(elementOf(node))
      // Mail and old pages are laid out with tables: what has one column, or tables inside, is no table to a reader.
      if (!isDataTable(elementOf(node), rows)) return `\n\n${content.trim()}\n\n`
      tables.push(rows)
      return `\n\n${markdownTable(rows)}\n\n`
    },
  })
  assertShallow(html, label)
  const markdown = turndown.turndown(html.replaceAll('\0', ''))
  return { markdown: tidied(markdown), title, tables }
}

function newTurndown(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  // Backslashes in front of every dot and underscore would be for another converter; here people and searches read it.
  turndown.escape = (text) => text
  turndown.remove([...unseen])
  return turndown
}

/** What turndown calls an HTMLElement, whatever that name means where this is compiled. */
function elementOf(node: unknown): Element {
  return node as Element
}

export function markdownTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length))
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_, column) => (cells[column] ?? '').replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`
  const [header = [], ...body] = rows
  return [line(header), line(Array.from({ length: columns }, () => '---')), ...body.map(line)].join('\n')
}

function attribute(node: object, name: string): string {
  return (node as Element).getAttribute?.(name) ?? ''
}

function listItem(content: string, { list, before }: { list: Element | null; before: number }): string {
  const start = Number(list?.getAttribute?.('start') ?? 1) || 1
  const mark = list?.nodeName === 'OL' ? `${start + before}. ` : '- '
  return `${mark}${content.trim().replaceAll('\n', `\n${' '.repeat(mark.length)}`)}\n`
}

/** In code a line break may be an element. */
function codeText(element: Element): string {
  if (element.nodeName === 'BR') return '\n'
  if (element.nodeName === '#text') return element.textContent ?? ''
  return [...element.childNodes].map(codeText).join('')
}

/** A cell that spans others leaves them empty, so that what is below each other stays so. */
function rowsOf(table: Element): string[][] {
  const elements = rowElements(table)
  const rows: string[][] = elements.map(() => [])
  for (const [at, element] of elements.entries()) {
    const row = rows[at]!
    let column = 0
    for (const cell of children(element, ['TD', 'TH'])) {
      while (row[column] !== undefined) column += 1
      const end = column + spanOf(cell, 'colspan')
      for (const covered of rows.slice(at, at + spanOf(cell, 'rowspan'))) leaveEmpty(covered, column, end)
      row[column] = cellText(cell)
    }
  }
  return rows.map((row) => Array.from(row, (text) => text ?? ''))
}

function leaveEmpty(row: string[], from: number, end: number): void {
  for (let column = from; column < end; column += 1) row[column] = ''
}

/** What a page says of it may be anything. */
const MAX_SPAN = 200

function spanOf(cell: Element, name: string): number {
  const span = Number(attribute(cell, name))
  return Number.isInteger(span) && span > 1 ? Math.min(span, MAX_SPAN) : 1
}

/** Its paragraphs as lines. */
function cellText(cell: Element): string {
  return linesIn(cell)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

const blocks = new Set([
  'P',
  'DIV',
  'LI',
  'UL',
  'OL',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'PRE',
  'BLOCKQUOTE',
])

function linesIn(element: Element): string {
  if (element.nodeName === 'BR') return '\n'
  if (element.nodeName === '#text') return (element.textContent ?? '').replaceAll('\n', ' ')
  const inside = [...element.childNodes].map(linesIn).join('')
  return blocks.has(element.nodeName) ? `\n${inside}\n` : inside
}

function rowElements(table: Element): Element[] {
  return children(table, ['TR', 'THEAD', 'TBODY', 'TFOOT']).flatMap((child) =>
    child.nodeName === 'TR' ? [child] : children(child, ['TR']),
  )
}

function children(element: Element, names: readonly string[]): Element[] {
  return [...element.childNodes].filter((child) => names.includes(child.nodeName))
}

function isDataTable(table: Element, rows: readonly string[][]): boolean {
  return rows.some((row) => row.length > 1) && !holdsTable(table)
}

function holdsTable(element: Element): boolean {
  return [...element.childNodes].some((child) => child.nodeName === 'TABLE' || holdsTable(child))
}

function tidied(markdown: string): string {
  return markdown
    .replaceAll('\u{a0}', ' ')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
