import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { untrustedArchive } from '../archives/archive-limits.ts'
import { ZipEditor } from '../archives/zip-editor.ts'
import { binarySignatures, officeTypes, textTypesByName } from './content-signatures.ts'
import { maxDocumentBytes } from './reader-orders.ts'
import { namedPath } from '../files/held.ts'

const startBytes = 8192
/** So short a signature may as well be the beginning of a text: "BMW" is no picture. */
const shortSignature = 3

/**
 * The media type of a file, read from its content. The name counts only among kinds of text, which look alike and are
 * all shown as text anyway: no name makes a program of a picture.
 */
export async function contentKindOf(path: string, name = basename(namedPath(path))): Promise<string> {
  const kind = await firstKindOf(path, name)
  return kind === 'application/zip' ? archiveKind(path) : kind
}

/** The same by the first bytes alone: nothing is unpacked, so an Office file is an archive like any other. */
export async function firstKindOf(path: string, name = basename(namedPath(path))): Promise<string> {
  const start = await startOf(path)
  return startKind(start) ?? (looksLikeText(start) ? textKind(start, name) : 'application/octet-stream')
}

/** What a file is, in words, for a sentence about it. */
export function wordsFor(mimeType: string): string {
  const known = Object.values(officeTypes).find((type) => type.mimeType === mimeType)
  if (known) return known.words
  const signature = binarySignatures.find((each) => each.mimeType === mimeType)
  if (signature) return signature.words
  return mimeType.startsWith('text/') || mimeType === 'message/rfc822'
    ? 'a text file'
    : 'another kind of file'
}

async function startOf(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const buffer = Buffer.alloc(startBytes)
  const { bytesRead } = await file.read(buffer, 0, startBytes, 0)
  return buffer.subarray(0, bytesRead)
}

function startKind(start: Buffer): string | undefined {
  // Readers accept a PDF with something in front of its first line, and so do senders.
  if (start.subarray(0, 1024).includes('%PDF-')) return 'application/pdf'
  const found = binarySignatures.find(({ at, bytes }) => start.subarray(at, at + bytes.length).equals(bytes))
  return found && (found.bytes.length > shortSignature || !looksLikeText(start)) ? found.mimeType : undefined
}

/** Office files are archives: what they are is told by what lies in them. */
async function archiveKind(path: string): Promise<string> {
  try {
    await using zip = await ZipEditor.open(path, {
      limits: { ...untrustedArchive, fileBytes: maxDocumentBytes },
    })
    const names = new Set(zip.names().map((name) => name.toLowerCase()))
    const office = Object.values(officeTypes).find(({ part }) => names.has(part))
    if (office) return office.mimeType
    if (!names.has('mimetype')) return 'application/zip'
    // OpenDocument and EPUB say it in a file of their own.
    const declared = (await zip.readText('mimetype')).trim()
    return /^application\/[\w.+-]+$/.test(declared) ? declared : 'application/zip'
  } catch {
    // Damaged, locked or a bomb: whoever opens it says which.
    return 'application/zip'
  }
}

function looksLikeText(start: Buffer): boolean {
  const mark = start.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff') return true
  let odd = 0
  for (const byte of start) {
    if (byte === 0) return false
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) odd += 1
  }
  return odd <= start.length / 20
}

function textKind(start: Buffer, name: string): string {
  const text = start.toString('latin1').replace(/^(?:ï»¿)?\s*/, '')
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(text.replace(/^(?:<!--.{0,2000}?-->\s*)+/s, '')))
    return 'text/html'
  if (isMail(text)) return 'message/rfc822'
  const byName = textTypesByName[extname(name).toLowerCase()]
  if (/^(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,2000}?-->\s*)?<svg\b/is.test(text)) return 'image/svg+xml'
  return byName ?? 'text/plain'
}

/** A mail begins with headers, some of which every mail has. */
function isMail(text: string): boolean {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1)
  const lines = head.split(/\r?\n/)
  if (lines.length < 3 || !/^(?:[\w-]+:|From )/.test(lines[0]!)) return false
  const areHeaders = lines.every(
    (line, index) =>
      /^(?:[\w-]{1,76}:|[ \t])/.test(line) ||
      (index === 0 && line.startsWith('From ')) ||
      index === lines.length - 1,
  )
  if (!areHeaders) return false
  const names = new Set(lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()))
  const known = [
    'from',
    'to',
    'subject',
    'date',
    'message-id',
    'received',
    'mime-version',
    'return-path',
    'delivered-to',
  ]
  return known.filter((each) => names.has(each)).length >= 2 && (names.has('from') || names.has('received'))
}
