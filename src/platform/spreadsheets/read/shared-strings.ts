import { cellTextXml, namespaces, spaceAttribute, xmlDeclaration } from '../xml-text.ts'

/** Bounds the memory that repeated text may take; what comes later is written into its cell. */
const maxStrings = 50_000
const pieceLength = 256 * 1024

/** Text that several cells share is stored once in the workbook. */
export class SharedStrings {
  readonly #ids = new Map<string, number>()
  #uses = 0

  /** Undefined when the table is full. */
  idOf(text: string): number | undefined {
    const known = this.#ids.get(text)
    if (known === undefined && this.#ids.size >= maxStrings) return undefined
    this.#uses++
    if (known !== undefined) return known
    this.#ids.set(text, this.#ids.size)
    return this.#ids.size - 1
  }

  get size(): number {
    return this.#ids.size
  }

  *xml(): Generator<string> {
    let piece = `${xmlDeclaration}<sst xmlns="${namespaces.main}" count="${this.#uses}" uniqueCount="${this.size}">`
    for (const text of this.#ids.keys()) {
      piece += `<si><t${spaceAttribute(text)}>${cellTextXml(text)}</t></si>`
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
    yield `${piece}</sst>`
  }
}
