import { remembered } from '../../../../platform/language/remembered.ts'
import { normalize, type Sentence } from '../normalize.ts'
import { spellingCorrection } from '../spelling.ts'
import { trimmed } from './reader.ts'

const correct = spellingCorrection(() => false)

/**
 * What somebody wants kept, with their own words: "I'm late" was made "i am late" to be understood, but is not to be kept so.
 * What cannot be found again in the sentence stays as it was read.
 */
export function asSaid({ raw }: Sentence, found: string | undefined): string | undefined {
  if (found === undefined || raw.includes(found)) return found
  const words = wordsFor(raw, found)
  return words === undefined ? found : trimmed(words)
}

/** What somebody wants written down, letter for letter and line for line; without the quotes around all of it. */
export function asWritten({ raw }: Sentence, found: string): string {
  const words = withFence(raw, wordsFor(raw, found))
  if (words === undefined) return trimmed(found)
  const [, quoted] = /^["“]([^"“”]+)["”][.,!?]?$|^'([^']+)'[.,]?$/s.exec(words) ?? []
  return quoted ?? withoutLastStop(words)
}

/** The end of a block of code is a line of signs alone, which nobody looks at to understand it. */
function withFence(raw: string, words: string | undefined): string | undefined {
  const tail = words === undefined ? '' : raw.slice(raw.lastIndexOf(words) + words.length)
  return /^\s*```$/.test(tail) ? `${words}${tail}` : words
}

/** The stop behind a wish is no part of it, but that of a text of several sentences is. */
function withoutLastStop(words: string): string {
  return /[.!?]\s/.test(words) ? words : words.replace(/[.,;]$/, '')
}

/** Letter for letter as it was typed. */
export function asTyped({ raw }: Sentence, found: string): string {
  return wordsFor(raw, found) ?? found
}

/** The shortest words that mean it: politeness before them is no part of it, unless it was taken for one. */
function wordsFor(raw: string, found: string): string | undefined {
  const wanted = plain(found)
  return (
    spanOf(raw, wanted, (span) => understoodAs(span) === wanted) ??
    (polite.test(wanted) ? spanOf(raw, wanted, (span) => understoodWithin(span) === wanted) : undefined)
  )
}

function spanOf(raw: string, wanted: string, isMeant: (span: string) => boolean): string | undefined {
  // Spaces and line breaks were made one.
  const longer = LONGER + raw.length - raw.replaceAll(/\s+/g, ' ').length
  const ends = [...raw.matchAll(/\S(?=$|\s)/g)].map(({ index }) => index + 1)
  for (const { index } of [...raw.matchAll(/(?<=^|[\s:,])\S/g)].toReversed()) {
    const words = ends
      .filter((end) => Math.abs(end - index - wanted.length) <= longer)
      .map((end) => raw.slice(index, end))
      .find(isMeant)
    if (words !== undefined) return words
  }
  return undefined
}

const MAX_SPANS = 2_000
/** The same words are looked at for each thing of an enumeration. */
const understoodAs = remembered((span) => plain(normalize(span, correct).text), MAX_SPANS)

const polite = /^(?:please|can you|could you|would you|hey|hi|hello|ok|okay|so|well|just|now)\b/
/** As it is understood where something stands before it, so that it does not begin with politeness. */
const understoodWithin = remembered(
  (span) => plain(normalize(`note ${span}`, correct).text.replace(/^note /, '')),
  MAX_SPANS,
)

function plain(text: string): string {
  return trimmed(text).toLowerCase()
}

/** By how many letters words can differ from what they were made to be understood. */
const LONGER = 20
