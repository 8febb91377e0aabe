import { bytesText, valueText } from '../../contract/text/numbers.ts'
import { printable, printableLines } from '../terminal/text-width.ts'
import type { DrawingsOf } from './drawing.ts'
import { inBrowser, indented, marked, narrower, plain, quiet, title, toned, type Ink } from './ink.ts'
import { codeLine, drawMarkdown, inline } from './markdown.ts'
import { momentText } from './moment-text.ts'

type Basic =
  | 'text'
  | 'heading'
  | 'divider'
  | 'code'
  | 'image'
  | 'alert'
  | 'badge'
  | 'file'
  | 'error'
  | 'jit_widget'

const ALERTS = { neutral: '•', info: 'ℹ', success: '✔', warning: '⚠', danger: '✖' } as const

export const basics: DrawingsOf<Basic> = {
  text: ({ text, format, tone }, ink) =>
    (format === 'plain' ? plain(ink, text) : drawMarkdown(text, ink)).map((line) => toned(ink, tone, line)),

  heading: ({ text, level = 2, subtitle }, ink) => [
    ...title(ink, level === 1 ? text.toUpperCase() : text),
    ...quiet(ink, subtitle),
  ],

  divider({ label }, ink) {
    const width = Math.min(ink.width, 60)
    const words = label === undefined ? '' : ` ${printable(label)} `
    const left = Math.max(2, Math.floor((width - words.length) / 2))
    return [ink.style('gray', `${'─'.repeat(left)}${words}${'─'.repeat(left)}`)]
  },

  code({ code, filename, line_numbers = false, highlighted_lines = [] }, ink) {
    const lines = printableLines(code.replace(/\n$/, ''))
    const digits = String(lines.length).length
    return [
      ...quiet(ink, filename),
      ...lines.map((line, index) => {
        const number = line_numbers ? `${String(index + 1).padStart(digits)} ` : ''
        const shown = codeLine(`${number}${line}`, ink)
        return highlighted_lines.includes(index + 1) ? ink.style('inverse', shown) : shown
      }),
    ]
  },

  image: ({ url, alt, caption }, ink) => [
    `🖼  ${inline(caption ?? (alt || 'Picture'), ink)}`,
    ...(url.startsWith('data:') ? [] : quiet(ink, url)),
  ],

  alert({ text, title: heading, tone = 'info', action_label }, ink) {
    const lines = [
      ...title(ink, heading),
      ...drawMarkdown(text, narrower(ink, 2)),
      ...quiet(ink, action_label && `→ ${action_label}`),
    ]
    return marked(`${toned(ink, tone, ALERTS[tone])} `, lines)
  },

  badge: ({ text, tone = 'neutral' }, ink) => [
    tone === 'neutral' ? `[${printable(text)}]` : toned(ink, tone, `● ${printable(text)}`),
  ],

  file: ({ name, path, url, size_bytes, modified_at, preview }, ink) => [
    `📄 ${ink.style('bold', printable(name))}${size_bytes === undefined ? '' : `  ${bytesText(size_bytes)}`}`,
    ...indented(quiet(narrower(ink, 3), path ?? url), '   '),
    ...indented(quiet(ink, modified_at && momentText(modified_at)), '   '),
    ...(preview
      ? printableLines(preview)
          .slice(0, 10)
          .map((line) => codeLine(line, ink))
      : []),
  ],

  error: ({ title: heading, message, setting, raw }, ink) =>
    marked(ink.style('red', '✖ '), [
      ...title(ink, heading),
      ...plain(narrower(ink, 2), message),
      ...quiet(ink, setting && `deskhand settings set ${setting}`),
      ...quiet(ink, raw),
    ]),

  jit_widget: ({ title: heading, alt }, ink) => [
    ...title(ink, heading),
    ...quiet(ink, alt),
    ...inBrowser(ink),
  ],
}

interface Source {
  readonly name: string
  readonly url: string
  readonly attribution?: string | undefined
}

export function sourceLines(source: Source | undefined, ink: Ink) {
  return quiet(ink, source && `Source: ${source.name}${source.attribution ? `, ${source.attribution}` : ''}`)
}

interface Fact {
  readonly label: string
  readonly value: unknown
  readonly unit?: string | undefined
  readonly tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger' | undefined
}

/** Labels in one column, values in the next. */
export function factLines(facts: readonly Fact[], ink: Ink): string[] {
  const labels = facts.map(({ label }) => printable(label))
  const widest = Math.min(28, Math.max(0, ...labels.map((label) => label.length)))
  return facts.flatMap(({ value, unit, tone }, index) => {
    const label = ink.style('gray', labels[index]!.padEnd(widest))
    const lines = plain(narrower(ink, widest + 2), valueText(value, { unit }))
    return marked(
      `${label}  `,
      lines.map((line) => toned(ink, tone, line)),
    )
  })
}
