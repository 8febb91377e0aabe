import type { Corrections } from './corrections.ts'
import { doable, isSmallTalk } from './doable.ts'
import { intentLabelled } from './intents.ts'
import { normalize, type Sentence } from './normalize.ts'
import type { When } from './readers/reader.ts'
import type { Chip } from './suggestions.ts'
import type { Meaning, Understanding } from './understanding.ts'

export function certain(meaning: Meaning): Understanding {
  return { meaning, candidates: [{ name: meaning.intent, score: meaning.score }] }
}

/** What a person once said that a sentence means, if it can be done by these words. */
export function byCorrection(
  corrections: Corrections,
  sentence: Sentence,
  when: When,
): Understanding | undefined {
  const intent = corrections.find(sentence.lower)
  const slots = intent === undefined ? undefined : doable(intent, sentence, when)
  return slots && certain({ intent: intent!, slots, score: 1, by: 'correction' })
}

/** What a person chose from the suggestions is what was meant; where its values cannot be read, they are asked for. */
export function byChip({ label, sentence: said }: Chip, when: When): Understanding | undefined {
  const intent = intentLabelled(label)
  if (intent === undefined) return undefined
  if (isSmallTalk(intent)) return certain({ intent, slots: {}, score: 1, by: 'correction' })
  const slots = doable(intent, normalize(said), when)
  return slots
    ? certain({ intent, slots: { ...slots, correction_of: said }, score: 1, by: 'correction' })
    : certain({ intent: 'incomplete', slots: { meant: intent }, score: 1, by: 'correction' })
}
