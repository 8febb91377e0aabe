import {
  AlignmentType,
  BorderStyle,
  convertInchesToTwip,
  LevelFormat,
  type ILevelsOptions,
  type INumberingOptions,
  type IStylesOptions,
} from 'docx'
import type { WordBlock } from './word-document.ts'

export const bodyFont = 'Calibri'
export const codeFont = 'Consolas'
export const inkColor = '262626'
export const mutedColor = '6B7280'
export const lineColor = 'D5DAE1'
export const stripeColor = 'F5F7FA'
export const linkColor = '0B5CAD'

const pageSizes = { A4: { width: 11906, height: 16838 }, Letter: { width: 12240, height: 15840 } } as const
const sideMargin = 1247
const deepestLevel = 8

/** Measures of the page in twentieths of a point, the unit of the format. */
export function pageOf(size: keyof typeof pageSizes) {
  return {
    size: pageSizes[size],
    margin: { top: 1304, bottom: 1304, left: sideMargin, right: sideMargin, header: 624, footer: 624 },
    textWidth: pageSizes[size].width - 2 * sideMargin,
  }
}

export function stylesOf(accent: string): IStylesOptions {
  const heading = (size: number, before: number) => ({
    run: { font: bodyFont, size, bold: true, color: accent },
    paragraph: { spacing: { before, after: 100, line: 264 }, keepNext: true, keepLines: true },
  })
  return {
    default: {
      document: {
        run: { font: bodyFont, size: 22, color: inkColor },
        paragraph: { spacing: { after: 140, line: 283 } },
      },
      title: {
        run: { font: bodyFont, size: 56, bold: true, color: accent },
        paragraph: { spacing: { before: 0, after: 80, line: 240 }, keepNext: true },
      },
      heading1: heading(32, 380),
      heading2: heading(27, 300),
      heading3: heading(24, 240),
      heading4: heading(22, 200),
      heading5: heading(22, 180),
      heading6: heading(22, 180),
      hyperlink: { run: { color: linkColor, underline: {} } },
      listParagraph: { paragraph: { spacing: { after: 60 } } },
    },
    paragraphStyles: paragraphStyles(accent),
  }
}

function paragraphStyles(accent: string): NonNullable<IStylesOptions['paragraphStyles']> {
  return [
    {
      id: 'Subtitle',
      name: 'Subtitle',
      basedOn: 'Normal',
      next: 'Normal',
      run: { size: 26, color: mutedColor },
      paragraph: { spacing: { after: 120 } },
    },
    {
      id: 'ContentsHeading',
      name: 'TOC Heading',
      basedOn: 'Normal',
      next: 'Normal',
      run: { size: 27, bold: true, color: accent },
      paragraph: { spacing: { before: 120, after: 120 }, keepNext: true },
    },
    {
      id: 'Quote',
      name: 'Quote',
      basedOn: 'Normal',
      run: { italics: true, color: '4B5563' },
      paragraph: {
        indent: { left: 284, right: 284 },
        border: { left: { style: BorderStyle.SINGLE, size: 18, space: 12, color: accent } },
      },
    },
    {
      id: 'CodeBlock',
      name: 'Code Block',
      basedOn: 'Normal',
      run: { font: codeFont, size: 19 },
      paragraph: { spacing: { before: 60, after: 160, line: 252 }, indent: { left: 113, right: 113 } },
    },
    {
      id: 'Caption',
      name: 'caption',
      basedOn: 'Normal',
      run: { size: 19, color: mutedColor, italics: true },
      paragraph: { alignment: AlignmentType.CENTER, spacing: { after: 200 } },
    },
    {
      id: 'TableText',
      name: 'Table Text',
      basedOn: 'Normal',
      run: { size: 20 },
      paragraph: { spacing: { before: 0, after: 0, line: 259 } },
    },
  ]
}

export const bulletReference = 'bullets'

/** Numbered lists that begin with the same number share a definition; each list is an instance of it. */
export function numberReference(start: number): string {
  return `numbers-from-${start}`
}

export function numberingOf(blocks: readonly WordBlock[]): INumberingOptions {
  const starts = new Set<number>([1])
  for (const block of blocks) {
    if (block.kind === 'list') for (const { start } of block.items) starts.add(start ?? 1)
  }
  return {
    config: [
      { reference: bulletReference, levels: levels(bulletLevel) },
      ...[...starts].map((start) => ({
        reference: numberReference(start),
        levels: levels((level) => numberLevel(level, start)),
      })),
    ],
  }
}

export function listIndent(level: number): { left: number; hanging: number } {
  return {
    left: convertInchesToTwip(0.3) * (Math.min(level, deepestLevel) + 1),
    hanging: convertInchesToTwip(0.24),
  }
}

export function listLevel(level: number): number {
  return Math.min(level, deepestLevel)
}

function levels(
  describe: (level: number) => Pick<ILevelsOptions, 'format' | 'text' | 'start'>,
): ILevelsOptions[] {
  return Array.from({ length: deepestLevel + 1 }, (_, level) => ({
    level,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: listIndent(level) } },
    ...describe(level),
  }))
}

function bulletLevel(level: number) {
  return { format: LevelFormat.BULLET, text: ['•', '◦', '▪'][level % 3]! }
}

function numberLevel(level: number, start: number) {
  const format = [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN][level % 3]!
  return { format, text: `%${level + 1}.`, start }
}
