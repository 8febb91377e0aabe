/** Below this many comparisons at worst, the search of the engine is the fastest. */
const FEW = 1_000_000

/** Whether a text has the form of a pattern, in which `*` stands for any text. Linear in both. */
export function isLike(text: string, pattern: string): boolean {
  const pieces = pattern.split('*')
  const [first, last] = [pieces.shift()!, pieces.pop()]
  if (last === undefined) return text === first
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false
  const end = text.length - last.length
  let at = first.length
  for (const piece of pieces) {
    const found = indexOfText(text, piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}

/** Like `indexOf`, whose time grows with the product of both lengths where a text repeats itself. */
export function indexOfText(text: string, part: string, from: number): number {
  if (part.length * (text.length - from) < FEW) return text.indexOf(part, from)
  const borders = bordersOf(part)
  let matched = 0
  for (let at = from; at < text.length; at += 1) {
    while (matched > 0 && text[at] !== part[matched]) matched = borders[matched - 1]!
    if (text[at] === part[matched]) matched += 1
    if (matched === part.length) return at - matched + 1
  }
  return -1
}

/** For each beginning of the part, how much of it ends as it begins (Knuth, Morris and Pratt). */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length)
  for (let at = 1, matched = 0; at < part.length; at += 1) {
    while (matched > 0 && part[at] !== part[matched]) matched = borders[matched - 1]!
    if (part[at] === part[matched]) matched += 1
    borders[at] = matched
  }
  return borders
}
