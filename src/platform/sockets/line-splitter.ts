import { isUtf8 } from 'node:buffer'

const NEWLINE = 0x0a

/** A line as text, or why it cannot be one. */
export type Line =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'not_text' }
  | { readonly kind: 'too_long' }

/** Cuts what arrives on a connection into lines, and holds no more than one of them. */
export class LineSplitter {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that this piece completes. After `too_long` nothing that follows can be trusted to be a line. */
  *push(piece: Buffer): Generator<Line, void> {
    let start = 0
    let end = piece.indexOf(NEWLINE)
    while (end !== -1) {
      this.#hold(piece.subarray(start, end))
      yield this.#line()
      start = end + 1
      end = piece.indexOf(NEWLINE, start)
    }
    this.#hold(piece.subarray(start))
    if (this.#bytes > this.#maxBytes) yield this.#line()
  }

  #hold(part: Buffer): void {
    if (part.length > 0) this.#parts.push(part)
    this.#bytes += part.length
  }

  #line(): Line {
    if (this.#bytes > this.#maxBytes) return { kind: 'too_long' }
    const whole = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts)
    this.#parts = []
    this.#bytes = 0
    return isUtf8(whole) ? { kind: 'text', text: whole.toString('utf8') } : { kind: 'not_text' }
  }
}
