import { shortened } from './token-room.ts'

const MAX_LINE = 240
/** What a person would look for again: paths, addresses, identifiers and amounts. */
const particulars =
  /(?:https?:\/\/|~\/|\/(?=[\p{L}\p{N}._-]+\/))[^\s"'`<>()[\]{},]+|\b[\p{L}\p{N}._-]+\.[a-z][a-z0-9]{1,4}\b|\b[a-z]+_[A-Za-z0-9_-]{8,}\b/gu
const MAX_PARTICULARS = 60

/**
 * A summary without a model: the beginning of everything that was said and done, the newest in full length first to stay,
 * and all the paths, files, addresses and identifiers that were named.
 */
export function ruleSummary(
  entries: readonly string[],
  { before, characters }: { before: string; characters: number },
): string {
  const named = namesIn([before, ...entries].join('\n'), Math.floor(characters / 3))
  const lines = entries.map((entry) => `- ${shortened(entry.replaceAll(/\s+/g, ' ').trim(), MAX_LINE)}`)
  let left = characters - named.length - 2
  const kept: string[] = []
  for (const line of lines.toReversed()) {
    left -= line.length + 1
    if (left < 0) break
    kept.unshift(line)
  }
  const earlier = before === '' || left < MAX_LINE ? '' : shortened(before, left - 40)
  return [earlier, kept.join('\n'), named].filter((part) => part !== '').join('\n\n')
}

/** The newest of them, for those are asked about most. */
function namesIn(text: string, characters: number): string {
  const found = [...new Set(text.match(particulars))].slice(-MAX_PARTICULARS)
  while (found.join(', ').length > characters) found.shift()
  return found.length === 0 ? '' : `Named: ${found.join(', ')}`
}
