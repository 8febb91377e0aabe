import { ExpressionError } from './expression-error.ts'
import { brokenText, strangeCharacter } from './unreadable.ts'

export type Token = Place &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'word' | 'sign' | 'end' }
    | { readonly kind: 'reference'; readonly name: string; readonly path: readonly Member[] }
  )

interface Place {
  readonly column: number
  readonly text: string
}

/** A member by its name, an entry by its number, or `[*]`, the same of every entry. */
export type Member = string | number | typeof EACH
export const EACH = Symbol('[*]')

const MAX_LENGTH = 2_000
const MAX_NAME = 128
const SPACE = /[ \t\r\n]*/y
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy
const SIGN = /==|!=|<=|>=|[-+*/%<>(),[\]]/y
const TEXT =
  /"(?:[^"\\\p{Cc}]|\\["'\\/bfnrt]|\\u[\da-fA-F]{4})*"|'(?:[^'\\\p{Cc}]|\\["'\\/bfnrt]|\\u[\da-fA-F]{4})*'/uy
/** Step ids may have dots and dashes in them. */
const NAME_RUN = /[\p{L}\p{N}_.-]+/uy
const MEMBER = /\.([\p{L}_][\p{L}\p{N}_]*)/uy
const BRACKET = /\[[ \t]*/y
const INDEX = /\d{1,9}|\*/y
const BRACKET_END = /[ \t]*\]/y

export interface TokenOptions {
  /** Which `$names` there are; any word when left out. */
  readonly isKnown?: ((name: string) => boolean) | undefined
}

/** The tokens of an expression, with an `end` behind the last. Every character is looked at a bounded number of times. */
export function tokensOf(text: string, options: TokenOptions = {}): Token[] {
  if (text.length > MAX_LENGTH)
    throw new ExpressionError(
      `An expression has at most ${MAX_LENGTH.toLocaleString('en')} characters.`,
      MAX_LENGTH + 1,
    )
  const tokens: Token[] = []
  for (let at = sizeAt(SPACE, text, 0); at < text.length; at += sizeAt(SPACE, text, at)) {
    const token = tokenAt(text, at, options)
    tokens.push(token)
    at += token.text.length
  }
  tokens.push({ kind: 'end', column: text.length + 1, text: '' })
  return tokens
}

function tokenAt(text: string, at: number, options: TokenOptions): Token {
  const first = text[at]!
  if (first === '$') return referenceAt(text, at, options)
  const column = at + 1
  if (first === '"' || first === "'") {
    const quoted = matchAt(TEXT, text, at)
    if (quoted === undefined) throw brokenText(text, at)
    return { kind: 'text', value: unquoted(quoted), column, text: quoted }
  }
  if (first >= '0' && first <= '9') return numberAt(text, at)
  const sign = matchAt(SIGN, text, at)
  if (sign !== undefined) return { kind: 'sign', column, text: sign }
  const word = matchAt(WORD, text, at)
  if (word === undefined) throw strangeCharacter(text, at)
  return { kind: 'word', column, text: word }
}

function numberAt(text: string, at: number): Token {
  const number = matchAt(NUMBER, text, at)!
  const value = Number(number)
  if (Number.isFinite(value)) return { kind: 'number', value, column: at + 1, text: number }
  throw new ExpressionError('This number is too large.', at + 1)
}

function referenceAt(text: string, at: number, { isKnown }: TokenOptions): Token {
  const name = nameAt(text, at + 1, isKnown)
  if (name === undefined)
    throw new ExpressionError('A name must follow the $, such as $find.results.', at + 2, ['a name'])
  let end = at + 1 + name.length
  const path: Member[] = []
  for (let found = memberAt(text, end); found; found = memberAt(text, end)) {
    path.push(found.member)
    end = found.end
  }
  return { kind: 'reference', name, path, column: at + 1, text: text.slice(at, end) }
}

/** The longest known name that begins here, or else the word. */
function nameAt(text: string, at: number, isKnown?: (name: string) => boolean): string | undefined {
  const run = isKnown ? (matchAt(NAME_RUN, text, at) ?? '') : ''
  for (let end = Math.min(run.length, MAX_NAME); end > 0; end -= 1) {
    const isWhole = end === run.length || run[end] === '.' || run[end] === '-'
    if (isWhole && isKnown!(run.slice(0, end))) return run.slice(0, end)
  }
  return matchAt(WORD, text, at)
}

interface FoundMember {
  readonly member: Member
  readonly end: number
}

function memberAt(text: string, at: number): FoundMember | undefined {
  if (text[at] === '[') return inBrackets(text, at)
  if (text[at] !== '.') return undefined
  const member = matchAt(MEMBER, text, at)?.slice(1)
  if (member !== undefined) return { member, end: at + 1 + member.length }
  throw new ExpressionError(
    'The name of a member must follow the dot. Other names go in brackets: ["first name"].',
    at + 2,
    ['a name'],
  )
}

function inBrackets(text: string, at: number): FoundMember {
  const start = at + sizeAt(BRACKET, text, at)
  const inside = matchAt(INDEX, text, start) ?? matchAt(TEXT, text, start)
  const end = start + (inside?.length ?? 0)
  const closing = sizeAt(BRACKET_END, text, end)
  if (inside === undefined || closing === 0)
    throw new ExpressionError(
      'Inside the brackets goes a number from 0, a name in quotes, or * for every entry.',
      start + 1,
      ['[0]', '["name"]', '[*]'],
    )
  return { member: memberIn(inside), end: end + closing }
}

function memberIn(inside: string): Member {
  if (inside === '*') return EACH
  return /^\d/.test(inside) ? Number(inside) : unquoted(inside)
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

function unquoted(quoted: string): string {
  const inner = quoted.slice(1, -1)
  if (!inner.includes('\\')) return inner
  return inner.replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function sizeAt(pattern: RegExp, text: string, at: number): number {
  return matchAt(pattern, text, at)?.length ?? 0
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
