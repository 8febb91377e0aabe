export interface TextWindow {
  readonly content: string
  /** Where to go on; undefined at the end of the text. */
  readonly next: number | undefined
}

/** A piece of a text from `offset` on. Ends with a line where one ends near, and never inside of a character. */
export function textWindow(
  text: string,
  { offset, characters }: { offset: number; characters: number },
): TextWindow {
  const from = isHalf(text, offset) ? offset + 1 : offset
  const limit = from + characters
  if (limit >= text.length) return { content: text.slice(from), next: undefined }
  const line = text.lastIndexOf('\n', limit - 1) + 1
  const end = line > from + characters * 0.8 ? line : isHalf(text, limit) ? limit - 1 : limit
  // One character may be wider than the window.
  const next = Math.max(end, from + 1)
  return { content: text.slice(from, next), next }
}

/** Whether the place is between the two halves of a character. */
function isHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff && at > 0 && isHighSurrogate(text.charCodeAt(at - 1))
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
