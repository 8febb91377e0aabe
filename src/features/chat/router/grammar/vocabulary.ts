/** Words that are alike but for their ending are one: timer and timers, download and downloaded. */
export function stemOf(word: string): string {
  const plain = word.replace(/['’]s?$/, '').replaceAll('z', 's')
  if (plain.length < 4) return plain
  const stem = plain
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=.{3})(?:ing|ed|er|est)$/, '')
    .replace(/(?<=.{2})e$/, '')
  return stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1')
}

/** The stems of all words that stand in patterns as they are: what the shapes of an intent are made of. */
export function wordsIn(patterns: readonly RegExp[]): ReadonlySet<string> {
  const stems = new Set<string>()
  for (const { source } of patterns) for (const word of literalsIn(source)) stems.add(stemOf(word))
  return stems
}

function literalsIn(source: string): string[] {
  const literal = withoutDenials(source)
    .replaceAll(/\[sz\]/g, 's')
    .replaceAll('[- ]', ' ')
    .replaceAll(/\[[^\]]*\]|\\[pP]\{[^}]*\}|\\.|\{[\d,]*\}|\(\?<?[=:]|\(\?<\w+>/g, ' ')
  // "stop ?watch" and "e-?mail" are also written as one word.
  const joined = literal.replaceAll(/(?<=\p{L})[ -]\?(?=\p{L})/gu, '')
  return (`${literal} ${joined}`.match(/[\p{L}'](?:\??[\p{L}'])*\??/gu) ?? []).flatMap((word) =>
    // "colou?r" are two words.
    word.includes('?') ? [word.replaceAll('?', ''), word.replaceAll(/.\?/gu, '')] : [word],
  )
}

/** What must not stand there is no word of the shape. */
function withoutDenials(source: string): string {
  let rest = source
  for (let start = denial(rest); start !== -1; start = denial(rest))
    rest = `${rest.slice(0, start)} ${rest.slice(groupEnd(rest, start))}`
  return rest
}

function denial(source: string): number {
  return source.search(/\(\?<?!/)
}

/** Where the group that begins there is over. */
function groupEnd(source: string, start: number): number {
  let depth = 0
  let isInClass = false
  for (let at = start; at < source.length; at++) {
    const sign = source[at]
    if (sign === '\\') at += 1
    else if (isInClass) isInClass = sign !== ']'
    else if (sign === '[') isInClass = true
    else if (sign === '(') depth += 1
    else if (sign === ')' && (depth -= 1) === 0) return at + 1
  }
  return source.length
}
