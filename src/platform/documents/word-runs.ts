import { ExternalHyperlink, ShadingType, TextRun, type IRunOptions, type ParagraphChild } from 'docx'
import type { RichText, TextPiece } from './word-document.ts'
import { codeFont } from './word-look.ts'

/** Runs of a text; `look` is what all of them have in common. */
export function runsOf(content: RichText, look: Partial<IRunOptions> = {}): ParagraphChild[] {
  return content.flatMap((piece): ParagraphChild[] => {
    const run = { ...look, ...lookOf(piece) }
    if (piece.link === undefined) return linesOf(piece.text, (part) => new TextRun({ ...run, ...part }))
    const children = linesOf(piece.text, (part) => new TextRun({ ...run, style: 'Hyperlink', ...part }))
    return [new ExternalHyperlink({ link: piece.link, children })]
  })
}

function lookOf(piece: TextPiece): Partial<IRunOptions> {
  return {
    ...(piece.bold && { bold: true }),
    ...(piece.italic && { italics: true }),
    ...(piece.strike && { strike: true }),
    ...(piece.color !== undefined && { color: piece.color }),
    ...(piece.code && {
      font: codeFont,
      size: 20,
      shading: { type: ShadingType.CLEAR, color: 'auto', fill: 'EEF1F5' },
    }),
  }
}

/** A newline inside a run is a break of its own in the format. */
export function linesOf<Run>(text: string, run: (part: { text: string; break?: number }) => Run): Run[] {
  return withoutControls(text)
    .split('\n')
    .map((part, index) => run({ text: part, ...(index > 0 && { break: 1 }) }))
}

/** XML 1.0 has no way to write these at all, and a file with one of them does not open. */
function withoutControls(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
}
