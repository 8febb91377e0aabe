/** Long enough to answer a question, short enough that a match says where. */
const longest = 1500

/** The text in pieces of some hundred words, cut between paragraphs where possible, else between lines, sentences, words. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = []
  let current = ''
  for (const paragraph of paragraphsOf(text)) {
    if (current !== '' && current.length + paragraph.length + 2 > longest) {
      chunks.push(current)
      current = ''
    }
    current = current === '' ? paragraph : `${current}\n\n${paragraph}`
  }
  if (current !== '') chunks.push(current)
  return chunks
}

function* paragraphsOf(text: string): Generator<string> {
  for (const paragraph of text.split(/\n[^\S\n]*\n\s*/)) {
    let rest = paragraph.trim()
    while (rest.length > longest) {
      const at = cutOf(rest)
      yield rest.slice(0, at).trim()
      rest = rest.slice(at).trimStart()
    }
    if (rest !== '') yield rest
  }
}

/** The last good place to cut in the second half of what fits. */
function cutOf(text: string): number {
  const window = text.slice(0, longest)
  const places = [
    window.lastIndexOf('\n'),
    Math.max(window.lastIndexOf('. '), window.lastIndexOf('! '), window.lastIndexOf('? ')) + 1,
    window.lastIndexOf(' '),
  ]
  const found = places.find((place) => place > longest / 2)
  if (found !== undefined) return found
  // Never between the halves of a surrogate pair.
  return /[\ud800-\udbff]$/.test(window) ? longest - 1 : longest
}
