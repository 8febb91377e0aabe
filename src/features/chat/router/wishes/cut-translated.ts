import { asSentence } from '../as-sentence.ts'
import { allText } from './cut-at-wishes.ts'
import { mayLookAt } from '../effort.ts'
import { jointsElsewhere, translations } from '../languages/translate.ts'
import type { Translation } from '../languages/translator.ts'
import type { When } from '../readers/reader.ts'

/** A wish in another language than English has no more joints; so many are an enumeration. */
const MAX_JOINTS = 12
/** A wish that follows another one is told by more than one word, or it may be one more thing: "an Milch und Timer". */
const MIN_WORDS = 2

/** The wishes of a sentence in another language than English, where it has several: "Wetter in Ulm und stell einen Timer". */
export function cutTranslated(said: string, when: When): string[] | undefined {
  const joints = jointsElsewhere(said)
  if (joints.length === 0 || joints.length > MAX_JOINTS) return undefined
  const isWhole = wordedElsewhere(said, when) !== undefined
  for (const { end, start } of joints) {
    const [left, rest] = [said.slice(0, end), said.slice(start)]
    const first = wordedElsewhere(left, when)
    // Nearly all that follows belongs to the text of a note.
    if (!first || allText.test(first.intent)) continue
    const next = wordedElsewhere(rest, when)
    const others = cutTranslated(rest, when) ?? (next && [rest])
    if (others && (!isWhole || isWish(next))) return [left, ...others]
  }
  return undefined
}

function wordedElsewhere(text: string, when: When): Translation | undefined {
  return mayLookAt(text, when) ? translations(asSentence(text), when)[0] : undefined
}

function isWish(found: Translation | undefined): boolean {
  return found !== undefined && found.literal >= MIN_WORDS
}
