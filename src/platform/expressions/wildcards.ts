/** The search of the engine is linear up to here, and fast: it skips by what the last 250 characters tell it. */
const ENGINE_SEARCHES = 250

/** How many characters are read to look for a part; our own search is slower than that of the engine. */
export function readToFind(text: string, part: string): number {
  return part.length > ENGINE_SEARCHES ? 2 * text.length : text.length
}

/** Whether a text has the form of a pattern, in which `*` stands for any text. Linear in both. */
export function isLike(text: string, pattern: string): boolean {
  const firstStar = pattern.indexOf('*')
  if (firstStar < 0) return text === pattern
  const lastStar = pattern.lastIndexOf('*')
  const end = text.length - (pattern.length - lastStar - 1)
  if (end < firstStar || !text.startsWith(pattern.slice(0, firstStar))) return false
  if (!text.endsWith(pattern.slice(lastStar + 1))) return false
  let at = firstStar
  for (let star = firstStar; star < lastStar;) {
    const next = pattern.indexOf('*', star + 1)
    const piece = pattern.slice(star + 1, next)
    const found = indexOfText(text, piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
    star = next
  }
  return true
}

/** Like `indexOf`, whose time grows with the product of both lengths where a long part repeats itself. */
export function indexOfText(text: string, part: string, from: number): number {
  if (part.length <= ENGINE_SEARCHES) return text.indexOf(part, from)
  // As numbers, for reading a character of a text takes longer than comparing it.
  const codes = Uint16Array.from({ length: part.length }, (_, at) => part.charCodeAt(at))
  const borders = bordersOf(codes)
  let matched = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (matched > 0 && code !== codes[matched]) matched = borders[matched - 1]!
    if (code === codes[matched]) matched += 1
    if (matched === codes.length) return at - matched + 1
  }
  return -1
}

/** For each beginning of the part, how much of it ends as it begins (Knuth, Morris and Pratt). */
function bordersOf(codes: Uint16Array): Int32Array {
  const borders = new Int32Array(codes.length)
  for (let at = 1, matched = 0; at < codes.length; at += 1) {
    while (matched > 0 && codes[at] !== codes[matched]) matched = borders[matched - 1]!
    if (codes[at] === codes[matched]) matched += 1
    borders[at] = matched
  }
  return borders
}
