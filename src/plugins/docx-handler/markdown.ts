import { Lexer, lexer, type Token, type Tokens } from 'marked'
import type { ListItem, RichText, TableCell, TextPiece } from '../../platform/documents/word-document.ts'
import type { DocumentBlock } from './document-block.ts'

type Look = Omit<TextPiece, 'text'>

const pageBreakLine = /^ {0,3}(?:\\(?:newpage|pagebreak)|<!--\s*page[ -]?break\s*-->)\s*$/i
/** `![what it shows](path "caption")` alone on its line. Markdown knows no path with spaces; people write them. */
const pictureLine = /^ {0,3}!\[([^\]]*)\]\(([^)]*)\)\s*$/
const fenceLine = /^ {0,3}(`{3,}|~{3,})/
/** Nobody writes deeper, and every level of a quote or a list costs the reader of Markdown as much as the whole text. */
const tooDeep = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){12}/
const tooFarIn = /^[ \t]{40,}/

/** Markdown as blocks: headings, paragraphs, lists, tables, quotes, code, pictures, rules and page breaks. */
export function parseMarkdown(markdown: string): DocumentBlock[] {
  const reader = new BlockReader()
  return partsOf(markdown.replace(/^\u{feff}/u, '').replaceAll(/\r\n?/g, '\n')).flatMap((part) =>
    typeof part === 'string' ? reader.blocksOf(lexer(part, { gfm: true })) : [part],
  )
}

/** The text between what Markdown has no word for: page breaks, and pictures that are files. */
function partsOf(markdown: string): (string | DocumentBlock)[] {
  const parts: (string | DocumentBlock)[] = []
  let lines: string[] = []
  let fence: string | undefined
  let at = 0
  const lastComment = markdown.lastIndexOf('-->')
  for (const line of markdown.split('\n')) {
    const mark = fenceLine.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    const block = fence === undefined ? ownBlock(line) : undefined
    if (block) {
      parts.push(lines.join('\n'), block)
      lines = []
    } else lines.push(fence === undefined ? bearable(line, { isBehindComments: at > lastComment }) : line)
    at += line.length + 1
  }
  return [...parts, lines.join('\n')]
}

/** A comment that never ends is searched for its end again and again, so it begins none. */
function bearable(line: string, { isBehindComments }: { isBehindComments: boolean }): string {
  if (tooDeep.test(line)) return `\\${line.trim()}`
  const near = line.replace(tooFarIn, ' '.repeat(39))
  return isBehindComments ? near.replaceAll('<!--', String.raw`\<!--`) : near
}

function ownBlock(line: string): DocumentBlock | undefined {
  if (pageBreakLine.test(line)) return { kind: 'page_break' }
  const picture = pictureLine.exec(line)
  return picture ? pictureBlock(picture[1]!, picture[2]!.trim()) : undefined
}

/** The look of a line of Markdown: bold, italic, strike, code, links, line breaks. */
export function parseInline(source: string, { isWrapped = false } = {}): RichText {
  // Where the source is not wrapped, a line break is one that somebody wanted.
  return joined(piecesOf(Lexer.lexInline(source, { gfm: true, breaks: !isWrapped }), {}))
}

class BlockReader {
  #lists = 0

  blocksOf(tokens: readonly Token[]): DocumentBlock[] {
    return tokens.flatMap((token) => this.#blocksOf(token))
  }

  #blocksOf(token: Token): DocumentBlock[] {
    switch (token.type) {
      case 'space':
      case 'def':
        return []
      case 'heading':
        return [{ kind: 'heading', level: (token as Tokens.Heading).depth, content: contentOf(token) }]
      case 'code':
        return [{ kind: 'code', text: (token as Tokens.Code).text }]
      case 'hr':
        return [{ kind: 'rule' }]
      case 'blockquote':
        return [{ kind: 'quote', paragraphs: paragraphsIn((token as Tokens.Blockquote).tokens) }]
      case 'table':
        return [tableOf(token as Tokens.Table)]
      case 'list':
        return this.#list(token as Tokens.List, 0)
      default: {
        const content = contentOf(token)
        return content.length === 0 ? [] : [{ kind: 'paragraph', content }]
      }
    }
  }

  /** A list with what it holds; code, tables and quotes inside of it stand between two parts of it. */
  #list(list: Tokens.List, level: number): DocumentBlock[] {
    const blocks: DocumentBlock[] = []
    let part: Pick<ListItem, 'list' | 'start'> | undefined
    list.items.forEach((item, index) => {
      if (!part || blocks.at(-1)?.kind !== 'list') part = this.#begin(list, index)
      const look = { level, ordered: list.ordered, ...part }
      const tokens = item.tokens.filter(({ type }) => type !== 'space' && type !== 'checkbox')
      const content = tokens[0] && isText(tokens[0]) ? contentOf(tokens.shift()!) : []
      const box = item.task ? [{ text: item.checked ? '☑ ' : '☐ ' }] : []
      add(blocks, [{ kind: 'list', items: [{ ...look, content: joined([...box, ...content]) }] }])
      for (const token of tokens) {
        const more = { ...look, continued: true, content: isText(token) ? contentOf(token) : [] }
        if (isText(token)) add(blocks, [{ kind: 'list', items: [more] }])
        else if (token.type === 'list') add(blocks, this.#list(token as Tokens.List, level + 1))
        else add(blocks, this.#blocksOf(token))
      }
    })
    return blocks
  }

  /** Items count on together until something stands between them; then the numbers go on in another list. */
  #begin({ ordered, start }: Tokens.List, index: number): Pick<ListItem, 'list' | 'start'> {
    this.#lists += 1
    const first = (start || 1) + index
    return { list: this.#lists, ...(ordered && first !== 1 && { start: first }) }
  }
}

/** Parts of a list that follow each other are one. */
function add(blocks: DocumentBlock[], more: readonly DocumentBlock[]): void {
  for (const block of more) {
    const last = blocks.at(-1)
    if (last?.kind !== 'list' || block.kind !== 'list') blocks.push(block)
    else for (const item of block.items) (last.items as ListItem[]).push(item)
  }
}

function isText({ type }: Token): boolean {
  return type === 'text' || type === 'paragraph'
}

/** What a quote holds is shown as its paragraphs, whatever it is: a list in a quote keeps its marks as text. */
function paragraphsIn(tokens: readonly Token[]): RichText[] {
  return tokens
    .filter(({ type }) => type !== 'space')
    .flatMap((token) =>
      token.type === 'blockquote' ? paragraphsIn((token as Tokens.Blockquote).tokens) : [contentOf(token)],
    )
}

function tableOf({ header, rows }: Tokens.Table): DocumentBlock {
  const cellOf = ({ tokens, align }: Tokens.TableCell): TableCell => ({
    content: joined(piecesOf(tokens, {})),
    ...((align === 'center' || align === 'right') && { align }),
  })
  return { kind: 'table', look: 'grid', header: header.map(cellOf), rows: rows.map((row) => row.map(cellOf)) }
}

/** `path "caption"`; a picture on the web is not fetched and stays a line of text. */
function pictureBlock(alt: string, target: string): DocumentBlock | undefined {
  const quote = target.endsWith('"') ? target.indexOf(' "') : -1
  const path = (quote < 0 ? target : target.slice(0, quote)).trim().replace(/^<([^>]*)>$/, '$1')
  if (path === '' || /^[a-z]+:/i.test(path)) return undefined
  const caption = quote < 0 ? '' : target.slice(quote + 2, -1)
  return { kind: 'picture_file', path, alt, ...(caption && { caption: parseInline(caption) }) }
}

function contentOf(token: Token): RichText {
  const inner = 'tokens' in token && token.tokens ? token.tokens : Lexer.lexInline(token.raw.trim())
  return joined(piecesOf(inner, {}))
}

function piecesOf(tokens: readonly Token[], look: Look): TextPiece[] {
  return tokens.flatMap((token) => pieceOf(token, look))
}

const looks: Readonly<Record<string, Look>> = {
  strong: { bold: true },
  em: { italic: true },
  del: { strike: true },
}

function pieceOf(token: Token, look: Look): TextPiece[] {
  const inner = 'tokens' in token ? (token.tokens ?? []) : []
  if (token.type === 'codespan') return [{ ...look, text: (token as Tokens.Codespan).text, code: true }]
  if (token.type === 'link') {
    const link = safeAddress((token as Tokens.Link).href)
    return piecesOf(inner, link === undefined ? look : { ...look, link })
  }
  const own = ownText[token.type]
  if (own) return [{ ...look, text: own(token) }]
  if (inner.length > 0) return piecesOf(inner, { ...look, ...looks[token.type] })
  return [{ ...look, text: withEntities(token.raw.replaceAll(/[ \t]*\n[ \t]*/g, ' ')) }]
}

const ownText: Readonly<Record<string, (token: Token) => string>> = {
  br: () => '\n',
  // Of a picture inside a line its description is kept.
  image: (token) => (token as Tokens.Image).text,
  html: ({ raw }) => tagText(raw),
  escape: (token) => (token as Tokens.Escape).text,
}

/** Nobody sees a comment, and everybody a line break; any other tag is text, for nobody would see it otherwise. */
function tagText(tag: string): string {
  if (tag.startsWith('<!--')) return ''
  return /^<br\s*\/?>$/i.test(tag) ? '\n' : tag
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u{a0}',
  copy: '©',
  mdash: '—',
  ndash: '–',
  hellip: '…',
}

function withEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole: string, ...found) => {
    const [decimal, hexadecimal, name] = found as (string | undefined)[]
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}

/** What a reader may be sent to by a click. Scripts, files and addresses without a scheme stay text. */
export function safeAddress(address: string): string | undefined {
  return /^(https?:\/\/|mailto:|tel:)[^\s]+$/i.test(address) ? address : undefined
}

/** Neighbours of the same look become one run. */
function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const result: TextPiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last && sameLook(last, piece)) result[result.length - 1] = { ...last, text: last.text + piece.text }
    else if (piece.text !== '') result.push(piece)
  }
  return result
}

function sameLook(one: TextPiece, other: TextPiece): boolean {
  return (['bold', 'italic', 'strike', 'code', 'link'] as const).every((name) => one[name] === other[name])
}
