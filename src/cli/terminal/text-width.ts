// oxlint-disable-next-line no-control-regex -- the sequences that styleText writes
const COLOUR = /\u001B\[[\d;]*m/g
// oxlint-disable-next-line no-control-regex -- one of these sequences, or one character
const PART = /\u001B\[[\d;]*m|./gsu
const WIDE = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/u
const NO_WIDTH = /\p{Mn}|\u200d|[\ufe00-\ufe0f]/u
/** Marks that turn the direction of what follows: an approval must read as what it is. */
const TURNING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Text from elsewhere must not move the cursor, ring the bell or colour what comes after it. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(TURNING, '')
}

/** The same for text of several lines, which stay. */
export function printableLines(text: string): string[] {
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n').map(printable)
}

/** Colours as `styleText` writes them, one at a time; none that hides what follows. */
// oxlint-disable-next-line no-control-regex -- the sequences that styleText writes
const OWN_COLOUR = /^\u001B\[(?:0|[1-47]|2[2-47]|3[0-79]|49|9[0-7])m$/

// oxlint-disable-next-line no-control-regex -- a sequence that colours, or one character that a terminal obeys
const OBEYED = /\u001B\[[\d;]*m|\p{Cc}/gu

/** The last gate before a screen: lines, tabs and our own colours pass, and nothing else that a terminal obeys. */
export function harmless(text: string): string {
  return text
    .replaceAll(OBEYED, (part) => (part === '\n' || part === '\t' || OWN_COLOUR.test(part) ? part : ' '))
    .replaceAll(TURNING, '')
}

/** JSON that says the same and holds nothing that a terminal obeys. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /(?!\n)\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (unsafe) => `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** How many columns a text takes. Colours take none, wide characters two. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text.replaceAll(COLOUR, '')) width += characterWidth(character)
  return width
}

function characterWidth(character: string): number {
  if (character < '\u0300') return 1
  if (NO_WIDTH.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}

export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let shown = ''
  let left = width - 1
  let isCut = false
  // Colours stay, also those behind the cut: one that is not ended goes on over all that comes after it.
  for (const [part] of text.matchAll(PART)) {
    const columns = displayWidth(part)
    if (columns === 0 && (!isCut || part.startsWith('\u001B'))) shown += part
    if (columns === 0 || isCut) continue
    isCut = columns > left
    left -= columns
    shown += isCut ? '…' : part
  }
  return shown
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text
}

/** Breaks at spaces; a word that is longer than a line stays whole, so that an address can be copied. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || displayWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
