/** Text on its way from one that writes to one that reads, each at its own pace. What waits is read in one piece. */
export class TextQueue implements AsyncIterable<string> {
  #waiting = ''
  #hasEnded = false
  #news = Promise.withResolvers<void>()

  push(text: string): void {
    this.#waiting += text
    this.#news.resolve()
  }

  end(): void {
    this.#hasEnded = true
    this.#news.resolve()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      await this.#news.promise
      this.#news = Promise.withResolvers()
      const text = this.#waiting
      this.#waiting = ''
      if (text !== '') yield text
      if (this.#hasEnded && this.#waiting === '') return
    }
  }
}
