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
