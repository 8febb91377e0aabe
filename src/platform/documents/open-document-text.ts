import { AppError } from '../../contract/errors.ts'
import { scanPart } from '../spreadsheets/read/scan-part.ts'
import { decodeEntities, type XmlHandler } from '../spreadsheets/read/xml-scanner.ts'
import { ZipParts } from '../spreadsheets/zip-parts.ts'
import type { DocumentSection, ReadDocument } from './read-document.ts'

const kind = 'an OpenDocument text or presentation (.odt or .odp)'
/** Of the XML, unpacked: texts are kept, unlike the rows of a sheet. */
const maxBytes = 100 * 1024 * 1024

/** The text of a document of LibreOffice Writer or Impress, slide by slide where there are slides. */
export async function readOpenDocumentText(path: string): Promise<ReadDocument> {
  await using parts = await ZipParts.open(path, kind)
  if (!parts.has('content.xml'))
    throw new AppError('invalid_request', `${parts.label} is damaged: its part "content.xml" is missing.`)
  const reader = new ParagraphReader()
  await scanPart(parts, 'content.xml', { handler: reader, maxBytes })
  return { title: await titleIn(parts), sections: reader.sections }
}

async function titleIn(parts: ZipParts): Promise<string | null> {
  if (!parts.has('meta.xml')) return null
  let isTitle = false
  let title = ''
  const handler: XmlHandler = {
    open: (name) => void (isTitle = name === 'title'),
    close: () => void (isTitle = false),
    text: (raw) => void (title += isTitle ? decodeEntities(raw) : ''),
  }
  await scanPart(parts, 'meta.xml', { handler, maxBytes })
  return title.trim() || null
}

const spaces: Readonly<Record<string, string>> = { s: ' ', tab: '\t', 'line-break': '\n' }

/** A paragraph a line; of what was deleted with changes tracked, nothing. */
class ParagraphReader implements XmlHandler {
  readonly #slides: string[][] = []
  #lines: string[] = []
  #text = ''
  #paragraphs = 0
  #deleted = 0

  get sections(): DocumentSection[] {
    if (this.#slides.length === 0) return [{ place: null, text: this.#lines.join('\n\n') }]
    return this.#slides.map((lines, index) => ({
      place: `slide ${index + 1}`,
      heading: `## Slide ${index + 1}`,
      text: lines.join('\n\n'),
    }))
  }

  open(name: string): void {
    if (name === 'tracked-changes') this.#deleted += 1
    else if (name === 'page') this.#slides.push((this.#lines = []))
    else if (name === 'p' || name === 'h') {
      // A text frame may stand in the middle of a paragraph.
      this.#flush()
      this.#paragraphs += 1
    } else this.#text += spaces[name] ?? ''
  }

  close(name: string): void {
    if (name === 'tracked-changes') this.#deleted -= 1
    if (name !== 'p' && name !== 'h') return
    this.#flush()
    this.#paragraphs -= 1
  }

  text(raw: string): void {
    if (this.#paragraphs > 0 && this.#deleted === 0) this.#text += decodeEntities(raw)
  }

  #flush(): void {
    if (this.#text.trim() !== '') this.#lines.push(this.#text.trim())
    this.#text = ''
  }
}
