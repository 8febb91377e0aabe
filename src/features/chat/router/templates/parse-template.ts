/**
 * Templates say how a wish is worded: `(add|put) {item} (to|on) [my] {list:name} [list]`.
 *
 * - `(a|b)` is one of several, `[a]` may be left out, and both hold whatever a template holds.
 * - `{item}` is any words, `{list:name}` words that a kind of slot reads.
 * - `{all=true}` takes no words: whoever words it so says that `all` is true.
 * - `<add>` stands for what the language calls so.
 */
export type Node =
  | { readonly type: 'word'; readonly word: string }
  | { readonly type: 'slot'; readonly name: string; readonly kind: string }
  | { readonly type: 'constant'; readonly name: string; readonly value: string | true }
  | { readonly type: 'sequence'; readonly nodes: readonly Node[] }
  | { readonly type: 'choice'; readonly options: readonly Node[] }

/** What `<name>` stands for, itself written as a template. */
export type Phrases = Readonly<Record<string, string>>

/** How words are compared: as they are, or as a language writes them that has several spellings. */
export type Fold = (word: string) => string

export function parseTemplate(template: string, phrases: Phrases = {}, fold?: Fold): Node {
  return new Parser(template, phrases, fold).parse()
}

/** Many templates speak of the same few phrases. */
const parsedPhrases = new WeakMap<Phrases, Map<string, Node>>()

const pieces = /\s+|[()[\]|]|\{[^{}]*\}|<[^<>]*>|[^\s()[\]|{}<>]+/gy
const slot = /^\{([a-z]\w*)(?::([a-z]\w*))?\}$/
const constant = /^\{([a-z]\w*)=(\p{L}[\p{L}\w.]*)\}$/u

class Parser {
  readonly #template: string
  readonly #phrases: Phrases
  readonly #fold: Fold | undefined
  readonly #pieces: readonly string[]
  #at = 0

  constructor(template: string, phrases: Phrases, fold: Fold | undefined) {
    this.#template = template
    this.#phrases = phrases
    this.#fold = fold
    const found = template.match(pieces) ?? []
    if (found.join('') !== template) throw this.#wrong('has a brace or bracket too many')
    this.#pieces = found.filter((piece) => piece.trim() !== '')
  }

  parse(): Node {
    const node = this.#choice()
    if (this.#at < this.#pieces.length) throw this.#wrong(`has a "${this.#pieces[this.#at]!}" too many`)
    return node
  }

  #choice(): Node {
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    return options.length === 1 ? options[0]! : { type: 'choice', options }
  }

  #sequence(): Node {
    const nodes: Node[] = []
    for (;;) {
      const piece = this.#pieces[this.#at]
      if (piece === undefined || piece === '|' || piece === ')' || piece === ']') break
      nodes.push(...this.#item())
    }
    return nodes.length === 1 ? nodes[0]! : { type: 'sequence', nodes }
  }

  #item(): readonly Node[] {
    const piece = this.#pieces[this.#at++]!
    if (piece === '(' || piece === '[') {
      const inner = this.#choice()
      if (!this.#take(piece === '(' ? ')' : ']')) throw this.#wrong(`has a "${piece}" that is never closed`)
      return [piece === '(' ? inner : { type: 'choice', options: [inner, { type: 'sequence', nodes: [] }] }]
    }
    if (piece.startsWith('<')) return [this.#phrase(piece.slice(1, -1))]
    return piece.startsWith('{')
      ? [this.#slot(piece)]
      : tokensIn(piece, this.#fold).map(({ word }) => ({ type: 'word', word }))
  }

  #slot(piece: string): Node {
    const [, told, value] = constant.exec(piece) ?? []
    if (told !== undefined) return { type: 'constant', name: told, value: value === 'true' || value! }
    const [, name, kind = 'text'] = slot.exec(piece) ?? []
    if (name === undefined)
      throw this.#wrong(`has a slot "${piece}", which must be {name}, {name:kind} or {name=value}`)
    return { type: 'slot', name, kind }
  }

  #phrase(name: string): Node {
    const known = parsedPhrases.get(this.#phrases) ?? new Map<string, Node>()
    parsedPhrases.set(this.#phrases, known)
    const stands = this.#phrases[name]
    if (stands === undefined) throw this.#wrong(`speaks of <${name}>, which nothing explains`)
    const node = known.get(name) ?? parseTemplate(stands, this.#phrases, this.#fold)
    known.set(name, node)
    return node
  }

  #take(piece: string): boolean {
    if (this.#pieces[this.#at] !== piece) return false
    this.#at++
    return true
  }

  #wrong(what: string): Error {
    return new Error(`The template "${this.#template}" ${what}.`)
  }
}

export interface Token {
  /** As it is compared: in lower case, without commas and stops. */
  readonly word: string
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
}

/** A word, what may be glued to its end, and the signs behind it that are not compared. */
const chunk = /^(.*?)(['’]s)?(:)?[,.;?!]*$/s

/** Most words have nothing of that. */
const mayEnd = /['’:,.;?!]/

/** `Anna's` is two words, and so is `task:`, so that a template can put a slot before the ending; `task:call` is three. */
export function tokensIn(text: string, fold: Fold = (word) => word): Token[] {
  const found: Token[] = []
  for (const { 0: piece, index } of text.matchAll(/\p{L}+:(?=[\p{L}"])|\S+/gu)) {
    let start = index
    if (!mayEnd.test(piece)) {
      found.push({ word: fold(piece.toLowerCase()), start, end: start + piece.length })
      continue
    }
    for (const part of chunk.exec(piece)!.slice(1)) {
      if (!part) continue
      const word = fold(part.toLowerCase().replaceAll('’', "'"))
      found.push({ word, start, end: start + part.length })
      start += part.length
    }
  }
  return found
}
