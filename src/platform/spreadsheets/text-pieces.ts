/** Large enough to compress well, small enough that other work gets its turn in between. */
const pieceBytes = 64 * 1024
/** No UTF-16 unit takes more bytes than this in UTF-8. */
const bytesPerUnit = 3

/**
 * Gathers text as bytes in pieces of a fair size. Each text is turned into bytes at once: kept as strings until a piece
 * is full, they would live long enough to make the garbage collector claim several times the memory.
 */
export class TextPieces {
  #piece = Buffer.allocUnsafeSlow(pieceBytes)
  #used = 0
  #full: Buffer[] = []

  append(text: string): void {
    const most = text.length * bytesPerUnit
    if (this.#used + most > pieceBytes) this.#close()
    if (most > pieceBytes) this.#full.push(Buffer.from(text))
    else this.#used += this.#piece.write(text, this.#used)
  }

  get hasFull(): boolean {
    return this.#full.length > 0
  }

  /** The pieces that are full. */
  take(): Buffer[] {
    const full = this.#full
    this.#full = []
    return full
  }

  /** Everything that is left. */
  takeAll(): Buffer[] {
    this.#close()
    return this.take()
  }

  #close(): void {
    if (this.#used === 0) return
    this.#full.push(this.#piece.subarray(0, this.#used))
    this.#piece = Buffer.allocUnsafeSlow(pieceBytes)
    this.#used = 0
  }
}
