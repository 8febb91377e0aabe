/** A part of a text and the white space that follows it. Joined again, they are the text. */
export interface TextPart {
  readonly text: string
  readonly gap: string
}

/** Cuts a long text where it is natural: between paragraphs, else lines, else sentences, else words. */
export function splitText(text: string, most: number): TextPart[] {
  const parts: TextPart[] = []
  let rest = text
  while (rest.length > most) {
    const end = cutAt(rest, most)
    const gap = /^\s*/.exec(rest.slice(end))![0]
    parts.push({ text: rest.slice(0, end), gap })
    rest = rest.slice(end + gap.length)
  }
  if (rest !== '' || parts.length === 0) parts.push({ text: rest, gap: '' })
  return parts
}

const places = [/\n\s*\n/g, /\n/g, /(?<=[.!?。！？…]["”’)]?)\s/g, /\s/g]

/** The last place of the best kind in the second half, so that no part is tiny. */
function cutAt(text: string, most: number): number {
  const window = text.slice(0, most)
  for (const place of places) {
    const last = [...window.matchAll(place)].map(({ index }) => index).findLast((at) => at >= most / 2)
    if (last !== undefined) return last
  }
  // Never between the halves of one character.
  return /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most
}
