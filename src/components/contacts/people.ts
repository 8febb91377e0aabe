export function byName<Person extends { name: string }>(people: readonly Person[]): Person[] {
  const order = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
  return [...people].sort((one, other) => order.compare(one.name, other.name))
}

/** `Grace Brewster Hopper` is GH; letters are counted as a person sees them. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return ends.map((word) => [...segments.segment(word)][0]?.segment.toLocaleUpperCase() ?? '').join('')
}

/** What stands between commas, each no longer than this; undefined when there is nothing. */
export function readLines(text: string, most: number): string[] | undefined {
  const lines = text
    .split(/[,;\n]/)
    .map((line) => line.trim().slice(0, most))
    .filter((line) => line !== '')
  return lines.length === 0 ? undefined : lines.slice(0, 20)
}
