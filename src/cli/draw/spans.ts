import type { Span } from '../../contract/text/blocks.ts'
import { printable } from '../terminal/text-width.ts'
import { blockBar, sparks } from './bars.ts'
import { toned, toneStyles, type Ink } from './ink.ts'
import { inline, linkText } from './markdown.ts'

const BAR = 24
const LOOKS = { ...toneStyles, strong: 'bold', quiet: 'gray', emphasis: 'italic' } as const

export function drawSpans(spans: readonly Span[], ink: Ink): string {
  return spans.map((span) => drawSpan(span, ink)).join('')
}

export function drawSpan(span: Span, ink: Ink): string {
  if (typeof span === 'string') return printable(span)
  if ('markdown' in span) return toned(ink, span.tone, inline(span.markdown, ink))
  if ('bar' in span) return toned(ink, span.tone, blockBar(span.bar, span.columns ?? BAR))
  if ('trend' in span) {
    const columns = Math.max(1, Math.min(span.columns ?? BAR, ink.width - 12))
    return toned(ink, span.tone ?? 'info', sparks(span.trend, columns))
  }
  if ('color' in span) return swatch(span.color, ink)
  if ('url' in span) return linkText(ink, printable(span.text), span.url)
  if (span.text === '') return ''
  const looks = [span.look].flat().map((look) => LOOKS[look])
  return ink.style(looks.length === 1 ? looks[0]! : looks, printable(span.text))
}

/** A terminal without colours shows the code alone. */
function swatch(color: string, ink: Ink): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const hasColours = ink.style('red', '') !== ''
  return hasColours ? `\u001B[48;2;${red};${green};${blue}m    \u001B[0m` : '■'
}
