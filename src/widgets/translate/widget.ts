import { AppError } from '../../contract/errors.ts'
import { firstAnswer, type Attempt } from '../../platform/upstream/first-answer.ts'
import type { Turn, UpstreamHub } from '../../platform/upstream/hub.ts'
import type { Answered, Lookup } from '../../platform/upstream/provider.ts'
import { defineWidget, mapped } from '../kit/widget.ts'
import { translateContract, type TranslationReading } from './contract.ts'
import { DEEPL_MAX_BYTES, deepLTranslation } from './deepl.ts'
import { detectLanguage } from './detect-language.ts'
import { languageCode, languageName, primaryOf } from './language-code.ts'
import { LIBRETRANSLATE_MAX_BYTES, libreTranslation } from './libretranslate.ts'
import {
  MYMEMORY_MAX_BYTES,
  myMemoryTranslation,
  type Translated,
  type TranslationQuestion,
} from './mymemory.ts'
import { splitText } from './text-pieces.ts'

/** A long text is many requests. */
const DEADLINE_MS = 30_000
const AT_A_TIME = 4

interface Translator {
  readonly lookup: Lookup<TranslationQuestion, Translated>
  /** The largest text of one request. */
  readonly maxBytes: number
  readonly source: TranslationReading['source']
  /** The others detect by themselves, and better; this one must be told. */
  readonly mustBeTold?: true
}

const deepL: Translator = {
  lookup: deepLTranslation,
  maxBytes: DEEPL_MAX_BYTES,
  source: { name: 'DeepL', url: 'https://www.deepl.com/', attribution: 'Translated by DeepL' },
}

const libreTranslate: Translator = {
  lookup: libreTranslation,
  maxBytes: LIBRETRANSLATE_MAX_BYTES,
  source: {
    name: 'LibreTranslate',
    url: 'https://libretranslate.com/',
    attribution: 'Translated by LibreTranslate',
  },
}

const myMemory: Translator = {
  lookup: myMemoryTranslation,
  maxBytes: MYMEMORY_MAX_BYTES,
  source: {
    name: 'MyMemory',
    url: 'https://mymemory.translated.net/',
    attribution: 'Translated by MyMemory',
  },
  mustBeTold: true,
}

/** DeepL when there is a key, LibreTranslate when there is a server, and MyMemory, which needs nothing. */
export const translate = defineWidget(translateContract, {
  lookups: [deepLTranslation, libreTranslation, myMemoryTranslation],
  deadlineMs: DEADLINE_MS,

  async answer({ text, target, source }, { hub, setting, turn }) {
    const to = languageCode(target)
    const from = source === undefined ? null : languageCode(source)
    if (from !== null && from === to) throw sameLanguage(to)
    const attemptWith =
      (translator: Translator): Attempt<TranslationReading> =>
      (part) =>
        translateWith({ hub, translator, turn: part }, { text, from, to })
    const all = [
      ...(setting('DEEPL_API_KEY') === null ? [] : [attemptWith(deepL)]),
      ...(setting('LIBRETRANSLATE_URL') === null ? [] : [attemptWith(libreTranslate)]),
      attemptWith(myMemory),
    ] as [Attempt<TranslationReading>]
    // One translator knows languages that another does not.
    return await firstAnswer(all, turn, () => false)
  },

  summary: ({ translated_text }) => translated_text,
})

interface Asking {
  readonly hub: UpstreamHub
  readonly translator: Translator
  readonly turn: Turn
}

interface Job {
  readonly text: string
  readonly from: string | null
  readonly to: string
}

async function translateWith(asking: Asking, job: Job): Promise<Answered<TranslationReading>> {
  const { mustBeTold, source } = asking.translator
  const guess = job.from === null && mustBeTold ? detectLanguage(job.text) : null
  if (guess !== null && guess === primaryOf(job.to)) throw sameLanguage(guess)
  const whole = await translatePieces(asking, { ...job, from: job.from ?? guess })
  return mapped(whole, ({ text, from }) => ({
    text: job.text,
    translated_text: text,
    source_language: job.from ?? guess ?? from ?? 'und',
    target_language: job.to,
    detected: job.from === null,
    source,
  }))
}

/** Piece by piece, a few at a time; together they are as old as the oldest of them. */
async function translatePieces(
  { hub, translator: { lookup, maxBytes }, turn }: Asking,
  { text, from, to }: Job,
): Promise<Answered<Translated>> {
  const pieces = splitText(text, maxBytes)
  const answers: (Answered<Translated> | undefined)[] = pieces.map(() => undefined)
  const waiting = pieces.entries()
  const worker = async () => {
    for (const [index, piece] of waiting)
      if (piece.text !== '') answers[index] = await hub.ask(lookup, { text: piece.text, from, to }, turn)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  const given = answers.filter((answer) => answer !== undefined)
  if (given.length === 0) throw new AppError('invalid_request', 'No text to translate.')
  const joined = pieces.map(({ before, after }, index) => before + (answers[index]?.value.text ?? '') + after)
  const oldest = given.toSorted((a, b) => a.fetchedAt.getTime() - b.fetchedAt.getTime())[0]!
  return {
    value: {
      text: joined.join(''),
      from: given.find(({ value }) => value.from !== null)?.value.from ?? null,
    },
    fetchedAt: oldest.fetchedAt,
    stale: given.some(({ stale }) => stale),
  }
}

function sameLanguage(code: string): AppError {
  return new AppError(
    'invalid_request',
    `The text is already ${languageName(code)}. Choose another target, or give its language as "source".`,
  )
}
