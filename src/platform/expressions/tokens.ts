import { ExpressionError } from './expression-error.ts'

export type Token =
  | { readonly kind: 'number'; readonly value: number; readonly column: number; readonly text: string }
  | { readonly kind: 'text'; readonly value: string; readonly column: number; readonly text: string }
  | { readonly kind: 'word' | 'sign' | 'end'; readonly column: number; readonly text: string }
  | ({ readonly kind: 'reference'; readonly name: string; readonly path: readonly Member[] } & Place)

interface Place {
  readonly column: number
  readonly text: string
}

/** A member by its name, an entry by its number, or `[*]`, the same of every entry. */
export type Member = string | number | typeof EACH
export const EACH = Symbol('[*]')

const MAX_LENGTH = 2_000
const SPACE = /[ \t\r\n]+/y
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?/y
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy
const SIGN = /==|!=|<=|>=|[-+*/%<>(),[\]]/y
const TEXT =
  /"(?:[^"\\\p{Cc}]|\\["'\\/bfnrt]|\\u[\da-fA-F]{4})*"|'(?:[^'\\\p{Cc}]|\\["'\\/bfnrt]|\\u[\da-fA-F]{4})*'/uy
/** Step ids may have dots and dashes in them. */
const NAME_RUN = /[\p{L}\p{N}_.-]+/uy
const MEMBER = /\.([\p{L}_][\p{L}\p{N}_]*)/uy
const INDEX = /\[(\d{1,9})\]/y
const NAMED = /\[("(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*")\]/uy
const EVERY = /\[\*\]/y

export interface TokenOptions {
  /** Which `$names` there are; any word when left out. */
  readonly isKnown?: ((name: string) => boolean) | undefined
}

/** The tokens of an expression, with an `end` behind the last. Every character is looked at a bounded number of times. */
export function tokensOf(text: string, options: TokenOptions = {}): Token[] {
  if (text.length > MAX_LENGTH)
    throw new ExpressionError(`An expression has at most ${MAX_LENGTH} characters.`, MAX_LENGTH + 1)
  const tokens: Token[] = []
  let at = matchAt(SPACE, text, 0)?.length ?? 0
  while (at < text.length) {
    const token = text[at] === '$' ? referenceAt(text, at, options) : plainAt(text, at)
    tokens.push(token)
    at += token.text.length
    at += matchAt(SPACE, text, at)?.length ?? 0
  }
  tokens.push({ kind: 'end', column: text.length + 1, text: '' })
  return tokens
}

function plainAt(text: string, at: number): Token {
  const column = at + 1
  const quoted = matchAt(TEXT, text, at)
  if (quoted !== undefined) return { kind: 'text', value: unquoted(quoted), column, text: quoted }
  const number = matchAt(NUMBER, text, at)
  if (number !== undefined) return { kind: 'number', value: finite(number, column), column, text: number }
  const word = matchAt(WORD, text, at)
  if (word !== undefined) return { kind: 'word', column, text: word }
  const sign = matchAt(SIGN, text, at)
  if (sign !== undefined) return { kind: 'sign', column, text: sign }
  throw strange(text, at)
}

function strange(text: string, at: number): ExpressionError {
  const found = String.fromCodePoint(text.codePointAt(at)!)
  const column = at + 1
  if (found === '"' || found === "'")
    return new ExpressionError('This text has no closing quote.', column, [found])
  if (found === '=') return new ExpressionError('Write == to compare.', column, ['=='])
  if (found === '&') return new ExpressionError('Write and instead of &.', column, ['and'])
  if (found === '|') return new ExpressionError('Write or instead of |.', column, ['or'])
  if (found === '!') return new ExpressionError('Write not, or != to compare.', column, ['not', '!='])
  return new ExpressionError(`Unexpected ${found}.`, column)
}

function referenceAt(text: string, at: number, { isKnown }: TokenOptions): Token {
  const name = nameAt(text, at + 1, isKnown)
  if (name === undefined)
    throw new ExpressionError('A name must follow the $, such as $find.results.', at + 2, ['a name'])
  let end = at + 1 + name.length
  const path: Member[] = []
  for (let found = memberAt(text, end); found; found = memberAt(text, end)) {
    path.push(found.member)
    end += found.size
  }
  return { kind: 'reference', name, path, column: at + 1, text: text.slice(at, end) }
}

/** The longest known name that begins here, or else the word. */
function nameAt(text: string, at: number, isKnown?: (name: string) => boolean): string | undefined {
  const run = isKnown ? (matchAt(NAME_RUN, text, at)?.slice(0, 128) ?? '') : ''
  for (let end = run.length; end > 0; end -= 1) {
    const isWhole = end === run.length || /[.-]/.test(run[end]!)
    if (isWhole && isKnown!(run.slice(0, end))) return run.slice(0, end)
  }
  return matchAt(WORD, text, at)
}

function memberAt(text: string, at: number): { member: Member; size: number } | undefined {
  const word = matchAt(MEMBER, text, at)
  if (word !== undefined) return { member: word.slice(1), size: word.length }
  const index = matchAt(INDEX, text, at)
  if (index !== undefined) return { member: Number(index.slice(1, -1)), size: index.length }
  const named = matchAt(NAMED, text, at)
  if (named !== undefined) return { member: JSON.parse(named.slice(1, -1)) as string, size: named.length }
  return matchAt(EVERY, text, at) === undefined ? undefined : { member: EACH, size: 3 }
}

function unquoted(quoted: string): string {
  const inner = quoted.slice(1, -1)
  // JSON knows no \' and no bare " inside.
  const json = quoted.startsWith("'")
    ? inner.replaceAll(/\\'/g, "'").replaceAll(/(?<!\\)"/g, String.raw`\"`)
    : inner
  return JSON.parse(`"${json.replaceAll(/\\'/g, "'")}"`) as string
}

function finite(number: string, column: number): number {
  const value = Number(number)
  if (Number.isFinite(value)) return value
  throw new ExpressionError('This number is too large.', column)
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
