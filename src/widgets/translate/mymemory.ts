import { AppError } from '../../contract/errors.ts'
import type { UpstreamAnswer } from '../../platform/upstream/answer.ts'
import { refusedBy, Throttled, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY, HOUR } from '../kit/durations.ts'
import { decodeEntities } from '../kit/plain-text.ts'

const provider: Provider = {
  name: 'MYMEMORY',
  title: 'MyMemory',
  origin: 'https://api.mymemory.translated.net',
  caps: [{ calls: 60, perSeconds: 60 }],
  pauseMs: HOUR,
}

/** What one request may carry. */
export const MYMEMORY_MAX_BYTES = 500

export interface TranslationQuestion {
  readonly text: string
  /** Null to have it detected. */
  readonly from: string | null
  readonly to: string
}

export interface Translated {
  readonly text: string
  /** What the provider detected. */
  readonly from: string | null
}

export const myMemoryTranslation = defineLookup<TranslationQuestion, Translated>({
  name: 'mymemory.translation',
  provider,
  keepMs: DAY,
  memoryOnly: true,
  example: { text: 'Good morning', from: 'en', to: 'de' },
  request: ({ text, from, to }) => ({
    path: '/get',
    query: { q: text, langpair: `${from ?? 'autodetect'}|${to}` },
  }),
  read: readTranslation,
})

/** Failures arrive as a 200 with the complaint where the translation should be: it must never be shown as one. */
function readTranslation(answer: UpstreamAnswer, { text: asked, from, to }: TranslationQuestion): Translated {
  if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
  const root = fieldsOf(answer.json())
  const data = fieldsOf(root['responseData'])
  const translated = typeof data['translatedText'] === 'string' ? data['translatedText'] : null
  const complaint = `${textOf(root['responseDetails']) ?? ''} ${translated ?? ''}`
  if (root['quotaFinished'] === true || /MYMEMORY WARNING|USED ALL AVAILABLE FREE/i.test(complaint))
    throw new Throttled('its daily quota is used up', pauseUntilQuota(complaint))
  if (Number(root['responseStatus']) !== 200) throw refusal(complaint, { from, to })
  if (translated === null || (translated.trim() === '' && asked.trim() !== ''))
    throw new UnreadableAnswer('an empty translation')
  return { text: decodeEntities(translated), from: from === null ? detectedIn(root) : null }
}

function refusal(complaint: string, { from, to }: { from: string | null; to: string }): AppError {
  if (/LANGUAGE/i.test(complaint))
    return new AppError(
      'invalid_request',
      `MyMemory doesn't translate ${from === null ? 'this' : `from "${from}"`} to "${to}". Use other languages, e.g. en and de.`,
    )
  return new AppError('upstream_failed', "MyMemory couldn't translate this text. Try again later.")
}

/** `NEXT AVAILABLE IN  18 HOURS 12 MINUTES 22 SECONDS` */
function pauseUntilQuota(complaint: string): number {
  const hours = /(\d+)\s+HOURS?/i.exec(complaint)?.[1]
  return hours === undefined ? 6 * HOUR : (Number(hours) + 1) * HOUR
}

function detectedIn(root: Fields): string | null {
  const told = textOf(fieldsOf(root['responseData'])['detectedLanguage'])
  const [match] = listOf(root['matches']).map(fieldsOf)
  const language = told ?? textOf(match?.['source'])
  return language === null ? null : (language.toLowerCase().split('-')[0] ?? null)
}
