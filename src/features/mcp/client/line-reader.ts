/** A line grew longer than anybody may send. */
export class LineTooLongError extends Error {}

const LINE_BREAK = 0x0a

/** Cuts a stream into lines. Each byte is looked at once and copied once, however long its line is. */
export class LineReader {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that end in this chunk. */
  *read(chunk: Buffer): Generator<string> {
    let from = 0
    for (let end = chunk.indexOf(LINE_BREAK); end !== -1; end = chunk.indexOf(LINE_BREAK, from)) {
      this.#add(chunk.subarray(from, end))
      from = end + 1
      yield this.#take()
    }
    this.#add(chunk.subarray(from))
  }

  #add(part: Buffer): void {
    this.#bytes += part.length
    if (this.#bytes > this.#maxBytes)
      throw new LineTooLongError(`A line has more than ${this.#maxBytes} bytes.`)
    if (part.length > 0) this.#parts.push(part)
  }

  #take(): string {
    const line = Buffer.concat(this.#parts, this.#bytes).toString()
    this.#parts = []
    this.#bytes = 0
    return line
  }
}
