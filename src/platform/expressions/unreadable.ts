import { ExpressionError } from './expression-error.ts'

const READABLE = /(?:[^\\\p{Cc}]|\\["'\\/bfnrt]|\\u[\da-fA-F]{4})*/uy

/** Why what begins with a quote is not a text. */
export function brokenText(text: string, at: number): ExpressionError {
  READABLE.lastIndex = at
  const end = at + READABLE.exec(text)![0].length
  if (text[end] === '\\' && end + 1 < text.length)
    return new ExpressionError(String.raw`Write \\ for a backslash in a text.`, end + 1, [String.raw`\\`])
  if (end < text.length && text[end] !== '\\')
    return new ExpressionError(String.raw`Write \n for a line break and \t for a tab in a text.`, end + 1, [
      String.raw`\n`,
      String.raw`\t`,
    ])
  return new ExpressionError('This text has no closing quote.', at + 1, [text[at]!])
}

const instead: Readonly<Record<string, readonly [sentence: string, ...expected: string[]]>> = {
  '=': ['Write == to compare.', '=='],
  '&': ['Write and instead of &.', 'and'],
  '|': ['Write or instead of |.', 'or'],
  '!': ['Write not, or != to compare.', 'not', '!='],
  '.': ['A dot goes inside a number, or between a $name and its member: $mail.from.', '0.5', '$mail.from'],
  '{': ['Write $name for a value; there are no braces.', '$name'],
  '“': ['Write a text in straight quotes: "…".', '"'],
  '”': ['Write a text in straight quotes: "…".', '"'],
  '„': ['Write a text in straight quotes: "…".', '"'],
  '‘': ['Write a text in straight quotes: "…".', '"'],
  '’': ['Write a text in straight quotes: "…".', '"'],
}

/** What is to be written instead of a character that nothing begins with. */
export function strangeCharacter(text: string, at: number): ExpressionError {
  const code = text.codePointAt(at)!
  const found = String.fromCodePoint(code)
  const [sentence, ...expected] = instead[found] ?? [`Unexpected ${visible(found, code)}.`]
  return new ExpressionError(sentence, at + 1, expected)
}

function visible(found: string, code: number): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(found)
    ? found
    : `invisible character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
