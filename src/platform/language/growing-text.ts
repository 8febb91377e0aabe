const MAX_PIECES = 128

/**
 * A long text that comes a few letters at a time. With `+=` the engine keeps every piece and a node for each addition, which
 * is several times the text for words and over thirty times for single characters, until somebody reads it; reading it
 * after each piece copies all of it each time. Here pieces are put together a hundred at a time, and all of them when the
 * text is read: it costs little more than its characters.
 */
export class GrowingText {
  #stretches: string[] = []
  #pieces: string[] = []
  #length = 0

  constructor(beginning = '') {
    this.add(beginning)
  }

  get length(): number {
    return this.#length
  }

  add(piece: string): void {
    if (piece === '') return
    this.#length += piece.length
    this.#pieces.push(piece)
    if (this.#pieces.length < MAX_PIECES) return
    this.#stretches.push(this.#pieces.join(''))
    this.#pieces = []
  }

  toString(): string {
    const text = [...this.#stretches, ...this.#pieces].join('')
    this.#stretches = text === '' ? [] : [text]
    this.#pieces = []
    return text
  }
}
