import { escapeXml } from '../archives/xml-tree.ts'
import type { Dialect } from './dialect.ts'
import { emu, emuPerPoint, type Rect } from './geometry.ts'
import type { LevelStyle } from './text-style.ts'
import { lineCount } from './text-width.ts'

export interface Paragraph {
  readonly text: string
  /** 0 is the outermost. */
  readonly level: number
  readonly bullet: boolean
}

export interface FittedText {
  readonly paragraphs: readonly Paragraph[]
  /** 1 is the size that the layout gives. */
  readonly scale: number
}

const deepestLevel = 4
/** The steps in which PowerPoint itself makes text smaller. */
const scales = [1, 0.925, 0.85, 0.775, 0.7, 0.625]
const splitScale = 0.85

/** Bullets with two spaces (or a tab) before them for each level; marks that a person would type are taken off. */
export function bulletParagraphs(bullets: readonly string[]): Paragraph[] {
  return bullets.map((bullet) => {
    const indent = /^[ \t]*/.exec(bullet)![0].replaceAll('\t', '  ').length
    const text = bullet.trim().replace(/^[-*•–]\s+(?=\S)/, '')
    return { text, level: Math.min(deepestLevel, Math.floor(indent / 2)), bullet: true }
  })
}

export function textParagraphs(text: string): Paragraph[] {
  return text
    .trim()
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ text: line.trim(), level: 0, bullet: false }))
}

/** The text in pieces that fit their boxes: in one, smaller if need be; else in several, each still easy to read. */
export function fitText(
  paragraphs: readonly Paragraph[],
  { rect, levels }: { rect: Rect; levels: readonly LevelStyle[] },
): FittedText[] {
  const fits = (some: readonly Paragraph[], scale: number): boolean =>
    textHeight(some, { width: rect.width, levels, scale }) <= rect.height
  const scale = scales.find((each) => fits(paragraphs, each))
  if (scale !== undefined) return [{ paragraphs, scale }]
  const pieces: FittedText[] = []
  let piece: Paragraph[] = []
  for (const paragraph of paragraphs) {
    if (piece.length > 0 && !fits([...piece, paragraph], splitScale)) {
      pieces.push({ paragraphs: piece, scale: splitScale })
      piece = []
    }
    piece.push(paragraph)
  }
  const last = scales.find((each) => fits(piece, each)) ?? scales.at(-1)!
  return [...pieces, { paragraphs: piece, scale: Math.min(last, pieces.length > 0 ? splitScale : 1) }]
}

export function textHeight(
  paragraphs: readonly Paragraph[],
  { width, levels, scale }: { width: number; levels: readonly LevelStyle[]; scale: number },
): number {
  let height = emu(0.1)
  for (const { text, level } of paragraphs) {
    const points = (levels[level]?.points ?? 18) * scale
    const indent = emu(0.2 + 0.3 * (level + 1))
    const lines = lineCount(text, (width - indent) / (points * emuPerPoint))
    height += (lines * points * 1.15 + points * 0.4) * emuPerPoint
  }
  return Math.round(height)
}

/** The inside of a text body: autofit, then the paragraphs. */
export function textBodyXml(
  { paragraphs, scale }: FittedText,
  { dialect, levels }: { dialect: Dialect; levels: readonly LevelStyle[] },
): string {
  const reduction = scale < 0.9 ? ` lnSpcReduction="${dialect.percent(10)}"` : ''
  const fontScale = scale < 1 ? ` fontScale="${dialect.percent(scale * 100)}"${reduction}` : ''
  const body = paragraphs.map((each) => paragraphXml(each, levels[each.level])).join('')
  return `<a:bodyPr><a:normAutofit${fontScale}/></a:bodyPr><a:lstStyle/>${body || '<a:p/>'}`
}

export function paragraphXml({ text, level, bullet }: Paragraph, style?: LevelStyle): string {
  return `<a:p>${paragraphProperties({ level, bullet }, style)}${runsXml(text, style)}</a:p>`
}

/** Runs of text; `**bold**` is the one mark that is understood, because models cannot be kept from writing it. */
export function runsXml(text: string, style?: LevelStyle): string {
  const regular = style?.run || '<a:rPr lang="en-US" dirty="0"/>'
  return text
    .split(/(\*\*[^*]+\*\*)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const bold = /^\*\*([^*]+)\*\*$/.exec(piece)
      return bold ? lineRuns(bold[1]!, asBold(regular)) : lineRuns(piece, regular)
    })
    .join('')
}

function paragraphProperties({ level, bullet }: Omit<Paragraph, 'text'>, style?: LevelStyle): string {
  if (!bullet) return '<a:pPr marL="0" indent="0"><a:buNone/></a:pPr>'
  if (style?.paragraph) return style.paragraph
  return level > 0 ? `<a:pPr lvl="${level}"/>` : ''
}

function lineRuns(text: string, properties: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `<a:r>${properties}<a:t>${escapeXml(line)}</a:t></a:r>`)
    .join('<a:br/>')
}

function asBold(properties: string): string {
  const open = properties.slice(0, properties.indexOf('>'))
  const plain = open.replace(/\sb=(["'])[^"']*\1/, '')
  return plain.replace(/^(<[\w.:-]+)/, '$1 b="1"') + properties.slice(open.length)
}
