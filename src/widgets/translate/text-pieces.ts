export interface TextPiece {
  /** To be translated; empty for what is only blanks. */
  readonly text: string
  /** Blanks around it, which a translator would lose. */
  readonly before: string
  readonly after: string
}

/** Text in pieces of at most so many bytes: whole sentences as far as they fit, never across a line. */
export function splitText(text: string, maxBytes: number): TextPiece[] {
  const packed: string[] = []
  let current = ''
  for (const sentence of sentencesOf(text).flatMap((each) => shortened(each, maxBytes))) {
    const endsLine = /[\r\n]$/.test(current)
    if (current !== '' && !endsLine && bytesOf(current + sentence) <= maxBytes) current += sentence
    else {
      if (current !== '') packed.push(current)
      current = sentence
    }
  }
  if (current !== '') packed.push(current)
  return packed.map(pieceOf)
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function sentencesOf(text: string): string[] {
  return [...sentences.segment(text)].map(({ segment }) => segment)
}

/** A sentence that is too long is cut between words, and a word that is too long between characters. */
function shortened(sentence: string, maxBytes: number): string[] {
  if (bytesOf(sentence) <= maxBytes) return [sentence]
  const words = sentence.match(/\S+\s*|\s+/g) ?? []
  const units = words.flatMap((word) =>
    bytesOf(word) <= maxBytes ? [word] : [...characters.segment(word)].map(({ segment }) => segment),
  )
  const parts: string[] = []
  for (const unit of units) {
    const last = parts.at(-1)
    if (last !== undefined && bytesOf(last + unit) <= maxBytes) parts[parts.length - 1] = last + unit
    else parts.push(unit)
  }
  return parts
}

function pieceOf(piece: string): TextPiece {
  const text = piece.trim()
  if (text === '') return { text, before: piece, after: '' }
  const begins = piece.indexOf(text)
  return { text, before: piece.slice(0, begins), after: piece.slice(begins + text.length) }
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}
