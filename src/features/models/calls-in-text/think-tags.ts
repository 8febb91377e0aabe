type Piece = { readonly type: 'text' | 'reasoning'; readonly delta: string }

const OPEN = '<think>'
const CLOSE = '</think>'
/** Who begins with so much of nothing does not think aloud after it. */
const MAX_BLANKS = 1_000

/**
 * Small local models think aloud at the beginning of their answer, between tags that many servers pass on as text. It
 * is not part of the answer.
 */
export class ThinkTags {
  #state: 'undecided' | 'thinking' | 'after' | 'answering' = 'undecided'
  #held = ''

  push(delta: string): Piece[] {
    if (this.#state === 'answering') return delta === '' ? [] : [{ type: 'text', delta }]
    this.#held += delta
    return this.#advance()
  }

  /** What was held back in case it became a tag. */
  end(): Piece[] {
    const type = this.#state === 'thinking' ? 'reasoning' : 'text'
    const delta = this.#held
    this.#held = ''
    return delta === '' ? [] : [{ type, delta }]
  }

  #advance(): Piece[] {
    if (this.#state === 'undecided') {
      const start = this.#held.trimStart()
      if (this.#held.length <= MAX_BLANKS && start.length < OPEN.length && OPEN.startsWith(start)) return []
      if (!start.startsWith(OPEN)) return this.#answer()
      this.#held = start.slice(OPEN.length)
      this.#state = 'thinking'
    }
    return this.#state === 'after' ? this.#answerTrimmed() : this.#think()
  }

  #think(): Piece[] {
    const at = this.#held.indexOf(CLOSE)
    if (at === -1) return this.#reason(this.#held.length - tagStart(this.#held))
    const pieces = this.#reason(at)
    this.#held = this.#held.slice(CLOSE.length)
    this.#state = 'after'
    return [...pieces, ...this.#advance()]
  }

  #reason(length: number): Piece[] {
    const delta = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return delta === '' ? [] : [{ type: 'reasoning', delta }]
  }

  #answerTrimmed(): Piece[] {
    this.#held = this.#held.trimStart()
    return this.#held === '' ? [] : this.#answer()
  }

  #answer(): Piece[] {
    this.#state = 'answering'
    const delta = this.#held
    this.#held = ''
    return delta === '' ? [] : [{ type: 'text', delta }]
  }
}

/** How many of the last characters could be the beginning of the closing tag. */
function tagStart(text: string): number {
  for (let length = Math.min(text.length, CLOSE.length - 1); length > 0; length -= 1)
    if (CLOSE.startsWith(text.slice(-length))) return length
  return 0
}
