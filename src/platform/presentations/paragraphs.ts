import { escapeXml } from '../archives/xml-tree.ts'
import type { Dialect } from './dialect.ts'
import { emu, emuPerPoint, type Rect } from './geometry.ts'
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
  { rect, levelPoints }: { rect: Rect; levelPoints: readonly number[] },
): FittedText[] {
  const fits = (some: readonly Paragraph[], scale: number): boolean =>
    textHeight(some, { width: rect.width, levelPoints, scale }) <= rect.height
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
  { width, levelPoints, scale }: { width: number; levelPoints: readonly number[]; scale: number },
): number {
  let height = emu(0.1)
  for (const { text, level } of paragraphs) {
    const points = (levelPoints[level] ?? 18) * scale
    const indent = emu(0.2 + 0.3 * (level + 1))
    const lines = lineCount(text, (width - indent) / (points * emuPerPoint))
    height += (lines * points * 1.15 + points * 0.4) * emuPerPoint
  }
  return Math.round(height)
}

/** The inside of a text body: autofit, then the paragraphs. */
export function textBodyXml({ paragraphs, scale }: FittedText, dialect: Dialect): string {
  const reduction = scale < 0.9 ? ` lnSpcReduction="${dialect.percent(10)}"` : ''
  const fontScale = scale < 1 ? ` fontScale="${dialect.percent(scale * 100)}"${reduction}` : ''
  const body = paragraphs.map(paragraphXml).join('')
  return `<a:bodyPr><a:normAutofit${fontScale}/></a:bodyPr><a:lstStyle/>${body || '<a:p/>'}`
}

export function paragraphXml({ text, level, bullet }: Paragraph): string {
  const properties = bullet
    ? level > 0
      ? `<a:pPr lvl="${level}"/>`
      : ''
    : '<a:pPr marL="0" indent="0"><a:buNone/></a:pPr>'
  return `<a:p>${properties}${runsXml(text)}</a:p>`
}

/** Runs of text; `**bold**` is the one mark that is understood, because models cannot be kept from writing it. */
export function runsXml(text: string): string {
  return text
    .split(/(\*\*[^*]+\*\*)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const bold = /^\*\*([^*]+)\*\*$/.exec(piece)
      return lineRuns(bold ? bold[1]! : piece, bold ? ' b="1"' : '')
    })
    .join('')
}

function lineRuns(text: string, attributes: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `<a:r><a:rPr lang="en-US"${attributes} dirty="0"/><a:t>${escapeXml(line)}</a:t></a:r>`)
    .join('<a:br/>')
}
