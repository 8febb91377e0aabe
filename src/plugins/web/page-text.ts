import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { runReader } from '../../platform/documents/run-reader.ts'
import { safeFileName } from '../../platform/files/paths.ts'
import { charsetOf, decodeText } from '../../platform/upstream/decode-text.ts'
import type { Download } from './download.ts'

export interface PageText {
  readonly mediaType: string
  readonly title: string | null
  readonly author: string | null
  readonly site: string | null
  readonly language: string | null
  readonly published: string | null
  readonly isWhole: boolean
  readonly text: string
}

interface Reading {
  readonly whole: boolean
  readonly signal: AbortSignal
}

const nothingTold = { title: null, author: null, site: null, language: null, published: null, isWhole: true }
const shownLength = 300

/** The text of what was loaded. HTML and PDF are parsed by a process of their own, which a trap cannot hold up for long. */
export async function pageOf(loaded: Download, reading: Reading): Promise<PageText> {
  const { bytes, contentType, address } = loaded
  const mediaType = kindOf(loaded)
  if (bytes.length === 0) return { ...nothingTold, mediaType, text: '' }
  if (mediaType === 'text/html') return htmlText(loaded, reading)
  if (mediaType === 'application/pdf') return pdfText(loaded, reading)
  if (isText(mediaType)) {
    const text = decodeText(bytes, charsetOf(contentType)).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
    return { ...nothingTold, mediaType, text: text.toWellFormed() }
  }
  throw new AppError(
    'unsupported_media_type',
    `${address.host} sent ${mediaType}. Only HTML, text, JSON and PDF can be read.`,
  )
}

async function htmlText(
  { bytes, contentType, address }: Download,
  { whole, signal }: Reading,
): Promise<PageText> {
  const page = await inFile(bytes, address, (path) =>
    runReader(
      'web_page',
      { path, address: address.href, charset: charsetOf(contentType), whole },
      { signal },
    ),
  )
  const { title, author, site, language, publishedAt, isWhole, markdown } = page
  return {
    mediaType: 'text/html',
    title: shown(title),
    author: shown(author),
    site: shown(site),
    language: shown(language),
    published: shown(publishedAt),
    isWhole,
    text: markdown.toWellFormed(),
  }
}

async function pdfText({ bytes, address }: Download, { signal }: Reading): Promise<PageText> {
  const mediaType = 'application/pdf'
  const { title, text } = await inFile(bytes, address, (path) =>
    runReader('text', { path, mimeType: mediaType }, { signal }),
  )
  return { ...nothingTold, mediaType, title: shown(title), text }
}

/** Readers take a file; its name is what their sentences call the page. */
async function inFile<T>(bytes: Buffer, { hostname }: URL, read: (path: string) => Promise<T>): Promise<T> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-page-'))
  const path = join(folder.path, safeFileName(hostname))
  await writeFile(path, bytes, { mode: 0o600 })
  return await read(path)
}

/** By its own first bytes where they are plain, else by what the sender says. */
function kindOf({ bytes, contentType }: Download): string {
  const start = bytes.toString('latin1', 0, 1024)
  if (start.startsWith('%PDF-')) return 'application/pdf'
  const declared = contentType.split(';')[0]!.trim().toLowerCase()
  if (declared === 'application/xhtml+xml' || declared === 'text/html') return 'text/html'
  if (declared !== '' && declared !== 'application/octet-stream') return declared
  if (/^\s*(?:ï»¿)?\s*<(?:!doctype html|html|head|body)\b/i.test(start)) return 'text/html'
  return start.includes('\0') ? 'application/octet-stream' : 'text/plain'
}

function isText(mediaType: string): boolean {
  return (
    mediaType.startsWith('text/') ||
    /[/+](?:json|xml|yaml|x-yaml|javascript|x-ndjson|ld\+json|toml)$/.test(mediaType)
  )
}

function shown(text: string | null): string | null {
  const line = text?.replaceAll(/\s+/g, ' ').trim().slice(0, shownLength).toWellFormed()
  return line ? line : null
}
