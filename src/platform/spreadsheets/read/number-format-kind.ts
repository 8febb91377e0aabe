/** What a number means by its format: a point in time, a time of day, a span of time, or just a number. */
export type FormatKind = 'number' | 'date' | 'time' | 'duration'

/** Formats that are known by number; the East Asian ones show dates too. */
export function builtInKind(id: number): FormatKind {
  return builtIns.find(({ first, last }) => id >= first && id <= last)?.kind ?? 'number'
}

const builtIns: readonly { readonly first: number; readonly last: number; readonly kind: FormatKind }[] = [
  { first: 14, last: 17, kind: 'date' },
  { first: 18, last: 21, kind: 'time' },
  { first: 22, last: 22, kind: 'date' },
  { first: 27, last: 31, kind: 'date' },
  { first: 32, last: 35, kind: 'time' },
  { first: 36, last: 36, kind: 'date' },
  { first: 45, last: 45, kind: 'time' },
  { first: 46, last: 46, kind: 'duration' },
  { first: 47, last: 47, kind: 'time' },
  { first: 50, last: 58, kind: 'date' },
]

export function formatKind(code: string): FormatKind {
  const positive = code.split(';')[0] ?? ''
  const bare = positive
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    // [Red], [$-409] and [>100] are no placeholders, [h] is one.
    .replaceAll(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
  if (/general/i.test(bare)) return 'number'
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'duration'
  if (/[yd]/i.test(bare)) return 'date'
  if (/[hs]/i.test(bare)) return 'time'
  // Months alone, as in "mmm".
  return /m/i.test(bare) ? 'date' : 'number'
}
