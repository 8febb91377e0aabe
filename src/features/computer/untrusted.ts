import { randomBytes } from 'node:crypto'

/** Text that somebody else may have written, between marks that it cannot know and so cannot close. */
export function asData(text: string, source: string): string {
  const mark = randomBytes(6).toString('hex')
  return `<data-${mark} source="${source}">\n${text}\n</data-${mark}>`
}

/** A title or label in one short line. */
export function inOneLine(text: string, characters = 120): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > characters ? `${line.slice(0, characters - 1)}…` : line
}
