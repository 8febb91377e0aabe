import { GrowingText } from '../../../../platform/language/growing-text.ts'

/** What one more character made known about the JSON value that is being written. */
export type Sight =
  /** A text that stands directly in the watched object. */
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  /** A list that begins directly in the watched object. */
  | { readonly kind: 'list'; readonly name: string }
  | { readonly kind: 'closed' }

const MAX_WATCHED = 20_000

/**
 * Watches one object or list of JSON while a model writes it: says what its own members are as soon as they are known,
 * and when it closes. It forgives what models get wrong: quotes left out or single, brackets of the wrong kind.
 */
export class JsonWatch {
  readonly #open: ('{' | '[')[] = []
  /** How many of each are open, so that one that was never opened is known without looking for it. */
  readonly #opened = { '{': 0, '[': 0 }
  #quote = ''
  #escaped = false
  /** The text or word that is being read, as long as it stands directly in the watched object. */
  #word = new GrowingText()
  #name: string | undefined

  /** How deep the next character stands: 1 is directly in the watched value. */
  get depth(): number {
    return this.#open.length
  }

  get isInText(): boolean {
    return this.#quote !== ''
  }

  take(character: string): Sight | undefined {
    if (this.#quote !== '') return this.#takeInText(character)
    if (character === '{' || character === '[') return this.#enter(character)
    if (character === '}' || character === ']') return this.#leave(character === '}' ? '{' : '[')
    if (character === '"' || character === "'") {
      this.#quote = character
      this.#word = new GrowingText()
    } else if (character === ':') this.#endName()
    else if (character === ',') this.#forget()
    else this.#write(character)
    return undefined
  }

  get #isWatched(): boolean {
    return this.#open.length === 1 && this.#open[0] === '{'
  }

  #endName(): void {
    if (this.#isWatched) this.#name ??= this.#word.toString().trim()
    this.#word = new GrowingText()
  }

  #takeInText(character: string): Sight | undefined {
    if (this.#escaped) {
      this.#escaped = false
      this.#write(character === 'n' ? '\n' : character)
      return undefined
    }
    if (character === '\\') this.#escaped = true
    else if (character === this.#quote) return this.#endText()
    else this.#write(character)
    return undefined
  }

  #endText(): Sight | undefined {
    this.#quote = ''
    if (!this.#isWatched || this.#name === undefined) return undefined
    const sight: Sight = { kind: 'text', name: this.#name, value: this.#word.toString() }
    this.#word = new GrowingText()
    return sight
  }

  #write(character: string): void {
    if (this.#isWatched && this.#word.length < MAX_WATCHED) this.#word.add(character)
  }

  #enter(bracket: '{' | '['): Sight | undefined {
    const name = this.#isWatched ? this.#name : undefined
    this.#open.push(bracket)
    this.#opened[bracket] += 1
    return bracket === '[' && name !== undefined ? { kind: 'list', name } : undefined
  }

  /** One that was never opened is passed over; one whose inner ones were never closed closes them too. */
  #leave(bracket: '{' | '['): Sight | undefined {
    if (this.#opened[bracket] === 0) return undefined
    for (let closed; closed !== bracket;) {
      closed = this.#open.pop()!
      this.#opened[closed] -= 1
    }
    if (this.#open.length === 1) this.#forget()
    return this.#open.length === 0 ? { kind: 'closed' } : undefined
  }

  #forget(): void {
    if (this.#open.length !== 1) return
    this.#name = undefined
    this.#word = new GrowingText()
  }
}
