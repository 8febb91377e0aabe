const maxAlternatives = 64

/**
 * A test for names (`*.pdf`, `report-?.{docx,pdf}`) or, with a slash, for paths below the root. It is not made of a regular
 * expression: a pattern of many stars would take forever there, and here it cannot.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const alternatives = expandBraces(pattern).map((text) =>
    text
      .split('/')
      .filter((part) => part !== '')
      .map(parseSegment),
  )
  if (pattern.includes('/')) {
    return (path) => {
      const parts = path.split('/')
      return alternatives.some((segments) => matchesSegments(segments, parts))
    }
  }
  const tests = alternatives.map(([segment]) => nameMatcher(segment ?? []))
  return (name) => tests.some((test) => test(name))
}

export function isGlob(text: string): boolean {
  return /[*?]|\[[^\]]+\]|\{[^}]*,[^}]*\}/.test(text)
}

type Token = string | typeof anyOne | typeof anyMany | CharacterSet
type Segment = readonly Token[] | typeof anyFolders

interface CharacterSet {
  readonly negated: boolean
  readonly ranges: readonly (readonly [first: string, last: string])[]
}

const anyOne = Symbol('?')
const anyMany = Symbol('*')
const anyFolders = Symbol('**')

function expandBraces(pattern: string): string[] {
  let texts = [pattern]
  for (;;) {
    const next = texts.flatMap(expandFirstBrace)
    if (next.length === texts.length || next.length > maxAlternatives) return texts
    texts = next
  }
}

function expandFirstBrace(text: string): string[] {
  const brace = /\{([^{}]*,[^{}]*)\}/.exec(text)
  if (!brace) return [text]
  const [whole, inside = ''] = brace
  const before = text.slice(0, brace.index)
  const after = text.slice(brace.index + whole.length)
  return inside.split(',').map((choice) => before + choice + after)
}

function parseSegment(text: string): Segment {
  if (text === '**') return anyFolders
  const tokens: Token[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    const set = character === '[' ? parseSet(text, at) : undefined
    if (set) {
      tokens.push(set.token)
      at = set.end
    } else if (character === '*') {
      if (tokens.at(-1) !== anyMany) tokens.push(anyMany)
    } else {
      tokens.push(character === '?' ? anyOne : character)
    }
  }
  return tokens
}

function parseSet(text: string, start: number): { token: CharacterSet; end: number } | undefined {
  const negated = text[start + 1] === '!' || text[start + 1] === '^'
  const first = start + (negated ? 2 : 1)
  const end = text.indexOf(']', first + 1)
  if (end === -1) return undefined
  const ranges: [string, string][] = []
  for (let at = first; at < end; at += 1) {
    const isRange = text[at + 1] === '-' && at + 2 < end
    ranges.push([text[at]!, text[isRange ? at + 2 : at]!])
    if (isRange) at += 2
  }
  return { token: { negated, ranges }, end }
}

/** Nearly every name can be ruled out by the letters before the first star and after the last. */
function nameMatcher(segment: Segment): (name: string) => boolean {
  if (segment === anyFolders) return () => true
  const start = literalStart(segment).join('')
  const end = literalStart(segment.slice(start.length).reverse()).reverse().join('')
  return (name) => name.startsWith(start) && name.endsWith(end) && matchesTokens(segment, name)
}

function literalStart(tokens: readonly Token[]): string[] {
  const letters: string[] = []
  for (const token of tokens) {
    if (typeof token !== 'string') break
    letters.push(token)
  }
  return letters
}

function matchesSegments(segments: readonly Segment[], parts: readonly string[]): boolean {
  return matchesWithStars({
    pattern: segments,
    text: parts,
    isStar: (segment) => segment === anyFolders,
    matchesOne: (segment, part) => segment !== anyFolders && matchesTokens(segment, part),
  })
}

function matchesTokens(tokens: readonly Token[], name: string): boolean {
  return matchesWithStars({
    pattern: tokens,
    text: name,
    isStar: (token) => token === anyMany,
    matchesOne: matchesCharacter,
  })
}

function matchesCharacter(token: Token, character: string): boolean {
  if (typeof token === 'string') return token === character
  if (typeof token === 'symbol') return token === anyOne
  return token.ranges.some(([first, last]) => character >= first && character <= last) !== token.negated
}

interface StarMatch<PatternItem, TextItem> {
  readonly pattern: readonly PatternItem[]
  readonly text: ArrayLike<TextItem>
  readonly isStar: (item: PatternItem) => boolean
  readonly matchesOne: (item: PatternItem, piece: TextItem) => boolean
}

/** Going back to the last star only is enough, which keeps this at pattern times text in the worst case. */
function matchesWithStars<PatternItem, TextItem>(match: StarMatch<PatternItem, TextItem>): boolean {
  const { pattern, text, isStar, matchesOne } = match
  let at = 0
  let star = -1
  let starText = 0
  for (let index = 0; index < text.length;) {
    if (at < pattern.length && isStar(pattern[at]!)) {
      star = at
      starText = index
      at += 1
    } else if (at < pattern.length && matchesOne(pattern[at]!, text[index]!)) {
      at += 1
      index += 1
    } else if (star !== -1) {
      at = star + 1
      starText += 1
      index = starText
    } else return false
  }
  while (at < pattern.length && isStar(pattern[at]!)) at += 1
  return at === pattern.length
}
