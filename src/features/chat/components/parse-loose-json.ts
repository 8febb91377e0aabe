const MAX_LEVELS = 200

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
  ['undefined', null],
])

/** Whether a text was meant as JSON, alone or in a code fence. */
export function looksLikeJson(text: string): boolean {
  return /^(\{\s*("|'|[a-z_]+\s*:)|\[\s*([[{"]|-?\d[\d.]*\s*,))/.test(withoutFence(text))
}

/**
 * JSON as models write it: in a fence, with commas or brackets too many, with single quotes or names without quotes, or
 * cut off in the middle. It never fails: what comes after the first value is not read.
 */
export function parseLooseJson(text: string): unknown {
  const plain = withoutFence(text)
  try {
    return JSON.parse(plain)
  } catch {
    return new LooseReader(plain).value(0)
  }
}

function withoutFence(text: string): string {
  return text.trim().replace(/^```[a-zA-Z]*\s*/, '')
}

class LooseReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(level: number): unknown {
    this.#skip(/\s/)
    if (level > MAX_LEVELS) this.#at = this.#text.length
    const character = this.#text[this.#at]
    if (character === '{') return this.#object(level)
    if (character === '[') return this.#array(level)
    return character === '"' || character === "'" ? this.#string() : this.#bare()
  }

  #object(level: number): Record<string, unknown> {
    const members: [string, unknown][] = []
    this.#at += 1
    while (this.#goesOn('}')) {
      const name = this.#name()
      this.#skip(/\s/)
      // Cut off before the value: the name alone says nothing.
      if (this.#text[this.#at] !== ':') continue
      this.#at += 1
      this.#skip(/\s/)
      if (this.#at < this.#text.length) members.push([name, this.value(level + 1)])
    }
    return Object.fromEntries(members)
  }

  #array(level: number): unknown[] {
    const items: unknown[] = []
    this.#at += 1
    while (this.#goesOn(']')) items.push(this.value(level + 1))
    return items
  }

  /** Whether another entry follows; passes commas, brackets of the wrong kind, and the one that closes. */
  #goesOn(close: '}' | ']'): boolean {
    this.#skip(close === '}' ? /[\s,:\]]/ : /[\s,:}]/)
    if (this.#at >= this.#text.length) return false
    if (this.#text[this.#at] !== close) return true
    this.#at += 1
    return false
  }

  #name(): string {
    const character = this.#text[this.#at]
    if (character === '"' || character === "'") return this.#string()
    const from = this.#at
    this.#at += 1
    this.#skip(/[^\s:,{}[\]]/)
    return this.#text.slice(from, this.#at)
  }

  #string(): string {
    const quote = this.#text[this.#at]
    let written = ''
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at]!
      if (character === quote) {
        this.#at += 1
        return written
      }
      written += character === '\\' ? this.#escaped() : character
    }
    return written
  }

  #escaped(): string {
    this.#at += 1
    const letter = this.#text[this.#at] ?? ''
    const digits = this.#text.slice(this.#at + 1, this.#at + 5)
    if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) return escapes[letter] ?? letter
    this.#at += 4
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  #bare(): unknown {
    const from = this.#at
    // At least one character, so that reading always gets on.
    this.#at += 1
    this.#skip(/[^,{}[\]\n]/)
    const word = this.#text.slice(from, this.#at).trim()
    if (words.has(word)) return words.get(word)
    return word !== '' && Number.isFinite(Number(word)) ? Number(word) : word
  }

  #skip(characters: RegExp): void {
    while (this.#at < this.#text.length && characters.test(this.#text[this.#at]!)) this.#at += 1
  }
}
