import type { ListItem, TableCell } from '../../platform/documents/word-document.ts'
import { parseInline } from './markdown-inline.ts'
import type { DocumentBlock } from './document-block.ts'
import { readList, type ListLine } from './markdown-list.ts'

/** Markdown as blocks: headings, paragraphs, lists, tables, quotes, code, pictures, rules and page breaks. */
export function parseMarkdown(markdown: string): DocumentBlock[] {
  const text = markdown.replace(/^\u{feff}/u, '').replaceAll(/\r\n?/g, '\n')
  return new BlockParser(withoutComments(text).split('\n')).parse()
}

// None of these patterns may look at a character more than a few times: a line can be a million characters long.

const pageBreakLine = /^\s*(?:\\(?:newpage|pagebreak)|<!--\s*page[ -]?break\s*-->)\s*$/i
const ruleLine = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const headingLine = /^ {0,3}(#{1,6})(?=[ \t]|$)/
const fenceLine = /^([ \t]*)(`{3,}|~{3,})[^`]*$/
const listLine = /^([ \t]*)([-*+]|\d{1,9}[.)])(?:[ \t]+(.*)|)$/
const quoteLine = /^ {0,3}> ?(.*)$/
const pictureLine = /^\s*!\[([^\]]*)\]\(([^)]*)\)\s*$/

class BlockParser {
  readonly #lines: readonly string[]
  readonly #blocks: DocumentBlock[] = []
  #at = 0
  #lists = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  parse(): DocumentBlock[] {
    while (this.#at < this.#lines.length) this.#next()
    return this.#blocks
  }

  #next(): void {
    const line = this.#lines[this.#at]!
    if (line.trim() === '') this.#at += 1
    else if (!this.#single(line) && !this.#several(line)) this.#paragraph()
  }

  /** Blocks of one line. */
  #single(line: string): boolean {
    const block = singleLineBlock(line)
    if (!block) return false
    this.#blocks.push(block)
    this.#at += 1
    return true
  }

  /** Blocks that go on over more lines. */
  #several(line: string): boolean {
    if (fenceLine.test(line)) return this.#fencedCode(line)
    if (/^(?: {4}|\t)/.test(line)) return this.#indentedCode()
    if (quoteLine.test(line)) return this.#quote()
    if (listLine.test(line)) return this.#list()
    return this.#table()
  }

  #fencedCode(line: string): boolean {
    const [, indent = '', fence = ''] = fenceLine.exec(line) ?? []
    const closes = (each: string): boolean =>
      each.trim().length >= fence.length && isRunOf(each.trim(), fence[0]!)
    const content: string[] = []
    for (this.#at += 1; this.#at < this.#lines.length; this.#at += 1) {
      const each = this.#lines[this.#at]!
      if (closes(each)) break
      content.push(each.startsWith(indent) ? each.slice(indent.length) : each.trimStart())
    }
    this.#at += 1
    this.#blocks.push({ kind: 'code', text: content.join('\n') })
    return true
  }

  #indentedCode(): boolean {
    const content = this.#while((line) => /^(?: {4}|\t)/.test(line) || line.trim() === '')
    while (content.at(-1)?.trim() === '') content.pop()
    this.#blocks.push({
      kind: 'code',
      text: content.map((line) => line.replace(/^(?: {4}|\t)/, '')).join('\n'),
    })
    return true
  }

  #quote(): boolean {
    const lines = this.#while((line) => quoteLine.test(line))
    // What a quote holds is shown as its paragraphs, whatever it is: a list in a quote keeps its marks as text.
    const paragraphs = lines
      .map((line) => quoteLine.exec(line)![1]!.replace(/^(?:> ?)+/, ''))
      .join('\n')
      .split(/\n[ \t]*\n/)
      .filter((text) => text.trim() !== '')
    this.#blocks.push({ kind: 'quote', paragraphs: paragraphs.map((text) => parseInline(softWrapped(text))) })
    return true
  }

  #list(): boolean {
    const lines: ListLine[] = []
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]!
      const marked = ruleLine.test(line) ? null : listLine.exec(line)
      if (marked && isOtherList(lines[0], marked)) break
      if (marked)
        lines.push({ kind: 'item', indent: width(marked[1]!), mark: marked[2]!, text: marked[3] ?? '' })
      else if (line.trim() === '' && this.#passedBlanksInList()) {
        lines.push({ kind: 'blank' })
        continue
      } else if (line.trim() !== '' && this.#continuesItem(line, lines.at(-1))) {
        lines.push({ kind: 'text', text: line.trim() })
      } else break
      this.#at += 1
    }
    const { items, lists } = readList(lines, this.#lists)
    this.#lists = lists
    this.#blocks.push({ kind: 'list', items: items satisfies readonly ListItem[] })
    return true
  }

  /** Goes past blank lines when the list goes on behind them: with another item, or with an indented paragraph. */
  #passedBlanksInList(): boolean {
    let at = this.#at + 1
    while (at < this.#lines.length && this.#lines[at]!.trim() === '') at += 1
    const line = this.#lines[at]
    if (line === undefined || ruleLine.test(line)) return false
    if (!listLine.test(line) && !/^(?: {2,}|\t)/.test(line)) return false
    this.#at = at
    return true
  }

  #continuesItem(line: string, before: ListLine | undefined): boolean {
    if (before?.kind === 'blank' && !fenceLine.test(line)) return /^(?: {2,}|\t)/.test(line)
    return !beginsBlock(line)
  }

  #table(): boolean {
    const header = this.#lines[this.#at]!
    const divider = this.#lines[this.#at + 1]
    if (!header.includes('|') || divider === undefined || !isDivider(divider)) return false
    const names = cellsOf(header)
    const alignments = cellsOf(divider).map(alignmentOf)
    if (alignments.length !== names.length) return false
    this.#at += 2
    const rows = this.#while((line) => line.includes('|') && line.trim() !== '' && !beginsBlock(line))
    const cell = (text: string, column: number): TableCell => {
      const align = alignments[column]
      return { content: parseInline(text), ...(align && { align }) }
    }
    this.#blocks.push({
      kind: 'table',
      look: 'grid',
      header: names.map(cell),
      rows: rows.map((row) => names.map((_, column) => cell(cellsOf(row)[column] ?? '', column))),
    })
    return true
  }

  #paragraph(): void {
    const lines: string[] = []
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]!
      const underline = lines.length > 0 && /^ {0,3}(?:(=+)|(-+))[ \t]*$/.exec(line)
      if (underline) {
        this.#at += 1
        this.#blocks.push({
          kind: 'heading',
          level: underline[1] ? 1 : 2,
          content: parseInline(softWrapped(lines.join('\n'))),
        })
        return
      }
      if (line.trim() === '' || (lines.length > 0 && beginsBlock(line))) break
      lines.push(line)
      this.#at += 1
    }
    this.#blocks.push({ kind: 'paragraph', content: parseInline(softWrapped(lines.join('\n'))) })
  }

  #while(fits: (line: string) => boolean): string[] {
    const from = this.#at
    while (this.#at < this.#lines.length && fits(this.#lines[this.#at]!)) this.#at += 1
    return this.#lines.slice(from, this.#at)
  }
}

/** Bullets after numbers, or numbers after bullets, at the outermost level. */
function isOtherList(first: ListLine | undefined, [, indent = '', mark = '']: RegExpExecArray): boolean {
  if (first?.kind !== 'item' || width(indent) > first.indent + 1) return false
  return /\d/.test(mark) !== /\d/.test(first.mark)
}

function isRunOf(text: string, character: string): boolean {
  return text === character.repeat(text.length)
}

function singleLineBlock(line: string): DocumentBlock | undefined {
  if (pageBreakLine.test(line)) return { kind: 'page_break' }
  if (ruleLine.test(line)) return { kind: 'rule' }
  const heading = headingLine.exec(line)
  if (heading) {
    const content = parseInline(withoutClosingMarks(line.slice(heading[0].length).trim()))
    return { kind: 'heading', level: heading[1]!.length, content }
  }
  const picture = pictureLine.exec(line)
  return picture ? pictureBlock(picture[1]!, picture[2]!.trim()) : undefined
}

/** `path "caption"`; a picture on the web is not fetched and stays a line of text. */
function pictureBlock(alt: string, target: string): DocumentBlock | undefined {
  const quote = target.endsWith('"') ? target.indexOf(' "') : -1
  const path = (quote < 0 ? target : target.slice(0, quote)).trim().replace(/^<([^>]*)>$/, '$1')
  if (path === '' || /^[a-z]+:/i.test(path)) return undefined
  const caption = quote < 0 ? '' : target.slice(quote + 2, -1)
  return { kind: 'picture_file', path, alt, ...(caption && { caption: parseInline(caption) }) }
}

/** `## Title ##` is the same as `## Title`. */
function withoutClosingMarks(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end -= 1
  if (end === text.length || (end > 0 && !/\s/.test(text[end - 1]!))) return text
  return text.slice(0, end).trimEnd()
}

function withoutComments(text: string): string {
  let kept = ''
  let at = 0
  for (;;) {
    const open = text.indexOf('<!--', at)
    const close = open < 0 ? -1 : text.indexOf('-->', open)
    if (close < 0) return kept + text.slice(at)
    const comment = text.slice(open, close + 3)
    kept += text.slice(at, open) + (pageBreakLine.test(comment) ? comment : '')
    at = close + 3
  }
}

/** Lines that end a paragraph without a blank line in front. */
function beginsBlock(line: string): boolean {
  if (singleLineBlock(line) || fenceLine.test(line) || quoteLine.test(line)) return true
  const list = listLine.exec(line)
  // A number at the start of a line is more often a year in a sentence than the first item of a list.
  return list !== null && (list[3] ?? '') !== '' && /^(?:[-*+]|1[.)])$/.test(list[2]!)
}

/** A single line break is a space, unless two spaces or a backslash say otherwise. */
export function softWrapped(text: string): string {
  return text
    .split('\n')
    .map((line, index, all) => {
      const isLast = index === all.length - 1
      if (isLast) return line.trim()
      if (line.endsWith('  ')) return `${line.trim()}\\\n`
      return line.endsWith('\\') ? `${line.trim()}\n` : `${line.trim()} `
    })
    .join('')
}

function isDivider(line: string): boolean {
  return line.includes('-') && /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*$/.test(line)
}

function cellsOf(line: string): string[] {
  const trimmed = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return trimmed.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function alignmentOf(divider: string): TableCell['align'] {
  if (divider.startsWith(':') && divider.endsWith(':')) return 'center'
  return divider.endsWith(':') ? 'right' : undefined
}

function width(indent: string): number {
  return indent.replaceAll('\t', '    ').length
}
