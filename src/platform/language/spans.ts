/** A piece of a sentence that is a value rather than a word. */
export interface Span {
  readonly kind: 'quoted' | 'url' | 'email' | 'path' | 'file_name' | 'number'
  /** The value itself: without its quotes, `~/Documents` for "my Documents folder". */
  readonly value: string
  readonly start: number
  readonly end: number
}

const EXTENSION = /\.([A-Za-z][A-Za-z0-9]{0,5})$/
const TRAILING = /[.,;:!?)\]}]+$/
const HOME_FOLDERS = ['Desktop', 'Documents', 'Downloads', 'Music', 'Pictures', 'Videos']

/** In this order: what an earlier pattern has taken is no longer looked at. */
const PATTERNS: readonly { kind: Span['kind']; pattern: RegExp }[] = [
  {
    kind: 'quoted',
    pattern: /"([^"\n]+)"|“([^”\n]+)”|‘([^’\n]+)’|(?<=^|[\s(,:])'([^'\n]+)'(?=$|[\s),.;:!?])/g,
  },
  { kind: 'url', pattern: /\bhttps?:\/\/[^\s"<>]+/gi },
  { kind: 'email', pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g },
  {
    kind: 'path',
    pattern: /(?<=^|[\s(,:=])(?:~(?:\/[^\s,;"<>]*)?|\.{0,2}\/[^\s,;"<>]+|\/)(?=$|[\s,;).!?])/g,
  },
  {
    kind: 'path',
    pattern: /(?<![\w/~.-])(?:my |the )?(?:Desktop|Documents|Downloads|Music|Pictures|Videos)\/[^\s,;"<>]+/g,
  },
  {
    kind: 'path',
    pattern:
      /\b(?:(?:my|the) )?(?:(Desktop|Documents|Downloads|Music|Pictures|Videos)(?: folder| directory)?)\b/g,
  },
  {
    kind: 'path',
    pattern: /\b(?:my|the) (desktop|documents|downloads|music|pictures|videos) (?:folder|directory)\b/gi,
  },
  { kind: 'path', pattern: /\bmy (desktop|downloads)\b/gi },
  { kind: 'path', pattern: /\b(?:my|the) home (?:folder|directory)\b/gi },
  { kind: 'file_name', pattern: /(?<=^|\s)[\w-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{0,5}\b/g },
  { kind: 'number', pattern: /(?<![\w.])-?\d+(?:[.,]\d+)*(?![\w])%?/g },
]

/** Quoted texts, addresses, paths, file names and numbers of a sentence, in order; none overlaps another. */
export function spansIn(text: string): Span[] {
  const spans: Span[] = []
  for (const { kind, pattern } of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const span = spanOf(kind, match)
      if (span && !spans.some(({ start, end }) => span.start < end && start < span.end)) spans.push(span)
    }
  return spans.toSorted((a, b) => a.start - b.start)
}

/** The sentence with each value replaced by as many spaces as it is long, or by what `write` makes of it. */
export function withoutSpans(
  text: string,
  { spans = spansIn(text), write }: { spans?: readonly Span[]; write?: (span: Span) => string } = {},
): string {
  let written = ''
  let at = 0
  for (const span of spans) {
    written += text.slice(at, span.start)
    written += write ? write(span) : ' '.repeat(span.end - span.start)
    at = span.end
  }
  return written + text.slice(at)
}

/** `pdf` for `~/contract.PDF`; undefined where there is none. */
export function extensionOf(path: string): string | undefined {
  return EXTENSION.exec(path)?.[1]?.toLowerCase()
}

function spanOf(kind: Span['kind'], match: RegExpExecArray): Span | undefined {
  const whole = match[0]
  const start = match.index
  if (kind === 'quoted') {
    const value = match.slice(1).find((group) => group !== undefined) ?? ''
    const isPath = /^(?:~$|~\/|\/)/.test(value)
    return { kind: isPath ? 'path' : kind, value, start, end: start + whole.length }
  }
  const trimmed = kind === 'number' ? whole : whole.replace(TRAILING, '')
  if (trimmed === '') return undefined
  const end = start + trimmed.length
  if (kind !== 'path') return { kind, value: trimmed, start, end }
  return { kind, value: placeOf(trimmed), start, end }
}

/** Folders that everybody has are known by their names. */
function placeOf(words: string): string {
  const inside = /^(?:(?:my|the) )?((?:Desktop|Documents|Downloads|Music|Pictures|Videos)\/.+)$/.exec(
    words,
  )?.[1]
  if (inside !== undefined) return `~/${inside}`
  if (words.includes('/') || words === '~') return words
  const folder = HOME_FOLDERS.find((name) => new RegExp(`\\b${name}\\b`, 'i').test(words))
  return folder ? `~/${folder}` : '~'
}
