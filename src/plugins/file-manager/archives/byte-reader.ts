/** Takes exact numbers of bytes from a stream of chunks of any size. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #chunk: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next bytes without taking them; fewer at the end. */
  async peek(bytes: number): Promise<Buffer> {
    while (this.#chunk.length < bytes) {
      const next = await this.#source.next()
      if (next.done) break
      this.#chunk = this.#chunk.length === 0 ? next.value : Buffer.concat([this.#chunk, next.value])
    }
    return this.#chunk.subarray(0, bytes)
  }

  /** The next bytes; fewer at the end. */
  async take(bytes: number): Promise<Buffer> {
    const taken = await this.peek(bytes)
    this.#chunk = this.#chunk.subarray(taken.length)
    return taken
  }

  /** Up to so many bytes, as they come; without a number, all that is left. */
  async *stream(bytes = Infinity): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      if (this.#chunk.length === 0) {
        const next = await this.#source.next()
        if (next.done) return
        this.#chunk = next.value
      }
      const piece = this.#chunk.subarray(0, Math.min(left, this.#chunk.length))
      this.#chunk = this.#chunk.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}
