import { basename, extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { contentKindOf, wordsFor } from './content-kind.ts'
import { officeTypes } from './content-signatures.ts'
import type { DocumentSection, ReadDocument, ReadingOptions } from './read-document.ts'
import {
  maxDocumentBytes,
  maxCharacters,
  type DocumentSections,
  type ExtractedText,
} from './reader-orders.ts'
import { namedPath } from '../files/held.ts'

type Extractor = (path: string, options: ReadingOptions) => Promise<ReadDocument>

const openDocument = 'application/vnd.oasis.opendocument'
const readOpenDocument: Extractor = async (path) =>
  (await import('./open-document-text.ts')).readOpenDocumentText(path)

/** How the text of each kind of document is got at. Runs in the child that parses documents. */
const extractors: Readonly<Record<string, Extractor>> = {
  'application/pdf': readPdf,
  [officeTypes.docx.mimeType]: async (path) => {
    const { title, markdown } = await (await import('./docx-content.ts')).readDocxContent(path)
    return whole(title, markdown)
  },
  [officeTypes.xlsx.mimeType]: readWorkbook,
  [`${openDocument}.spreadsheet`]: readWorkbook,
  'application/vnd.ms-excel': readWorkbook,
  [officeTypes.pptx.mimeType]: readPresentation,
  [`${openDocument}.text`]: readOpenDocument,
  [`${openDocument}.presentation`]: readOpenDocument,
  'text/html': async (path) => {
    const { readPlainText } = await import('./plain-text.ts')
    const { markdownOfHtml } = await import('./html-markdown.ts')
    const { title, markdown } = markdownOfHtml(
      await readPlainText(path, { isHtml: true }),
      `"${basename(namedPath(path))}"`,
    )
    return whole(title, markdown)
  },
  'message/rfc822': async (path) => {
    const { title, text } = await (await import('./mail-text.ts')).readMailText(path)
    return whole(title, text)
  },
  'text/markdown': async (path) => {
    const text = await (await import('./plain-text.ts')).readPlainText(path)
    return whole(/^#[ \t]+(\S.{0,200})/m.exec(text.slice(0, 5000))?.[1]?.trim() ?? null, text)
  },
}

/** Text as it is: nothing has to be parsed to read it. */
export const plainTypes: ReadonlySet<string> = new Set([
  'text/markdown',
  'text/plain',
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/xml',
  'application/yaml',
])

export async function extractText(
  { path, mimeType }: { path: string; mimeType: string },
  onProgress: (fraction: number) => void,
): Promise<ExtractedText> {
  const { title, sections } = await readWith(path, mimeType, { onProgress, maxCharacters })
  const text = tidied(sections.map(asText).join('\n\n'))
  if (text.length > maxCharacters) {
    throw new AppError(
      'too_large',
      `"${basename(namedPath(path))}" has more than ten million characters of text. Split it into several files.`,
    )
  }
  return { title: shortTitle(title), text }
}

/** Whether a document of this kind may have text; of an archive only its reader can tell. */
export function mayHaveText(mimeType: string): boolean {
  const isUnclear = mimeType === 'application/zip' || mimeType === 'application/x-ole-storage'
  return isUnclear || mimeType in extractors || plainTypes.has(mimeType)
}

/** The same, part by part, and of a long document its beginning. What kind it is, it finds out itself. */
export async function extractSections(
  { path, maxCharacters: most }: { path: string; maxCharacters: number },
  onProgress: (fraction: number) => void,
): Promise<DocumentSections> {
  const mimeType = readingType(await contentKindOf(path), path)
  const { title, sections } = await readWith(path, mimeType, { onProgress, maxCharacters: most })
  const kept: { place: string | null; text: string }[] = []
  let room = most
  for (const { place, text } of sections) {
    const tidy = tidied(text)
    if (tidy !== '' && room > 0) kept.push({ place, text: tidy.slice(0, room).toWellFormed() })
    room -= tidy.length
  }
  return { mimeType, title: shortTitle(title), sections: kept, isCut: room < 0 }
}

const namedTypes: Readonly<Record<string, string>> = {
  '.docx': officeTypes.docx.mimeType,
  '.xlsx': officeTypes.xlsx.mimeType,
  '.pptx': officeTypes.pptx.mimeType,
  '.xls': 'application/vnd.ms-excel',
}

/**
 * An Office file that is damaged or locked looks like any archive. Its reader is asked all the same, for it can say what
 * is wrong with it.
 */
export function readingType(mimeType: string, path: string): string {
  const isUnclear = mimeType === 'application/zip' || mimeType === 'application/x-ole-storage'
  return (isUnclear ? namedTypes[extname(path).toLowerCase()] : undefined) ?? mimeType
}

async function readWith(path: string, mimeType: string, options: ReadingOptions): Promise<ReadDocument> {
  const extract = extractors[mimeType] ?? (plainTypes.has(mimeType) ? readPlain : undefined)
  if (!extract) throw unsupported(`"${basename(namedPath(path))}"`, mimeType)
  return extract(path, options)
}

async function readPlain(path: string): Promise<ReadDocument> {
  return whole(null, await (await import('./plain-text.ts')).readPlainText(path))
}

function whole(title: string | null, text: string): ReadDocument {
  return { title, sections: [{ place: null, text }] }
}

function asText({ heading, text }: DocumentSection): string {
  return [heading, text].filter(Boolean).join('\n\n')
}

function tidied(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').toWellFormed().trim()
}

function shortTitle(title: string | null): string | null {
  return title?.replaceAll(/\s+/g, ' ').slice(0, 300) ?? null
}

function unsupported(label: string, mimeType: string): AppError {
  const known = 'text, Markdown, CSV, PDF, Word, Excel, PowerPoint, OpenDocument, HTML, mail and images'
  return new AppError(
    'unsupported_media_type',
    `${label} is ${wordsFor(mimeType)}. Readable types are ${known}.`,
  )
}

/** A whole PDF, page by page; pages without text are left out. */
async function readPdf(path: string, { onProgress, maxCharacters }: ReadingOptions): Promise<ReadDocument> {
  const { openPdf } = await import('./pdf-file.ts')
  const { titleOfPdf } = await import('./pdf-info.ts')
  const { pageText } = await import('./pdf-pages.ts')
  const pdf = await openPdf(path)
  const sections: DocumentSection[] = []
  let characters = 0
  for (let page = 1; page <= pdf.numPages && characters <= maxCharacters; page += 1) {
    const text = await pageText(pdf, page)
    if (text !== '') sections.push({ place: `page ${page}`, heading: `[Page ${page}]`, text })
    characters += text.length
    onProgress(page / pdf.numPages)
  }
  return { title: await titleOfPdf(pdf), sections }
}

/** A workbook as lines of text, sheet by sheet: what a search finds has its whole row beside it. */
async function readWorkbook(path: string, { maxCharacters }: ReadingOptions): Promise<ReadDocument> {
  const { openSpreadsheet } = await import('../spreadsheets/read/open-spreadsheet.ts')
  const { shownValue } = await import('../spreadsheets/read/shown-value.ts')
  await using workbook = await openSpreadsheet(path)
  const sections: DocumentSection[] = []
  let characters = 0
  for (const { name } of workbook.sheets) {
    const lines: string[] = []
    for await (const { values } of workbook.rows(name)) {
      const cells = values.map((value) => String(shownValue(value) ?? '').replaceAll(/\s+/g, ' '))
      if (cells.some((cell) => cell !== '')) lines.push(cells.join(' | ').trimEnd())
      characters += lines.at(-1)?.length ?? 0
      if (characters > maxCharacters) break
    }
    sections.push({ place: `sheet ${name}`, heading: `## ${name}`, text: lines.join('\n') })
    if (characters > maxCharacters) break
  }
  return { title: null, sections }
}

async function readPresentation(path: string): Promise<ReadDocument> {
  const { untrustedArchive } = await import('../archives/archive-limits.ts')
  const { openPresentation } = await import('../presentations/presentation.ts')
  const { readSlide, slidesAsMarkdown } = await import('../presentations/read-slides.ts')
  const { packageProperties } = await import('./package-properties.ts')
  const limits = { ...untrustedArchive, fileBytes: maxDocumentBytes, entries: 20_000 }
  await using presentation = await openPresentation(path, { limits })
  const slides = []
  for (const [index, entry] of (await presentation.slides()).entries())
    slides.push(await readSlide(presentation, { entry, number: index + 1 }))
  const { title } = await packageProperties(presentation.pack)
  return {
    title: title ?? (slides[0]?.title.trim() || null),
    sections: slides.map((slide) => ({ place: `slide ${slide.number}`, text: slidesAsMarkdown([slide]) })),
  }
}
