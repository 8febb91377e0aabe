import { AppError } from '../../../contract/errors.ts'
import type { AppendScan } from './append-scan.ts'
import { columnName } from '../cell-reference.ts'
import { grownHead, grownTail, type Growth } from './grown-references.ts'
import { cellTextXml } from '../xml-text.ts'

/** What stands around the rows is edited as one text. */
const maxFrameLength = 64 * 1024 * 1024
const pieceLength = 256 * 1024

export interface NewHeader {
  /** Counts from 1. */
  readonly row: number
  readonly first: number
  readonly names: readonly string[]
}

export interface Splice {
  readonly scan: AppendScan
  readonly growth: Growth
  readonly newHeader: NewHeader | undefined
  readonly rowsXml: (prefix: string) => Iterable<string>
  readonly label: string
  readonly signal: AbortSignal
}

/** The worksheet with rows added: its own text piece by piece, unchanged but for what has to change. */
export async function* splicedSheet(chunks: AsyncIterable<Buffer>, splice: Splice): AsyncGenerator<Buffer> {
  const { scan, signal } = splice
  const text = new TextWindow(chunks, splice.label)
  const head = await text.until(scan.dataStart)
  const prefix = /<((?:[\w.-]+:)?)sheetData[\s/>][^<]*$/.exec(head)?.[1] ?? ''
  yield Buffer.from(openedHead(grownHead(head, splice.growth), { prefix, isEmptyTag: scan.isEmptyTag }))
  if (splice.newHeader) yield* withHeader(text, { header: splice.newHeader, prefix, end: scan.insertAt })
  for await (const piece of text.pieces(scan.insertAt)) yield Buffer.from(piece)
  let pending = ''
  for (const row of splice.rowsXml(prefix)) {
    pending += row
    if (pending.length < pieceLength) continue
    signal.throwIfAborted()
    yield Buffer.from(pending)
    pending = ''
  }
  yield Buffer.from(pending)
  const replaced = scan.emptyRows.findLast(({ row }) => row <= splice.growth.to)
  if (replaced) await text.skip(replaced.end)
  if (scan.isEmptyTag) yield Buffer.from(`</${prefix}sheetData>`)
  else for await (const piece of text.pieces(scan.dataEnd)) yield Buffer.from(piece)
  yield Buffer.from(grownTail(await text.rest(), splice.growth))
}

/** `<sheetData/>` has no room for rows. */
function openedHead(head: string, { prefix, isEmptyTag }: { prefix: string; isEmptyTag: boolean }): string {
  return isEmptyTag ? head.replace(/<(?:[\w.-]+:)?sheetData\s*\/>$/, `<${prefix}sheetData>`) : head
}

/** The text up to the end of the header row, with the new names in it. */
async function* withHeader(
  text: TextWindow,
  { header, prefix, end }: { header: NewHeader; prefix: string; end: number },
): AsyncGenerator<Buffer> {
  const opening = new RegExp(String.raw`<${prefix}row\s[^>]*?\br=["']${header.row}["'][^>]*>`)
  let before = ''
  for await (const piece of text.pieces(end)) {
    before += piece
    const start = opening.exec(before)
    const closing = start ? before.indexOf(`</${prefix}row>`, start.index) : -1
    if (closing < 0) continue
    const row = before.slice(start!.index, closing)
    const lastCell = row.match(/<(?:[\w.-]+:)?c\s[^>]*>/g)?.at(-1) ?? ''
    const style = /\ss=["'](\d+)["']/.exec(lastCell)?.[1]
    const cells = header.names.map((name, index) => {
      const place = `r="${columnName(header.first + index)}${header.row}"${style === undefined ? '' : ` s="${style}"`}`
      return `<${prefix}c ${place} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${cellTextXml(name)}</${prefix}t></${prefix}is></${prefix}c>`
    })
    yield Buffer.from(before.slice(0, closing) + cells.join('') + before.slice(closing))
    return
  }
  throw new AppError('invalid_request', "Can't add columns to this sheet's header row.")
}

/** Text that comes in chunks, taken by position. */
class TextWindow {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  readonly #label: string
  #text = ''
  /** Position of the first character that was not taken yet. */
  #position = 0

  constructor(chunks: AsyncIterable<Buffer>, label: string) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#label = label
  }

  async until(end: number): Promise<string> {
    let taken = ''
    for await (const piece of this.pieces(end)) {
      taken += piece
      if (taken.length > maxFrameLength) throw this.#tooLarge()
    }
    return taken
  }

  async *pieces(end: number): AsyncGenerator<string> {
    while (this.#position < end) {
      if (this.#text === '' && !(await this.#read())) return
      const piece = this.#text.slice(0, end - this.#position)
      this.#text = this.#text.slice(piece.length)
      this.#position += piece.length
      yield piece
    }
  }

  async skip(end: number): Promise<void> {
    for await (const _ of this.pieces(end));
  }

  async rest(): Promise<string> {
    return this.until(Number.POSITIVE_INFINITY)
  }

  async #read(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    this.#text = done ? this.#decoder.decode() : this.#decoder.decode(value, { stream: true })
    return !done || this.#text !== ''
  }

  #tooLarge(): AppError {
    return new AppError('too_large', `${this.#label} has a sheet with too much around its rows to edit.`)
  }
}
