/** A place in a text that is being read. */
export interface Cursor {
  readonly text: string
  at: number
}

/** More than any arguments are: who nests deeper wants to break the reader. */
const MAX_DEPTH = 64
const words = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
])
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '\n': '',
}

/**
 * Reads one value as models write it, be it JSON or Python: quotes of either kind, line breaks inside of texts, a comma
 * after the last member. Undefined when it is neither, or not whole.
 */
export function readLiteral(cursor: Cursor, depth = 0): unknown {
  if (depth > MAX_DEPTH) return undefined
  skipBlanks(cursor)
  const character = cursor.text[cursor.at]
  if (character === '{') return readObject(cursor, depth)
  if (character === '[') return readList(cursor, depth)
  if (character === '"' || character === "'") return readText(cursor)
  return readWord(cursor)
}

/** `(path="a", limit=3)` or `(3)`: only arguments with names mean something. */
export function readNamedArguments(cursor: Cursor): Record<string, unknown> | undefined {
  return readMembers(cursor, { close: ')', between: '=', name: readIdentifier, depth: 0 })
}

export function skipBlanks(cursor: Cursor): void {
  while (/\s/.test(cursor.text[cursor.at] ?? '')) cursor.at += 1
}

/** Whether this comes next; then it is passed. */
export function pass(cursor: Cursor, next: string): boolean {
  if (!cursor.text.startsWith(next, cursor.at)) return false
  cursor.at += next.length
  return true
}

/** What the pattern, which must be sticky, matches here; it is passed then. */
export function match(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)
  if (!found) return undefined
  cursor.at = pattern.lastIndex
  return found
}

function readObject(cursor: Cursor, depth: number): Record<string, unknown> | undefined {
  const name = (one: Cursor) => {
    const read = readLiteral(one, MAX_DEPTH)
    return typeof read === 'string' ? read : undefined
  }
  return readMembers(cursor, { close: '}', between: ':', name, depth })
}

interface MemberForm {
  readonly close: string
  readonly between: string
  readonly name: (cursor: Cursor) => string | undefined
  readonly depth: number
}

function readMembers(
  cursor: Cursor,
  { close, between, name: readName, depth }: MemberForm,
): Record<string, unknown> | undefined {
  cursor.at += 1
  const members: [string, unknown][] = []
  for (;;) {
    skipBlanks(cursor)
    if (pass(cursor, close)) return Object.fromEntries(members)
    const name = readName(cursor)
    skipBlanks(cursor)
    if (name === undefined || !pass(cursor, between)) return undefined
    const value = readLiteral(cursor, depth + 1)
    if (value === undefined) return undefined
    members.push([name, value])
    skipBlanks(cursor)
    if (!pass(cursor, ',') && cursor.text[cursor.at] !== close) return undefined
  }
}

function readList(cursor: Cursor, depth: number): unknown[] | undefined {
  cursor.at += 1
  const items: unknown[] = []
  for (;;) {
    skipBlanks(cursor)
    if (pass(cursor, ']')) return items
    const item = readLiteral(cursor, depth + 1)
    if (item === undefined) return undefined
    items.push(item)
    skipBlanks(cursor)
    if (!pass(cursor, ',') && cursor.text[cursor.at] !== ']') return undefined
  }
}

function readText(cursor: Cursor): string | undefined {
  const mark = cursor.text[cursor.at]!
  const triple = mark.repeat(3)
  const quote = cursor.text.startsWith(triple, cursor.at) ? triple : mark
  cursor.at += quote.length
  let text = ''
  while (cursor.at < cursor.text.length) {
    if (pass(cursor, quote)) return text
    const character = cursor.text[cursor.at]!
    cursor.at += 1
    text += character === '\\' ? readEscape(cursor) : character
  }
  return undefined
}

function readEscape(cursor: Cursor): string {
  const code = match(cursor, /u([\da-f]{4})/iy) ?? match(cursor, /x([\da-f]{2})/iy)
  if (code) return String.fromCharCode(Number.parseInt(code[1]!, 16))
  const character = cursor.text[cursor.at] ?? ''
  cursor.at += 1
  return escapes[character] ?? character
}

function readWord(cursor: Cursor): unknown {
  const word = match(cursor, /[\w.+-]+/y)?.[0]
  if (word === undefined) return undefined
  if (words.has(word)) return words.get(word)
  return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(word) ? Number(word) : undefined
}

function readIdentifier(cursor: Cursor): string | undefined {
  return match(cursor, /[\p{L}_][\p{L}\p{N}_]*/uy)?.[0]
}
