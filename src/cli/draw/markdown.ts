import { drawTable } from '../terminal/table.ts'
import { displayWidth, printable, printableLines, wrapped } from '../terminal/text-width.ts'
import { marked, narrower, type Ink, type Lines } from './ink.ts'

/** Markdown as lines for the terminal. */
export function drawMarkdown(text: string, ink: Ink): string[] {
  const reader = new MarkdownLines(ink)
  const lines = printableLines(text).flatMap((line) => [...reader.push(line)])
  return [...lines, ...reader.end()]
}

/** Draws Markdown line by line as it arrives. A table is held back until its last row is there. */
export class MarkdownLines {
  readonly #ink: Ink
  #fence: string | undefined
  #rows: string[] = []

  constructor(ink: Ink) {
    this.#ink = ink
  }

  push(line: string): Lines {
    const fence = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1]
    if (this.#fence !== undefined) {
      if (fence?.startsWith(this.#fence)) this.#fence = undefined
      else return [codeLine(line, this.#ink)]
      return []
    }
    if (/^\s*\|.*\|\s*$/.test(line)) {
      this.#rows.push(line)
      return []
    }
    const table = this.end()
    if (fence === undefined) return [...table, ...drawLine(line, this.#ink)]
    this.#fence = fence
    return table
  }

  /** How the beginning of a line looks that is still being written. */
  preview(begun: string): Lines {
    return this.#fence === undefined ? drawLine(begun, this.#ink) : [codeLine(begun, this.#ink)]
  }

  /** What was held back. */
  end(): Lines {
    const rows = this.#rows.map(cellsOf)
    this.#rows = []
    const [header, rule, ...body] = rows
    if (!header) return []
    const ink = this.#ink
    if (!rule?.every((cell) => /^:?-+:?$/.test(cell)))
      return rows.map((cells) => inline(cells.join('  '), ink))
    const width = ink.cuts ? ink.width : undefined
    return drawTable({ header, rows: body, width, style: ink.style }).split('\n')
  }
}

export function codeLine(line: string, ink: Ink): string {
  return `${ink.style('gray', '│')} ${ink.style('cyan', line)}`
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().replaceAll(/[*_`]/g, ''))
}

function drawLine(line: string, ink: Ink): Lines {
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
  if (heading) return wrapped(ink.style('bold', inline(heading[2]!, ink)), ink.width)
  if (/^\s{0,3}([-*_])(\s*\1){2,}\s*$/.test(line))
    return [ink.style('gray', '─'.repeat(Math.min(ink.width, 40)))]
  const quote = /^\s{0,3}>\s?(.*)$/.exec(line)
  if (quote) return drawLine(quote[1]!, narrower(ink, 2)).map((text) => `${ink.style('gray', '▌')} ${text}`)
  const item = /^(\s*)(?:([-*+])|(\d+[.)]))\s+(?:\[([ xX])\]\s+)?(.*)$/.exec(line)
  if (item) return listItem(item, ink)
  return wrapped(inline(line.trimEnd(), ink), ink.width)
}

function listItem([, indent = '', , number, box, text = '']: RegExpExecArray, ink: Ink): Lines {
  const tick = box === undefined ? '' : box === ' ' ? '☐ ' : '☑ '
  const mark = `${indent}${number ?? '•'} ${tick}`
  return marked(mark, wrapped(inline(text, ink), Math.max(16, ink.width - displayWidth(mark))))
}

const MARKS =
  /(`+)(.+?)\1|!?\[([^\]]*)\]\(([^)\s]+)(?:\s+"[^"]*")?\)|(\*\*|__)(?=\S)(.+?)\5|~~(.+?)~~|(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\8(?![\w*])|\\([!-/:-@[-`{-~])/g

/** What stands within a line: bold, italic, code and links. */
export function inline(text: string, ink: Ink): string {
  return printable(text).replaceAll(MARKS, (whole: string, ...found: (string | undefined)[]) => {
    const [, code, label, address, , strong, struck, , emphasis, escaped] = found
    if (code !== undefined) return ink.style('cyan', code)
    if (address !== undefined) return linkText(ink, label || address, address)
    if (strong !== undefined) return ink.style('bold', inline(strong, ink))
    if (struck !== undefined) return ink.style('strikethrough', struck)
    if (emphasis !== undefined) return ink.style('italic', inline(emphasis, ink))
    return escaped ?? whole
  })
}

/** The address is always seen: a label can claim anything. */
export function linkText(ink: Ink, label: string, address: string): string {
  const shown = printable(address)
  if (label === shown) return ink.style('underline', shown)
  return `${printable(label)} ${ink.style('gray', `<${shown}>`)}`
}
