import { remembered } from '../../../platform/language/remembered.ts'
import { normalize, type Sentence } from './normalize.ts'
import { spellingCorrection } from './spelling.ts'

/** The parts of a message are looked at from several sides. */
const MAX_SENTENCES = 200

const correctSpelling = spellingCorrection(() => false)

/** What was said, as it is understood: without politeness, and with the commonest typing errors set right. */
export const asSentence: (said: string) => Sentence = remembered(
  (said) => normalize(said, correctSpelling),
  MAX_SENTENCES,
)
