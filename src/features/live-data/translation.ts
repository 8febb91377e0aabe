import { AppError } from '../../contract/errors.ts'
import { firstAnswer, type Attempt } from '../../platform/upstream/first-answer.ts'
import type { Turn } from '../../platform/upstream/hub.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import type { Translated } from '../../widgets/mymemory.ts'
import { detectLanguage } from './detect-language.ts'
import { languageCode, languageName, primaryOf } from './language-code.ts'
import { mapped, withTiming, type Caller, type NeedContext } from './need.ts'
import type { Source, TranslationReading } from './readings.ts'
import { splitText } from './text-pieces.ts'

/** A long text is many requests. */
const DEADLINE_MS = 30_000
const AT_A_TIME = 4

export interface TranslationWish {
  readonly text: string
  readonly target: string
  readonly source?: string | undefined
}

type Translator = keyof NeedContext['translationBytes']

const sources: Readonly<Record<Translator, Source>> = {
  deepLTranslation: { name: 'DeepL', url: 'https://www.deepl.com/', attribution: 'Translated by DeepL' },
  libreTranslation: {
    name: 'LibreTranslate',
    url: 'https://libretranslate.com/',
    attribution: 'Translated by LibreTranslate',
  },
  myMemoryTranslation: {
    name: 'MyMemory',
    url: 'https://mymemory.translated.net/',
    attribution: 'Translated by MyMemory',
  },
}

/** DeepL when there is a key, LibreTranslate when there is a server, and MyMemory, which needs nothing. */
export function createTranslation(context: NeedContext) {
  const { hub, setting, now } = context

  return async (wish: TranslationWish, caller: Caller) => {
    const to = languageCode(wish.target)
    const from = wish.source === undefined ? null : languageCode(wish.source)
    if (from !== null && from === to) throw sameLanguage(to)
    const attemptWith =
      (translator: Translator): Attempt<TranslationReading> =>
      (turn) =>
        translateWith({ context, translator, turn }, { text: wish.text, from, to })
    const all = [
      ...(setting('DEEPL_API_KEY') === null ? [] : [attemptWith('deepLTranslation')]),
      ...(setting('LIBRETRANSLATE_URL') === null ? [] : [attemptWith('libreTranslation')]),
      attemptWith('myMemoryTranslation'),
    ] as [Attempt<TranslationReading>]
    // One translator knows languages that another does not.
    return withTiming(await firstAnswer(all, hub.turn(caller, DEADLINE_MS), () => false), now)
  }
}

interface Job {
  readonly text: string
  readonly from: string | null
  readonly to: string
}

async function translateWith(
  { context, translator, turn }: { context: NeedContext; translator: Translator; turn: Turn },
  job: Job,
): Promise<Answered<TranslationReading>> {
  // The others detect by themselves, and better; this one must be told.
  const guess = job.from === null && translator === 'myMemoryTranslation' ? detectLanguage(job.text) : null
  if (guess !== null && guess === primaryOf(job.to)) throw sameLanguage(guess)
  const whole = await translatePieces({ context, translator, turn }, { ...job, from: job.from ?? guess })
  return mapped(whole, ({ text, from }) => ({
    text: job.text,
    translated_text: text,
    source_language: job.from ?? guess ?? from ?? 'und',
    target_language: job.to,
    detected: job.from === null,
    source: sources[translator],
  }))
}

/** Piece by piece, a few at a time; together they are as old as the oldest of them. */
async function translatePieces(
  { context, translator, turn }: { context: NeedContext; translator: Translator; turn: Turn },
  { text, from, to }: Job,
): Promise<Answered<Translated>> {
  const { hub, widgets, translationBytes } = context
  const lookup = widgets.translation[translator]
  const pieces = splitText(text, translationBytes[translator])
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
