import { asSentence } from './as-sentence.ts'
import { intentAskedHow } from './wishes/asked-how.ts'
import { certain } from './chosen.ts'
import { gated, gateIntents, isHeldBack } from './gate.ts'
import { matchGrammar, type Shaped } from './grammar/grammar.ts'
import { asksAdvice, asksForAbility, isAct, withoutDenial } from './wishes/is-a-wish.ts'
import type { Sentence } from './normalize.ts'
import { mayLookAt } from './effort.ts'
import { perMessage } from './per-message.ts'
import type { When } from './readers/reader.ts'
import { scheduledShow } from './wishes/scheduled-show.ts'
import { matchTool, type PhrasedTool } from './tool-phrases.ts'
import type { Meaning, Understanding } from './understanding.ts'

interface ShapeDeps {
  /** Whether the words of a sentence do not speak against its shape. */
  readonly isBelievable: (shaped: Shaped, sentence: Sentence) => Promise<boolean>
  readonly tools: () => readonly PhrasedTool[]
}

/** Understands sentences by their shape: the templates of intents and the phrases of tools. */
export function byShapes({ isBelievable, tools }: ShapeDeps) {
  const shapes = perMessage<ReturnType<typeof findShape>>()
  const shapeOf = (sentence: Sentence, when: When) =>
    shapes(when, sentence.raw, () => findShape(sentence, when))

  /** What a shape or a tool's own phrase says, and the shape that was not believed. */
  async function findShape(sentence: Sentence, when: When) {
    const shaped = matchGrammar(sentence, when)
    const isSure = shaped !== undefined && (await isBelievable(shaped, sentence))
    const found = isSure
      ? { intent: shaped.intent, slots: shaped.slots, score: 1 }
      : matchTool(tools(), sentence)
    const translated = isSure ? shaped.translated : undefined
    const isOther = found !== undefined && isAct(found.intent) && found.intent !== 'schedule.add'
    const scheduled = isOther ? undefined : await scheduledShow(sentence, shownIn(when))
    if (scheduled) return { ...scheduled, shaped }
    const meaning: Meaning | undefined = found && {
      ...found,
      by: 'grammar',
      ...(translated && { language: translated.language }),
    }
    return { meaning, shaped, inEnglish: translated?.sentence ?? sentence }
  }

  /** What a part of a sentence means by its shape, gated as the whole is. */
  function shownIn(when: When): (text: string) => Promise<Meaning | undefined> {
    return async (text) => (mayLookAt(text, when) ? byShape(asSentence(text), when) : undefined)
  }

  async function byShape(sentence: Sentence, when: When): Promise<Meaning | undefined> {
    const { meaning, inEnglish } = await shapeOf(sentence, when)
    return meaning && gated(certain(meaning), inEnglish, when).meaning
  }

  /** "don't bookmark example.com": understood without its first words, it is known what is not to be done. */
  async function heldBack(sentence: Sentence, when: When): Promise<Understanding | undefined> {
    const rest = withoutDenial(sentence)
    if (rest === undefined) return undefined
    const shaped = await deniedIn(rest, when)
    if (shaped && asksForAbility(sentence))
      return certain({ ...shaped, intent: gateIntents.howTo, slots: { of: shaped.intent } })
    const intent = shaped?.intent ?? intentAskedHow(rest)
    if (intent === undefined || !isAct(intent) || asksAdvice(sentence, intent)) return undefined
    const found = gated(certain(shaped ?? { intent, slots: {}, score: 1, by: 'grammar' }), sentence, when)
    return found.meaning && isHeldBack(found.meaning) ? found : undefined
  }

  /** What is denied may be only the first of several wishes: "don't add milk and set a timer". */
  async function deniedIn(text: string, when: When): Promise<Meaning | undefined> {
    const [first = ''] = text.split(/,| (?:and|but|then) /, 1)
    const { meaning } = await shapeOf(asSentence(text), when)
    return meaning ?? (first === text ? undefined : (await shapeOf(asSentence(first), when)).meaning)
  }

  return { shapeOf, byShape, heldBack }
}
