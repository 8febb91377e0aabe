import type { Style } from '../terminal/table.ts'
import { displayWidth, padEnd, printableLines, wrapped } from '../terminal/text-width.ts'

/** What was fetched for a component that shows live or kept data. */
export type Fetched = { readonly data: unknown } | { readonly problem: string }

/** What a drawing is made with. */
export interface Ink {
  /** Columns that there are. */
  readonly width: number
  /** Whether rows that are wider are cut; on a pipe nothing is. */
  readonly cuts: boolean
  readonly style: (style: Style, text: string) => string
  readonly now: Date
  /** What was fetched for the component, if it needs something. */
  readonly fetched: (component: object) => Fetched | undefined
  /** Where the same is shown in the browser, if that is known. */
  readonly page?: string | undefined
}

/** Lines without line breaks: whoever stands around them may indent them or put them side by side. */
export type Lines = readonly string[]

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

const toneStyles: Readonly<Record<Tone, Style>> = {
  neutral: 'bold',
  info: 'cyan',
  success: 'green',
  warning: 'yellow',
  danger: 'red',
}

export function toned(ink: Ink, tone: Tone | undefined, text: string): string {
  return tone === undefined || tone === 'neutral' ? text : ink.style(toneStyles[tone], text)
}

export function title(ink: Ink, text: string | undefined): Lines {
  return text === undefined ? [] : plain({ ...ink }, text).map((line) => ink.style('bold', line))
}

export function quiet(ink: Ink, text: string | null | undefined): Lines {
  return text ? plain(ink, text).map((line) => ink.style('gray', line)) : []
}

/** Text as it is, broken to the width. */
export function plain(ink: Ink, text: string): string[] {
  return printableLines(text).flatMap((line) => wrapped(line, ink.width))
}

/** For what needs a mouse, or a page to draw on. */
export function inBrowser(ink: Ink): Lines {
  return quiet(ink, `Use it in the browser: ${ink.page ?? '"deskhand open"'}`)
}

export function narrower(ink: Ink, columns: number): Ink {
  return { ...ink, width: Math.max(16, ink.width - columns) }
}

export function indented(lines: Lines, indent = '  '): string[] {
  return lines.map((line) => (line === '' ? '' : indent + line))
}

/** A mark before the first line, the others below its text. */
export function marked(mark: string, lines: Lines): string[] {
  const gap = ' '.repeat(displayWidth(mark))
  return lines.map((line, index) => (index === 0 ? mark : gap) + line)
}

/** Side by side when there is room for it, else one below the other. */
export function beside(blocks: readonly Lines[], { width, gap = 3 }: { width: number; gap?: number }): Lines {
  const shown = blocks.filter((block) => block.length > 0)
  const widths = shown.map((block) => Math.max(...block.map(displayWidth)))
  const total = widths.reduce((sum, each) => sum + each, 0) + gap * (shown.length - 1)
  if (total > width) return below(shown)
  const height = Math.max(0, ...shown.map((block) => block.length))
  return Array.from({ length: height }, (_, row) =>
    shown
      .map((block, index) => padEnd(block[row] ?? '', widths[index]!))
      .join(' '.repeat(gap))
      .trimEnd(),
  )
}

/** One below the other, with an empty line around whatever is longer than a line. */
export function below(blocks: readonly Lines[]): string[] {
  const lines: string[] = []
  let before: Lines | undefined
  for (const block of blocks) {
    if (block.length === 0) continue
    if (before && (before.length > 1 || block.length > 1)) lines.push('')
    lines.push(...block)
    before = block
  }
  return lines
}
