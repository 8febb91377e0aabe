import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { untrustedArchive } from '../archives/archive-limits.ts'
import { OoxmlPackage } from '../archives/ooxml-package.ts'
import { wordsFor } from './content-kind.ts'
import { officeTypes } from './content-signatures.ts'
import { markdownOfHtml } from './html-markdown.ts'
import { packageProperties } from './package-properties.ts'
import { maxDocumentBytes, type DocxContent } from './reader-orders.ts'
import { namedPath } from '../files/held.ts'

const kind = 'a Word document (.docx)'

const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Code Block'] => pre:separator('\n')",
]

/** The text of a Word document as Markdown, with its tables and what it says about itself. */
export async function readDocxContent(path: string): Promise<DocxContent> {
  const label = `"${basename(namedPath(path))}"`
  const limits = { ...untrustedArchive, fileBytes: maxDocumentBytes }
  await using pack = await OoxmlPackage.open(path, { kind, label, limits })
  await assertWord(pack)
  const { default: mammoth } = await import('mammoth')
  const input = { file: partsOf(pack) } as unknown as Parameters<typeof mammoth.convertToHtml>[0]
  const { value: html } = await mammoth.convertToHtml(input, {
    externalFileAccess: false,
    includeEmbeddedStyleMap: false,
    styleMap: styles,
    // Pictures are not read at all: of them only the description is text.
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
  })
  const { markdown, tables } = markdownOfHtml(html, label)
  return { markdown, tables, ...(await packageProperties(pack)) }
}

async function assertWord(pack: OoxmlPackage): Promise<void> {
  const part = await pack.related('', 'officeDocument')
  const type = part === undefined ? '' : (pack.contentTypes.of(part) ?? '')
  if (type.includes('wordprocessingml') || type.includes('word')) return
  const other = Object.values(officeTypes).find(({ mimeType }) => type.startsWith(mimeType))
  const found = other ? wordsFor(other.mimeType) : 'an archive without a Word document in it'
  throw new AppError('unsupported_media_type', `${pack.label} is ${found}, not ${kind}, despite its name.`)
}

/**
 * The archive as mammoth wants it. Its own way in would unpack whatever the file claims to hold; this one counts, and lets
 * no document type through, which no Word document has and attacks do.
 */
function partsOf(pack: OoxmlPackage) {
  return {
    exists: (name: string) => pack.find(name) !== undefined,
    async read(name: string, encoding?: string): Promise<string | Uint8Array> {
      const part = pack.find(name)
      if (part === undefined)
        throw new AppError('invalid_request', `${pack.label} is damaged: its part "${name}" is missing.`)
      if (encoding === undefined || encoding === 'base64') {
        const bytes = await pack.zip.readBytes(part)
        return encoding === undefined ? bytes : bytes.toString('base64')
      }
      const text = await pack.zip.readText(part)
      if (!/<!(?:DOCTYPE|ENTITY)/i.test(text)) return text
      throw new AppError(
        'invalid_request',
        `${pack.label} declares a document type, which no Word document needs, so it wasn't opened.`,
      )
    },
  }
}
