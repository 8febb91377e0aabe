import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  LineRuleType,
  Packer,
  PageBreak,
  PageNumber,
  Paragraph,
  ShadingType,
  TableOfContents,
  TabStopType,
  TextRun,
  type FileChild,
} from 'docx'
import {
  textsOf,
  type ListItem,
  type PictureBlock,
  type WordBlock,
  type WordDocument,
} from './word-document.ts'
import {
  bulletReference,
  lineColor,
  listIndent,
  listLevel,
  mutedColor,
  numberingOf,
  numberReference,
  pageOf,
  stripeColor,
  stylesOf,
} from './word-look.ts'
import { linesOf, runsOf } from './word-runs.ts'
import { renderTable } from './word-table.ts'

const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const

const maxLaidOut = 40_000

interface Page {
  readonly textWidth: number
  readonly accent: string
}

/** The bytes of the .docx file. Takes a second for a long document, so it is called in a thread of its own. */
export async function renderWord(document: WordDocument): Promise<Buffer> {
  const { properties, accent, blocks } = document
  const { size, margin, textWidth } = pageOf(document.pageSize)
  // Under a title the small text at the top would only repeat it.
  const hasTitle = blocks[0]?.kind === 'title'
  const footer = footerOf(document, textWidth)
  const file = new Document({
    title: properties.title,
    creator: properties.author ?? '',
    lastModifiedBy: properties.author ?? '',
    ...(properties.subject !== undefined && { subject: properties.subject }),
    ...(properties.keywords !== undefined && { keywords: properties.keywords }),
    styles: stylesOf(accent),
    numbering: numberingOf(blocks),
    ...(mayCountPages(blocks) && { pageNumbers: await pageNumberGuess() }),
    sections: [
      {
        properties: { page: { size, margin }, titlePage: hasTitle },
        headers: { default: headerOf(document.header), ...(hasTitle && { first: headerOf('') }) },
        footers: { default: footer, ...(hasTitle && { first: footer }) },
        children: blocks.flatMap((block) => renderBlock(block, { textWidth, accent })),
      },
    ],
  })
  return Packer.toBuffer(file)
}

/** For what it cannot lay out as Word does it guesses: a number that is one off is better than none. */
async function pageNumberGuess() {
  const { estimatePageNumbersWith } = await import('docx/layout')
  return estimatePageNumbersWith({ guess: true })
}

/**
 * The page numbers of a table of contents are known only once the pages are laid out. That takes a second for ten pages,
 * so a long document leaves it to the program that opens it.
 */
function mayCountPages(blocks: readonly WordBlock[]): boolean {
  if (!blocks.some((block) => block.kind === 'contents')) return false
  let characters = 0
  for (const text of blocks.values().flatMap(textsOf)) {
    characters += text.length
    if (characters > maxLaidOut) return false
  }
  return true
}

type Renderers = {
  readonly [Kind in WordBlock['kind']]: (block: Extract<WordBlock, { kind: Kind }>, page: Page) => FileChild[]
}

const renderers: Renderers = {
  title: renderTitle,
  heading: ({ level, content }) => [new Paragraph({ heading: headingOf(level), children: runsOf(content) })],
  paragraph: ({ content, muted }) => [
    new Paragraph({ children: runsOf(content, muted ? { color: mutedColor } : {}) }),
  ],
  list: ({ items }) => items.map((item, index) => renderItem(item, index === items.length - 1)),
  // A paragraph behind it, for two tables in a row would grow into one.
  table: (block, page) => [
    renderTable(block, page),
    new Paragraph({ spacing: { after: 60, line: 120 }, children: [] }),
  ],
  picture: renderPicture,
  quote: ({ paragraphs }) =>
    paragraphs.map((content) => new Paragraph({ style: 'Quote', children: runsOf(content) })),
  code: ({ text }) => [renderCode(text)],
  contents: () => [
    new Paragraph({ style: 'ContentsHeading', children: [new TextRun('Contents')] }),
    new TableOfContents('Contents', { hyperlink: true, headingStyleRange: '1-3' }),
  ],
  rule: () => [
    new Paragraph({
      border: { bottom: line(lineColor, 8) },
      spacing: { after: 280, line: 160 },
      children: [],
    }),
  ],
  page_break: () => [new Paragraph({ children: [new PageBreak()] })],
}

function renderBlock(block: WordBlock, page: Page): FileChild[] {
  return (renderers[block.kind] as (block: WordBlock, page: Page) => FileChild[])(block, page)
}

function renderTitle(block: Extract<WordBlock, { kind: 'title' }>, { accent }: Page): Paragraph[] {
  const rule = { bottom: { ...line(accent, 12), space: 6 } }
  const title = new Paragraph({
    heading: HeadingLevel.TITLE,
    children: runsOf(block.content),
    ...(!block.subtitle && { border: rule, spacing: { after: 280 } }),
  })
  if (!block.subtitle) return [title]
  const subtitle = new Paragraph({
    style: 'Subtitle',
    children: runsOf(block.subtitle),
    border: rule,
    spacing: { after: 280 },
  })
  return [title, subtitle]
}

function headingOf(level: number) {
  return headings[Math.min(Math.max(level, 1), headings.length) - 1]!
}

function renderItem(item: ListItem, isLast: boolean): Paragraph {
  const level = listLevel(item.level)
  const spacing = { after: isLast ? 160 : 60 }
  if (item.continued) {
    return new Paragraph({
      indent: { left: listIndent(level).left },
      spacing,
      children: runsOf(item.content),
    })
  }
  const numbering = item.ordered
    ? { reference: numberReference(item.start ?? 1), level, instance: item.list }
    : { reference: bulletReference, level }
  return new Paragraph({ style: 'ListParagraph', numbering, spacing, children: runsOf(item.content) })
}

function renderPicture(block: PictureBlock, { textWidth }: Page): Paragraph[] {
  // Twentieths of a point to pixels of 1/96 inch.
  const room = textWidth / 15
  const width = Math.max(1, Math.round(block.share ? room * block.share : Math.min(block.width, room)))
  const tallest = 820
  const natural = Math.max(1, Math.round((width * block.height) / block.width))
  const scale = Math.min(1, tallest / natural)
  const image = new ImageRun({
    type: block.type,
    data: block.bytes,
    transformation: { width: Math.max(1, Math.round(width * scale)), height: Math.round(natural * scale) },
    altText: { name: block.alt || 'Picture', description: block.alt, title: '' },
  })
  const picture = new Paragraph({
    alignment: AlignmentType.CENTER,
    keepNext: block.caption !== undefined,
    // With the wider lines of the text around it, LibreOffice would show a strip of the picture only.
    spacing: { before: 120, after: block.caption ? 60 : 180, line: 240, lineRule: LineRuleType.AUTO },
    children: [image],
  })
  if (!block.caption) return [picture]
  return [picture, new Paragraph({ style: 'Caption', children: runsOf(block.caption) })]
}

function renderCode(text: string): Paragraph {
  const edge = { ...line(lineColor, 4), space: 6 }
  return new Paragraph({
    style: 'CodeBlock',
    shading: { type: ShadingType.CLEAR, color: 'auto', fill: stripeColor },
    border: { top: edge, bottom: edge, left: edge, right: edge },
    children: linesOf(text.replaceAll('\t', '    '), (run) => new TextRun(run)),
  })
}

function headerOf(text = ''): Header {
  const children = text ? runsOf([{ text }], { size: 18, color: mutedColor }) : []
  return new Header({ children: [new Paragraph({ alignment: AlignmentType.RIGHT, children })] })
}

function footerOf({ footer = '', pageNumbers }: WordDocument, textWidth: number): Footer {
  const look = { size: 18, color: mutedColor }
  const number = new TextRun({
    ...look,
    children: ['\tPage ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
  })
  return new Footer({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: textWidth }],
        children: [...runsOf([{ text: footer }], look), ...(pageNumbers ? [number] : [])],
      }),
    ],
  })
}

function line(color: string, size: number) {
  return { style: BorderStyle.SINGLE, size, color }
}
