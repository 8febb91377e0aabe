/** Ascending numbers as IMAP writes them, e.g. `3:7,12`: thousands of neighbours take no room. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range && number === range.last + 1) range.last = number
    else ranges.push({ first: number, last: number })
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}:${last}`)).join(',')
}

export function numbersOf(ranges: string): number[] {
  if (ranges === '') return []
  return ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split(':').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
