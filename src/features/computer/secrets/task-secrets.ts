import { createScrubber } from '../../../platform/secrets/redaction.ts'
import { MASK, secretPattern } from '../../../platform/secrets/masked-value.ts'
import { secretsIn, secretsInWords } from './given-secrets.ts'

/**
 * What nobody may read of one task: what it gives as a password, what was typed into a password field, and what is
 * stored in the service. Everything of the task that is stored, sent to a client or logged goes through here.
 */
export class TaskSecrets {
  readonly #scrub: (text: string) => string
  /** Knows secrets in other forms too: in an address, in base64, in JSON. */
  readonly #forms = createScrubber()
  readonly #known = new Set<string>()
  /** What goes into the same field piece by piece. */
  #pieces = ''
  #pattern: RegExp | undefined

  constructor(scrub: (text: string) => string, task = '') {
    this.#scrub = scrub
    this.learn(...secretsIn(task))
  }

  /** Grows with each secret that is learned: what was masked before may have to be masked again. */
  get count(): number {
    return this.#known.size
  }

  learn(...values: readonly string[]): void {
    const added = values
      .map((value) => value.trim())
      .filter((value) => value.length > 2 && !this.#known.has(value))
    if (added.length === 0) return
    for (const value of added) this.#known.add(value)
    this.#forms.add(added)
    this.#pattern = secretPattern(this.#known)
  }

  /** Told of each text that goes into a password field, in order. */
  learnTyped(text: string, { isMore }: { isMore: boolean }): void {
    this.#pieces = isMore ? this.#pieces + text : text
    this.learn(text, this.#pieces)
  }

  /** What is typed next is a text of its own. */
  endTyping(): void {
    this.#pieces = ''
  }

  holds(text: string): boolean {
    return this.mask(text) !== text
  }

  mask(text: string): string {
    return this.#scrub(this.#hide(text))
  }

  /** What the model says for a person to read: it may tell a password that nobody has typed yet. */
  maskWords(words: string): string {
    this.learn(...secretsInWords(words))
    return this.mask(words)
  }

  /** All texts in a value, the names of its members included. */
  maskAll<Value>(value: Value): Value {
    return this.#masked(value) as Value
  }

  /** For the log: what failed may quote what it failed on. */
  maskError(error: unknown): unknown {
    if (!(error instanceof Error)) return this.maskAll(error)
    const masked = new Error(this.mask(error.message), { cause: error.cause && this.maskError(error.cause) })
    masked.name = error.name
    if (error.stack !== undefined) masked.stack = this.mask(error.stack)
    return masked
  }

  #masked(value: unknown): unknown {
    if (typeof value === 'string') return this.mask(value)
    if (Array.isArray(value)) return value.map((one) => this.#masked(one))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.mask(name), this.#masked(member)]),
    )
  }

  #hide(text: string): string {
    const plain = this.#pattern ? text.replace(this.#pattern, MASK) : text
    return this.#forms.scrub(plain)
  }
}

/** An answer that could not be read may hold what was to be typed. */
export function withoutValues(text: string): string {
  return text.replaceAll(
    /((?:text|value|content|key)["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"?|'[^']*'?)/gi,
    `$1${MASK}`,
  )
}
