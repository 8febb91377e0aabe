import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { wordsFor } from './content-kind.ts'
import { officeTypes } from './content-signatures.ts'
import { mostCharacters, type ExtractedText } from './reader-orders.ts'
import { namedPath } from '../files/held.ts'

type Extractor = (path: string, onProgress: (fraction: number) => void) => Promise<ExtractedText>

/** How the text of each kind of document is got at. Runs in the child that parses documents. */
const extractors: Readonly<Record<string, Extractor>> = {
  'application/pdf': async (path, onProgress) =>
    (await import('./pdf-text.ts')).readPdfText(path, onProgress),
  [officeTypes.docx.mimeType]: async (path) => {
    const { title, markdown } = await (await import('./docx-content.ts')).readDocxContent(path)
    return { title, text: markdown }
  },
  [officeTypes.xlsx.mimeType]: async (path) => (await import('./workbook-text.ts')).readWorkbookText(path),
  'application/vnd.oasis.opendocument.spreadsheet': async (path) =>
    (await import('./workbook-text.ts')).readWorkbookText(path),
  'application/vnd.ms-excel': async (path) => (await import('./workbook-text.ts')).readWorkbookText(path),
  [officeTypes.pptx.mimeType]: async (path) =>
    (await import('./presentation-text.ts')).readPresentationText(path),
  'text/html': async (path) => {
    const { readPlainText } = await import('./plain-text.ts')
    const { markdownOfHtml } = await import('./html-markdown.ts')
    const { title, markdown } = markdownOfHtml(
      await readPlainText(path, { isHtml: true }),
      `"${basename(namedPath(path))}"`,
    )
    return { title, text: markdown }
  },
  'message/rfc822': async (path) => (await import('./mail-text.ts')).readMailText(path),
  'text/markdown': async (path) => {
    const text = await (await import('./plain-text.ts')).readPlainText(path)
    return { title: /^#[ \t]+(\S.{0,200})/m.exec(text.slice(0, 5000))?.[1]?.trim() ?? null, text }
  },
}

const plainTypes = new Set([
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
  const label = `"${basename(namedPath(path))}"`
  const extract = extractors[mimeType] ?? (plainTypes.has(mimeType) ? readPlain : undefined)
  if (!extract) throw unsupported(label, mimeType)
  const { title, text } = await extract(path, onProgress)
  const tidy = text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').toWellFormed().trim()
  if (tidy.length > mostCharacters) {
    throw new AppError(
      'too_large',
      `${label} has more than ten million characters of text: split it into several files.`,
    )
  }
  return { title: title?.replaceAll(/\s+/g, ' ').slice(0, 300) ?? null, text: tidy }
}

async function readPlain(path: string): Promise<ExtractedText> {
  return { title: null, text: await (await import('./plain-text.ts')).readPlainText(path) }
}

function unsupported(label: string, mimeType: string): AppError {
  const known = 'text, Markdown, CSV, PDF, Word, Excel, PowerPoint, HTML, mail and pictures'
  return new AppError(
    'unsupported_media_type',
    `${label} is ${wordsFor(mimeType)}; what can be read is ${known}.`,
  )
}
