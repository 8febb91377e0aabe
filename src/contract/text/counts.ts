/** `1 file`, `2 files`, `1,200 entries`. */
export function countOf(count: number, noun: string): string {
  const figure = Math.abs(count) < 1000 ? String(count) : count.toLocaleString('en')
  return `${figure} ${count === 1 ? noun : pluralOf(noun)}`
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}
