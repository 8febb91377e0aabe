import type { RichText, TextPiece } from '../../platform/documents/word-document.ts'

type Look = Omit<TextPiece, 'text'>

/**
 * The look of a line of Markdown: bold, italic, strike, code, links, line breaks. One pass from left to right; what does
 * not close is plain text. Every search for an end is done once per kind of mark, so that the time stays linear.
 */
export function parseInline(source: string): RichText {
  return joined(new InlineParser(source).parse({}))
}

const marks = ['***', '___', '**', '__', '~~', '*', '_'] as const
type Mark = (typeof marks)[number]

const looks: Readonly<Record<Mark, Look>> = {
  '***': { bold: true, italic: true },
  ___: { bold: true, italic: true },
  '**': { bold: true },
  __: { bold: true },
  '~~': { strike: true },
  '*': { italic: true },
  _: { italic: true },
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u{a0}',
  copy: '©',
  mdash: '—',
  ndash: '–',
  hellip: '…',
}

const deepest = 8
/** A link whose text or address is longer is none, so that a thousand open brackets are not each searched to the end. */
const longestLinkPart = 2000

/** Undefined when it is none of its kind after all, and plain text. */
type Reader = (parser: InlineParser, look: Look, depth: number) => string | TextPiece[] | undefined

const emphasisMarks = '*_~'

class InlineParser {
  readonly #source: string
  readonly #end: number
  /** Marks that were looked for and have no end behind this place: looking again would find nothing either. */
  readonly #unclosed = new Map<string, number>()
  #at: number

  constructor(source: string, range: { from: number; to: number } = { from: 0, to: source.length }) {
    this.#source = source
    this.#at = range.from
    this.#end = range.to
  }

  parse(look: Look, depth = 0): TextPiece[] {
    const pieces: TextPiece[] = []
    let text = ''
    const flush = (): void => {
      if (text !== '') pieces.push({ ...look, text })
      text = ''
    }
    while (this.#at < this.#end) {
      const special = this.#special(look, depth)
      if (typeof special === 'string') {
        text += special
      } else {
        flush()
        pieces.push(...special)
      }
    }
    flush()
    return pieces
  }

  /** What stands at this place: characters of the text, or pieces with a look of their own. */
  #special(look: Look, depth: number): string | TextPiece[] {
    const character = this.#source[this.#at]!
    const read = InlineParser.#readers[character]
    if (!read) return this.#takePlain()
    return (
      read(this, look, depth) ??
      (emphasisMarks.includes(character) ? this.#takeRun(character) : this.#take(1))
    )
  }

  /** By the character with which each begins. */
  static readonly #readers: Readonly<Record<string, Reader>> = {
    '\\': (parser) => parser.#escape(),
    '`': (parser, look) => parser.#code(look),
    '!': (parser, look, depth) => parser.#link(look, depth),
    '[': (parser, look, depth) => parser.#link(look, depth),
    '<': (parser, look) => parser.#angle(look),
    '&': (parser) => parser.#entity(),
    '*': (parser, look, depth) => parser.#emphasis(look, depth),
    _: (parser, look, depth) => parser.#emphasis(look, depth),
    '~': (parser, look, depth) => parser.#emphasis(look, depth),
    h: (parser, look) => parser.#bareAddress(look),
  }

  #take(count: number): string {
    this.#at += count
    return this.#source.slice(this.#at - count, this.#at)
  }

  #takeRun(character: string): string {
    let count = 1
    while (this.#at + count < this.#end && this.#source[this.#at + count] === character) count += 1
    return this.#take(count)
  }

  #takePlain(): string {
    let to = this.#at + 1
    while (to < this.#end && !'\\`![<&*_~h'.includes(this.#source[to]!)) to += 1
    return this.#take(to - this.#at)
  }

  #escape(): string {
    const next = this.#source[this.#at + 1]
    if (next !== undefined && this.#at + 1 < this.#end && /[!-/:-@[-`{-~\n]/.test(next)) {
      this.#at += 2
      return next
    }
    return this.#take(1)
  }

  #code(look: Look): TextPiece[] | undefined {
    let ticks = 1
    while (this.#source[this.#at + ticks] === '`') ticks += 1
    const fence = '`'.repeat(ticks)
    const close = this.#find(fence, this.#at + ticks)
    if (close === undefined) return undefined
    const text = this.#source.slice(this.#at + ticks, close).replaceAll('\n', ' ')
    this.#at = close + ticks
    const trimmed = text.length > 2 && text.startsWith(' ') && text.endsWith(' ') ? text.slice(1, -1) : text
    return [{ ...look, text: trimmed, code: true }]
  }

  /** `[text](address)`; of a picture inside a line its description is kept. */
  #link(look: Look, depth: number): TextPiece[] | undefined {
    const isPicture = this.#source[this.#at] === '!'
    const open = isPicture ? this.#at + 1 : this.#at
    if (this.#source[open] !== '[') return undefined
    const middle = this.#findNear('](', open + 1)
    if (middle === undefined) return undefined
    const close = this.#findNear(')', middle + 2)
    if (close === undefined) return undefined
    const target = this.#source.slice(middle + 2, close).trim()
    const address = target.replace(/\s+["'(].*$/s, '').replace(/^<(.*)>$/, '$1')
    if (/\s/.test(address)) return undefined
    const inner = new InlineParser(this.#source, { from: open + 1, to: middle })
    this.#at = close + 1
    const { link: _, ...outer } = look
    const link = safeAddress(address)
    const content = depth < deepest ? inner.parse(outer, depth + 1) : [{ ...outer, text: inner.#rest() }]
    if (isPicture || link === undefined || look.link !== undefined) return content
    return content.map(({ link: __, ...piece }) => ({ ...piece, link }))
  }

  #rest(): string {
    return this.#source.slice(this.#at, this.#end)
  }

  /** `<https://…>`, `<br>`; any other tag is text, for nobody sees it otherwise. */
  #angle(look: Look): TextPiece[] | undefined {
    const rest = this.#source.slice(this.#at, Math.min(this.#at + 2000, this.#end))
    const lineBreak = /^<br\s*\/?>\n?/i.exec(rest)
    if (lineBreak) {
      this.#at += lineBreak[0].length
      return [{ ...look, text: '\n' }]
    }
    const address = /^<((?:https?:\/\/|mailto:)[^\s<>]+)>/i.exec(rest)
    if (!address) return undefined
    this.#at += address[0].length
    return [{ ...look, text: address[1]!.replace(/^mailto:/i, ''), link: address[1]! }]
  }

  #entity(): string | undefined {
    const found = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/i.exec(
      this.#source.slice(this.#at, Math.min(this.#at + 12, this.#end)),
    )
    if (!found) return undefined
    const [whole, decimal, hexadecimal, name] = found
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    const text = name === undefined ? characterOf(code) : entities[name.toLowerCase()]
    if (text === undefined) return undefined
    this.#at += whole.length
    return text
  }

  #emphasis(look: Look, depth: number): TextPiece[] | undefined {
    if (depth >= deepest) return undefined
    const mark = marks.find((each) => this.#source.startsWith(each, this.#at))
    if (mark === undefined || !this.#opens(mark)) return undefined
    const close = this.#closing(mark)
    if (close === undefined) return undefined
    const inner = new InlineParser(this.#source, { from: this.#at + mark.length, to: close })
    this.#at = close + mark.length
    return inner.parse({ ...look, ...looks[mark] }, depth + 1)
  }

  #opens(mark: Mark): boolean {
    const after = this.#source[this.#at + mark.length]
    if (after === undefined || this.#at + mark.length >= this.#end || /\s/.test(after)) return false
    // An underscore inside a word is part of a name: snake_case.
    return !mark.startsWith('_') || !isWordCharacter(this.#source[this.#at - 1])
  }

  #closing(mark: Mark): number | undefined {
    const key = `end of ${mark}`
    if (this.#at >= (this.#unclosed.get(key) ?? Infinity)) return undefined
    let at = this.#at + mark.length + 1
    for (;;) {
      const from = this.#source.indexOf(mark, at)
      if (from < 0 || from + mark.length > this.#end) break
      let to = from + mark.length
      while (to < this.#end && this.#source[to] === mark[0]) to += 1
      // Of a longer run the last ones close this mark, and the ones in front close what was opened inside.
      const place = to - mark.length
      const fits = to - from === mark.length || to - from > 2
      if (fits && this.#closes(mark, { from, to })) return place
      at = to
    }
    this.#unclosed.set(key, this.#at)
    return undefined
  }

  #closes(mark: Mark, { from, to }: { from: number; to: number }): boolean {
    if (/\s|\\/.test(this.#source[from - 1]!)) return false
    return !mark.startsWith('_') || to >= this.#end || !isWordCharacter(this.#source[to])
  }

  #bareAddress(look: Look): TextPiece[] | undefined {
    if (look.link !== undefined || isWordCharacter(this.#source[this.#at - 1])) return undefined
    if (!/^https?:\/\//i.test(this.#source.slice(this.#at, this.#at + 8))) return undefined
    const found = /^https?:\/\/[^\s<>"'`*]+/i.exec(
      this.#source.slice(this.#at, Math.min(this.#at + 2000, this.#end)),
    )
    if (!found) return undefined
    const address = withoutTrailingPunctuation(found[0])
    this.#at += address.length
    return [{ ...look, text: address, link: address }]
  }

  #find(text: string, from: number): number | undefined {
    if (from >= (this.#unclosed.get(text) ?? Infinity)) return undefined
    const found = this.#source.indexOf(text, from)
    if (found >= 0 && found + text.length <= this.#end) return found
    this.#unclosed.set(text, from)
    return undefined
  }

  #findNear(text: string, from: number): number | undefined {
    const found = this.#source.slice(from, Math.min(from + longestLinkPart, this.#end)).indexOf(text)
    return found < 0 ? undefined : from + found
  }
}

/** What a reader may be sent to by a click. Scripts, files and addresses without a scheme stay text. */
export function safeAddress(address: string): string | undefined {
  return /^(https?:\/\/|mailto:|tel:)[^\s]+$/i.test(address) ? address : undefined
}

function withoutTrailingPunctuation(address: string): string {
  const trimmed = address.replace(/[.,;:!?]+$/, '')
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimmed.slice(0, -1) : trimmed
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}

function characterOf(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : undefined
}

/** Neighbours of the same look become one run. */
function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const result: TextPiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last && sameLook(last, piece)) result[result.length - 1] = { ...last, text: last.text + piece.text }
    else if (piece.text !== '') result.push(piece)
  }
  return result
}

function sameLook(one: TextPiece, other: TextPiece): boolean {
  return (['bold', 'italic', 'strike', 'code', 'link'] as const).every((name) => one[name] === other[name])
}
