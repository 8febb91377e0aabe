import { ownFile } from '../../../platform/files/own-code.ts'
import { AppError } from '../../../contract/errors.ts'
import { asSentence } from './as-sentence.ts'
import { byShapes } from './by-shapes.ts'
import { byChip, byCorrection, certain } from './chosen.ts'
import type { Corrections } from './corrections.ts'
import { declaredIntents } from './declared-intents.ts'
import { cutTranslated } from './wishes/cut-translated.ts'
import { doable } from './doable.ts'
import { loadIntentModel, softmax, type Distribution, type IntentModel } from './classifier/model.ts'
import { beginEffort, isSpent, mayAskMeaning, mayLookAt } from './effort.ts'
import type { Embedder } from '../../../platform/embedding/embedder.ts'
import { gated } from './gate.ts'
import { isAct } from './wishes/is-a-wish.ts'
import { readSlots, type Shaped } from './grammar/grammar.ts'
import { intents, relatives } from './intents.ts'
import { nearestExample } from './nearest-example.ts'
import type { Sentence } from './normalize.ts'
import { whenOf, type Slots, type When } from './readers/reader.ts'
import { verbFits } from './wishes/verb-fits.ts'
import { wishesIn } from './wishes/several-wishes.ts'
import { readChip } from './suggestions.ts'
import type { PhrasedTool } from './tool-phrases.ts'
import type { Meaning, Router, RouterContext, Understanding } from './understanding.ts'

export interface RouterDeps {
  readonly corrections: Corrections
  readonly embedder: Embedder
  /** Tools with their phrases, asked anew each time: plugins come and go. */
  readonly tools?: () => readonly PhrasedTool[]
}

/** Sure enough by the words alone, when the meaning cannot be had. */
const SURE_BY_WORDS = 0.98
/** Sure enough by words and meaning together; found on the tuning half of the evaluation. */
const SURE_BY_MEANING = 0.95
/** How much the words weigh beside the meaning. */
const WORDS_WEIGHT = 0.5
/** What the words must at least grant to a shape, and what words and meaning together must. */
const BELIEVABLE = 0.65
const LIKELY = 0.82
/** "What are some things you enjoy" has the words of "what are some things you can do": only the meaning tells them apart. */
const smallTalk: ReadonlySet<string> = new Set(relatives('greeting'))
/** What is written into them can be about anything: their words may speak of another subject. */
const BELIEVABLE_IF_FILLED = 0.4
/** So sure by the words that nothing of ours is meant that the meaning is not looked at. */
const SURELY_ELSEWHERE = 0.97
/** Nobody asks a long story for a widget, and looking at one would take seconds. */
export const MAX_SENTENCE_LENGTH = 300

/** Understands a sentence by grammar, then by its words, then by its meaning; says nothing when it is not sure. */
export function createRouter({ corrections, embedder, tools = () => [] }: RouterDeps): Router {
  const { isBelievable, classify } = byWordsAndMeaning({ corrections, embedder })

  const { shapeOf, byShape, heldBack } = byShapes({ isBelievable, tools })

  async function understandOne(sentence: Sentence, context: RouterContext): Promise<Understanding> {
    const when = whenOf(context)
    const { meaning, shaped, inEnglish } = await shapeOf(sentence, when)
    const understanding = meaning ? certain(meaning) : await classify(sentence, { context, shaped })
    // "how do I set a reminder" is like a question about reminders.
    const isWished = meaning !== undefined || isAct(understanding.meaning?.intent ?? '')
    return (isWished ? undefined : await heldBack(sentence, when)) ?? gated(understanding, inEnglish, when)
  }

  return {
    async understand(said, context) {
      const when = beginEffort(whenOf(context))
      const chip = readChip(said)
      if ((chip?.sentence ?? said).length > MAX_SENTENCE_LENGTH) return { candidates: [] }
      const chosen = chip && byChip(chip, when)
      if (chosen) return chosen
      const sentence = asSentence(said)
      if (sentence.lower === '') return { candidates: [] }
      const taught = byCorrection(corrections, sentence, when)
      if (taught) return taught
      const parts = await wishesIn(said, {
        byShape: async (text) => (mayLookAt(text, when) ? byShape(asSentence(text), when) : undefined),
        cutElsewhere: (text) => cutTranslated(text, when),
        isTooMuch: () => isSpent(when),
        byAll: async (text) => (await understandOne(asSentence(text), context)).meaning,
      })
      const first = parts?.find(({ meaning }) => meaning)?.meaning
      return parts && first ? { ...certain(first), parts } : understandOne(sentence, context)
    },
    correct: (said, intent) => corrections.keep({ sentence: asSentence(said).lower, intent }),
    close: () => embedder.close(),
  }
}

/** What the words of a sentence and its meaning say of a shape, and by themselves. */
function byWordsAndMeaning({ corrections, embedder }: Pick<RouterDeps, 'corrections' | 'embedder'>) {
  let loading: Promise<IntentModel> | undefined
  const model = () =>
    (loading ??= loadIntentModel(ownFile('src/features/chat/router/classifier/weights.bin')))

  /** A shape can be right and the subject another: the words must not speak against it. */
  async function isBelievable({ intent, isWhole }: Shaped, { lower }: Sentence): Promise<boolean> {
    const declared = declaredIntents.get(intent)
    if (isWhole || declared?.isProvenByValues) return true
    const intentModel = await model()
    const least = declared?.isFreelyFilled ? BELIEVABLE_IF_FILLED : BELIEVABLE
    return holds(ranked(intentModel, intentModel.byWords(lower)), intent, least)
  }

  async function classify(
    sentence: Sentence,
    { context, shaped }: { context: RouterContext; shaped: Shaped | undefined },
  ): Promise<Understanding> {
    const intentModel = await model()
    const when = whenOf(context)
    const byWords = ranked(intentModel, intentModel.byWords(sentence.lower))
    const first = decide(byWords, { sentence, when, by: 'classifier' })
    if (isElsewhere(byWords)) return { candidates: first.candidates }
    const vector = mayAskMeaning(sentence.lower, when)
      ? await vectorOf(embedder, sentence.lower, context.signal)
      : undefined
    if (!vector) return isSureByWords(first.meaning) ? first : { candidates: first.candidates }
    const taught = await nearestExample({ corrections, embedder, signal: context.signal }, vector)
    const taughtSlots = taught && doable(taught.intent, sentence, when)
    if (taughtSlots)
      return certain({ intent: taught.intent, slots: taughtSlots, score: taught.score, by: 'correction' })
    const mixed = mix(intentModel.byWords(sentence.lower), intentModel.byMeaning(vector, sentence.lower))
    const order = ranked(intentModel, mixed)
    // Its meaning had to be looked at: that is no matter of grammar alone.
    if (shaped && isLikely(order, shaped, sentence))
      return certain({ intent: shaped.intent, slots: shaped.slots, score: 1, by: 'embedding' })
    return decide(order, { sentence, when, by: 'embedding' })
  }

  return { isBelievable, classify }
}

/** Undefined when the model cannot be had: then the words must do. */
async function vectorOf(
  embedder: Embedder,
  text: string,
  signal: AbortSignal,
): Promise<Float32Array | undefined> {
  try {
    return (await embedder.embed([text], signal))[0]
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

type Ranked = readonly { readonly name: string; readonly score: number }[]

/** The intents by probability; what no intent of ours is counts together as `other`. */
function ranked({ labels }: IntentModel, distribution: Distribution): Ranked {
  let other = 0
  const found: { name: string; score: number }[] = []
  for (const [index, name] of labels.entries()) {
    if (name.startsWith('other.')) other += distribution[index]!
    else found.push({ name, score: distribution[index]! })
  }
  return [...found, { name: 'other', score: other }].toSorted((a, b) => b.score - a.score)
}

/** Whether the intent and its relatives have that much, and more than what is not ours. */
function holds(order: Ranked, intent: string, least: number): boolean {
  const kin = relatives(intent)
  const together = order.reduce((sum, { name, score }) => sum + (kin.includes(name) ? score : 0), 0)
  const other = order.find(({ name }) => name === 'other')?.score ?? 0
  return together >= least && other <= 0.5
}

function isLikely(order: Ranked, { intent }: Shaped, { lower }: Sentence): boolean {
  return holds(order, intent, declaredIntents.get(intent)?.likelyAt ?? LIKELY) && verbFits(intent, lower)
}

function isSureByWords(meaning: Meaning | undefined): boolean {
  return meaning !== undefined && meaning.score >= SURE_BY_WORDS && !smallTalk.has(meaning.intent)
}

function isElsewhere([best]: Ranked): boolean {
  return best!.name === 'other' && best!.score >= SURELY_ELSEWHERE
}

function decide(
  order: Ranked,
  { sentence, when, by }: { sentence: Sentence; when: When; by: 'classifier' | 'embedding' },
): Understanding {
  const candidates = order.filter(({ name }) => intents[name]).slice(0, 5)
  const best = order[0]!
  if (best.name === 'other') return { candidates }
  const kin = relatives(best.name)
  const together = order.reduce((sum, { name, score }) => sum + (kin.includes(name) ? score : 0), 0)
  const likeliest = order.filter(({ name, score }) => kin.includes(name) && score >= together / 3)
  // The likeliest of the family whose values can be read.
  for (const { name } of likeliest.slice(0, 2)) {
    if (together < (declaredIntents.get(name)?.sureAt ?? SURE_BY_MEANING)) continue
    if (!verbFits(name, sentence.lower)) continue
    const slots = readSlots(name, sentence, when)
    if (slots && !isBlind(name, slots))
      return { meaning: { intent: name, slots, score: together, by }, candidates }
  }
  return { candidates }
}

/** Likeness alone speaks for a removal, and nothing says of what. */
function isBlind(name: string, slots: Slots): boolean {
  return declaredIntents.get(name)?.effect === 'removes' && Object.keys(slots).length === 0
}

/** A log-linear mixture: what both hold likely wins. */
function mix(byWords: Distribution, byMeaning: Distribution): Distribution {
  const scores = byWords.map(
    (probability, index) => WORDS_WEIGHT * Math.log(probability + 1e-6) + Math.log(byMeaning[index]! + 1e-6),
  )
  return softmax(scores)
}
