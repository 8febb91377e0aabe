/** Text with a little HTML in messages of at most so many letters. */
export function splitHtml(html: string, limit: number): string[] {
  const messages: string[] = []
  let rest = unitsOf(html, limit)
  while (rest.length > 0) {
    const count = fitting(rest, limit)
    const text = rest
      .slice(0, count)
      .map((unit) => unit.html)
      .join('')
      .trim()
    if (text !== '') messages.push(text)
    rest = rest.slice(count)
  }
  return messages
}

/** What stays together. */
interface Unit {
  readonly html: string
  readonly length: number
  /** How good a place to break is after it; 0 for none. */
  readonly pause: number
}

const UNIT =
  /<pre>[^]*?<\/pre>|<(a|b|code)(?:\s[^>]*)?>[^]*?<\/\1>|&(?:amp|lt|gt|quot);|\n{2,}|\n|[^\S\n]+|[^\s<&]+|[<&]/g
const PARAGRAPH = 4
const LINE = 3
const SENTENCE = 2
const WORD = 1

function unitsOf(html: string, limit: number): Unit[] {
  const units: Unit[] = []
  for (const [text] of html.matchAll(UNIT)) {
    const isBlock = text.startsWith('<pre>')
    // A block of code begins on a line of its own.
    const before = units.at(-1)
    if (isBlock && before) units[units.length - 1] = { ...before, pause: Math.max(before.pause, LINE) }
    const pause = isBlock ? LINE : pauseAfter(text, before)
    units.push(...parts(text, limit).map((part) => ({ html: part, length: lengthOf(part), pause })))
  }
  return units
}

function pauseAfter(text: string, before: Unit | undefined): number {
  if (text.startsWith('\n\n')) return PARAGRAPH
  if (text === '\n') return LINE
  if (/^\s+$/.test(text)) return before && /[.!?…:]$/.test(before.html) ? SENTENCE : WORD
  return 0
}

/** How many of the units make a message: as many as fit, back to the best pause in its second half. */
function fitting(units: readonly Unit[], limit: number): number {
  let length = 0
  let count = 0
  while (count < units.length && length + units[count]!.length <= limit) length += units[count++]!.length
  if (count === units.length) return count
  let best = count
  let bestPause = 0
  for (let index = count; index > 0 && length > limit / 2; index -= 1) {
    const { pause, length: own } = units[index - 1]!
    if (pause > bestPause) [best, bestPause] = [index, pause]
    length -= own
  }
  // Nowhere to pause in its second half: then anywhere before.
  if (bestPause === 0) best = units.slice(0, count).findLastIndex(({ pause }) => pause > 0) + 1 || count
  return Math.max(best, 1)
}

/** One unit, or several where it alone is too long: code line by line, all in tags of their own. */
function parts(text: string, limit: number): string[] {
  if (lengthOf(text) <= limit) return [text]
  const [, open = '', inner = text, close = ''] = /^(<[^>]+>)([^]*)(<\/\w+>)$/.exec(text) ?? []
  const pieces: string[] = []
  let piece = ''
  let length = 0
  const end = () => {
    if (piece !== '') pieces.push(`${open}${piece}${close}`)
    piece = ''
    length = 0
  }
  for (const line of inner.split(/(?<=\n)/)) {
    const own = lengthOf(line)
    if (length + own > limit) end()
    if (own <= limit) {
      piece += line
      length += own
      continue
    }
    for (const [letter] of line.matchAll(/&\w+;|[^]/gu)) {
      const width = lengthOf(letter)
      if (length + width > limit) end()
      piece += letter
      length += width
    }
  }
  end()
  return pieces
}

/** Without tags, an entity is one letter. */
export function lengthOf(html: string): number {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, '_').length
}
