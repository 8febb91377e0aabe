/**
 * What takes no room, turns the order of letters round or moves a terminal's cursor: a person who says yes to a text must
 * see it. Lines and tabs stay, and so do joiners where writing needs them: in emoji, Arabic and Indic scripts.
 */
const UNSEEN =
  /(?=[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\uFFF9-\uFFFB])(?![\n\t]|(?<=\p{Emoji}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})[\uFE0E\uFE0F]|(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Mn}])[\u200C\u200D](?=\p{L}))./gsu

/** A text with everything in it that is not seen written out, e.g. `\u{202E}`. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(UNSEEN, (unseen) => `\\u{${unseen.codePointAt(0)!.toString(16).toUpperCase()}}`)
}

/** The same for every text in a value, names of members included. */
export function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(visibleValue)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [visibleText(name), visibleValue(member)]),
  )
}

/** The beginning and the end of a long text, and how much is left out: the end may be what matters. */
export function excerptOf(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.ceil(most * 0.6)
  const tail = most - head
  const left = text.length - most
  return `${whole(text.slice(0, head))} … ${left} more characters … ${whole(text.slice(-tail))}`
}

const MAX_LINES = 40
const MAX_CHARACTERS = 4_000

/** A value of an argument for a person who decides: as it is, or the beginning and the end where it is long. */
export function argumentText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '')
  const lines = text.split('\n')
  const left = lines.length - MAX_LINES
  const head = lines.slice(0, MAX_LINES / 2)
  const tail = lines.slice(-MAX_LINES / 2)
  return excerptOf(left > 0 ? [...head, `… ${left} more lines …`, ...tail].join('\n') : text, MAX_CHARACTERS)
}

/** Half of a character that is written as two units is none. */
function whole(part: string): string {
  return part.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '')
}
