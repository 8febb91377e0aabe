import { AppError } from '../../../contract/errors.ts'

export interface XmlHandler {
  /** Names come without their prefix; attributes as they are written, see `attribute`. */
  open(name: string, attributes: string): void
  close(name: string): void
  /** As it is written; a long text may come in several pieces. See `decodeEntities`. */
  text(raw: string): void
}

const deepest = 256
const maxPieceLength = 4 * 1024 * 1024

/**
 * Reads XML piece by piece in constant memory. It looks for elements and texts and does not validate, which makes it
 * several times faster than a parser that does: a large sheet has millions of elements. Document types are refused.
 */
export class XmlScanner {
  readonly #handler: XmlHandler
  readonly #label: string
  #rest = ''
  #depth = 0
  /** Characters before those that are being read. */
  #before = 0
  #start = 0
  #end = 0

  /** `label` is how messages call the file. */
  constructor(handler: XmlHandler, label: string) {
    this.#handler = handler
    this.#label = label
  }

  /** Where the tag lies that the handler is told about, in characters from the beginning of the text. */
  get tag(): { readonly start: number; readonly end: number } {
    return { start: this.#before + this.#start, end: this.#before + this.#end }
  }

  write(piece: string): void {
    const text = this.#rest === '' ? piece : this.#rest + piece
    let at = 0
    for (;;) {
      const start = text.indexOf('<', at)
      if (start < 0) break
      if (start > at) this.#handler.text(text.slice(at, start))
      const end = this.#readTag(text, start)
      at = end < 0 ? start : end
      if (end < 0) break
    }
    this.#rest = at === 0 ? text : text.slice(at)
    this.#before += at
    if (this.#rest.length > maxPieceLength) throw this.#damaged('one of its texts is far too long')
  }

  end(): void {
    if (this.#depth !== 0 || this.#rest.includes('<')) throw this.#damaged('part of it ends too early')
  }

  /** Where the tag ends; -1 when the rest of it is still to come. */
  #readTag(text: string, start: number): number {
    const next = text.charCodeAt(start + 1)
    if (next === 0x21 || next === 0x3f) return this.#readMarkup(text, start)
    const end = endOfTag(text, start)
    if (end < 0) return -1
    this.#start = start
    this.#end = end + 1
    if (next === 0x2f) {
      this.#depth--
      this.#handler.close(localName(text.slice(start + 2, end).trimEnd()))
      return end + 1
    }
    const isEmpty = text.charCodeAt(end - 1) === 0x2f
    const contentEnd = isEmpty ? end - 1 : end
    const nameEnd = endOfName(text, start + 1, contentEnd)
    const name = localName(text.slice(start + 1, nameEnd))
    if (++this.#depth > deepest) throw this.#damaged('it is nested far too deeply')
    this.#handler.open(name, text.slice(nameEnd, contentEnd))
    if (isEmpty) {
      this.#depth--
      this.#handler.close(name)
    }
    return end + 1
  }

  #readMarkup(text: string, start: number): number {
    const closing = (mark: string) => {
      const at = text.indexOf(mark, start)
      return at < 0 ? -1 : at + mark.length
    }
    if (text.startsWith('<?', start)) return closing('?>')
    // Too short to tell what it is.
    if (text.length < start + 9) return -1
    if (text.startsWith('<!--', start)) return closing('-->')
    if (text.startsWith('<![CDATA[', start)) {
      const end = closing(']]>')
      if (end >= 0) this.#handler.text(text.slice(start + 9, end - 3).replaceAll('&', '&amp;'))
      return end
    }
    throw new AppError(
      'invalid_request',
      `${this.#label} declares a document type, which no spreadsheet needs, so it wasn't opened.`,
    )
  }

  #damaged(reason: string): AppError {
    return new AppError('invalid_request', `${this.#label} is damaged: ${reason}.`)
  }
}

/** The value of an attribute in the text that `open` was given. */
export function attribute(attributes: string, name: string): string | undefined {
  const mark = ` ${name}="`
  const found = attributes.indexOf(mark)
  if (found >= 0) {
    const start = found + mark.length
    return decodeEntities(attributes.slice(start, attributes.indexOf('"', start)))
  }
  if (!attributes.includes(name)) return undefined
  const match = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return match ? decodeEntities(match[1] ?? match[2] ?? '') : undefined
}

/** An attribute whatever its prefix, e.g. `r:id`. */
export function prefixedAttribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(String.raw`\s[\w.-]+:${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return match ? decodeEntities(match[1] ?? match[2] ?? '') : undefined
}

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, ...groups: string[]) => {
      const [hexadecimal, decimal, name] = groups
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A `>` inside a quoted value does not end the tag: then what stands before it is no closing quote. */
function endOfTag(text: string, start: number): number {
  let end = text.indexOf('>', start)
  while (end >= 0 && !isTagEnd(text, { start, end })) end = text.indexOf('>', end + 1)
  return end
}

function isTagEnd(text: string, { start, end }: { start: number; end: number }): boolean {
  let last = end - 1
  if (text.charCodeAt(last) === 0x2f) last--
  while (last > start && text.charCodeAt(last) <= 0x20) last--
  const code = text.charCodeAt(last)
  if (code === 0x22 || code === 0x27) return true
  // Without attributes there is nothing that could be quoted.
  for (let at = start; at < last; at++) if (text.charCodeAt(at) === 0x3d) return false
  return true
}

function endOfName(text: string, start: number, limit: number): number {
  for (let at = start; at < limit; at++) if (text.charCodeAt(at) <= 0x20) return at
  return limit
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
