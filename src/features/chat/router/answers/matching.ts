/** Words of a text as they are compared: in lower case, without signs; "Wi-Fi" is also "wifi". */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** "keys" finds "key", "groceries" finds "grocery", and "tom smiths" finds "Tom Smith". */
function stem(word: string): string {
  return word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '') : word
}

const fillers = new Set(['the', 'a', 'an', 'my', 'of', 'to', 'for', 'on', 'in', 'at', 'and', 'is', 'about'])

export function isSame(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

/** The same for names that are the same. */
export function nameKey(name: string): string {
  const words = wordsOf(name)
  // Two signs without a word are not the same for that.
  return words.length === 0 ? name.trim() : words.map(stem).join(' ')
}

/** Whether every word that is looked for stands in the text. */
export function mentions(text: string, wanted: string): boolean {
  const words = wordsOf(text)
  const there = new Set([...words, ...words.map((word, at) => word + (words[at + 1] ?? ''))].map(stem))
  const all = wordsOf(wanted)
  const needed = all.filter((word) => !fillers.has(word))
  if (needed.length === 0) return false
  return there.has(stem(all.join(''))) || needed.every((word) => there.has(stem(word)))
}

export interface Match<Entry> {
  readonly entries: readonly Entry[]
  /** Whether they are called so, not only mention it. */
  readonly isExact: boolean
}

/** Those that are called so; else those that mention it. */
export function matchesOf<Entry>(
  entries: readonly Entry[],
  wanted: string,
  { name, text }: { name: (entry: Entry) => string; text: (entry: Entry) => string },
): Match<Entry> {
  const exact = entries.filter((entry) => isSame(name(entry), wanted))
  if (exact.length > 0) return { entries: exact, isExact: true }
  return { entries: entries.filter((entry) => mentions(text(entry), wanted)), isExact: false }
}
