export interface LineWindowOptions {
  /** Lines to leave out at the beginning. */
  readonly offset: number
  readonly limit: number
  /** Characters to leave out at the beginning of the first of these lines. */
  readonly fromCharacter: number
  readonly maxCharacters: number
}

/** Takes a text in pieces and keeps certain lines of it, so that the size of the text does not matter. */
export class LineWindow {
  readonly #options: LineWindowOptions
  readonly #kept: string[] = []
  #characters = 0
  #line = 0
  #lineIsOpen = false
  /** Where in `#kept` the present line begins. */
  #lineStart = 0
  #full = false
  #goesOn = false
  #cutLine = false
  #toSkip: number

  constructor(options: LineWindowOptions) {
    this.#options = options
    this.#toSkip = options.fromCharacter
  }

  push(text: string): void {
    for (let at = 0; at < text.length;) {
      const newline = text.indexOf('\n', at)
      const stop = newline === -1 ? text.length : newline + 1
      this.#take(text.slice(at, stop))
      this.#lineIsOpen = newline === -1
      if (!this.#lineIsOpen) {
        this.#line += 1
        this.#lineStart = this.#kept.length
      }
      at = stop
    }
  }

  /** Whether the text goes on after what was kept. */
  get goesOn(): boolean {
    return this.#goesOn
  }

  /** Where the first line goes on, when it is itself too long and its rest is left out. */
  get nextCharacter(): number | undefined {
    return this.#cutLine ? this.#options.fromCharacter + this.content.length : undefined
  }

  get content(): string {
    return this.#kept.join('')
  }

  /** Lines seen so far, kept or not. */
  get totalLines(): number {
    return this.#line + (this.#lineIsOpen ? 1 : 0)
  }

  #take(whole: string): void {
    const { offset, limit, maxCharacters } = this.#options
    if (this.#line < offset) return
    const part = this.#line === offset ? this.#skipped(whole) : whole
    if (part === '') return
    if (this.#full || this.#line >= offset + limit) {
      this.#goesOn = true
    } else if (this.#characters + part.length <= maxCharacters) {
      this.#kept.push(part)
      this.#characters += part.length
    } else {
      this.#stopAt(part)
    }
  }

  /** The end of the line stays, so that what follows is not taken for a part of it. */
  #skipped(part: string): string {
    const skip = Math.min(this.#toSkip, part.endsWith('\n') ? part.length - 1 : part.length)
    this.#toSkip -= skip
    return part.slice(skip)
  }

  /** Ends with the last whole line; a line that is longer than everything allowed is cut. */
  #stopAt(part: string): void {
    this.#full = true
    this.#goesOn = true
    if (this.#lineStart > 0) {
      this.#kept.length = this.#lineStart
      return
    }
    const beginning = part.slice(0, this.#options.maxCharacters - this.#characters)
    this.#kept.push(beginning.replace(/[\ud800-\udbff]$/, ''))
    this.#cutLine = true
  }
}
