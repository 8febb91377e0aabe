/** The search of the engine is linear up to here, and fast: it skips by what the last 250 characters tell it. */
const ENGINE_SEARCHES = 250

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
  const borders = bordersOf(part)
  let matched = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1]!
    if (code === part.charCodeAt(matched)) matched += 1
    if (matched === part.length) return at - matched + 1
  }
  return -1
}

/** For each beginning of the part, how much of it ends as it begins (Knuth, Morris and Pratt). */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length)
  for (let at = 1, matched = 0; at < part.length; at += 1) {
    const code = part.charCodeAt(at)
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1]!
    if (code === part.charCodeAt(matched)) matched += 1
    borders[at] = matched
  }
  return borders
}
