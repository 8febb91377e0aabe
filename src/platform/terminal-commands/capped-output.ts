/** The beginning and the end of an output, whatever was in between. */
export class CappedOutput {
  readonly #half: number
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  #left = 0

  constructor(bytes: number) {
    this.#half = Math.floor(bytes / 2)
  }

  add(chunk: Buffer): void {
    const room = this.#half - this.#head.length
    if (room > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, room)])
    const rest = chunk.subarray(Math.max(0, room))
    if (rest.length === 0) return
    const tail = Buffer.concat([this.#tail, rest])
    this.#left += Math.max(0, tail.length - this.#half)
    this.#tail = tail.subarray(Math.max(0, tail.length - this.#half))
  }

  read(): { output: string; truncated: boolean } {
    const gap = this.#left > 0 ? `\n… ${this.#left} bytes left out …\n` : ''
    return {
      output: `${this.#head.toString('utf8')}${gap}${this.#tail.toString('utf8')}`,
      truncated: this.#left > 0,
    }
  }
}
