import { normalize, type Sentence } from './normalize.ts'
import { spellingCorrection } from './spelling.ts'

const correctSpelling = spellingCorrection(() => false)

/** What was said, as it is understood: without politeness, and with the commonest typing errors set right. */
export function asSentence(said: string): Sentence {
  return normalize(said, correctSpelling)
}
