import { normalize, type Sentence } from '../normalize.ts'
import { spellingCorrection } from '../spelling.ts'
import { firstMatch, trimmed } from './reader.ts'

const correct = spellingCorrection(() => false)

/**
 * What somebody wants written down, with their own words: "I'm late" was made "i am late" to be understood, but is not to be
 * kept so. What cannot be found again in the sentence stays as it was read.
 */
export function asSaid({ said }: Sentence, found: string | undefined): string | undefined {
  if (found === undefined || said.includes(found)) return found
  const wanted = trimmed(found).toLowerCase()
  const ends = [...said.matchAll(/\S(?=$|[\s:,"'.?!])/g)].map(({ index }) => index + 1)
  // The shortest words that mean it: politeness before them is no part of it.
  for (const { index } of [...said.matchAll(/(?<=^|[\s:,"'])\S/g)].toReversed()) {
    const words = ends
      .filter((end) => Math.abs(end - index - wanted.length) <= LONGER)
      .map((end) => said.slice(index, end))
      .find((span) => trimmed(normalize(span, correct).text).toLowerCase() === wanted)
    if (words !== undefined) return trimmed(words)
  }
  return found
}

/** By how many letters words can differ from what they were made to be understood. */
const LONGER = 20

/** What is to be written down: without the quotes around all of it, with those inside. */
export function writtenIn(text: string, patterns: readonly RegExp[]): string | undefined {
  const found = firstMatch(text, patterns)
  if (found === undefined) return undefined
  const after = text.slice(text.indexOf(found) + found.length)
  const isOpen = found.split('"').length % 2 === 0
  return isOpen && after.startsWith('"') ? `${found}"` : found
}
