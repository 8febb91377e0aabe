import type { WordReading } from './contract.ts'
import { AppError } from '../../contract/errors.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY, MINUTE } from '../kit/durations.ts'
import { pathSegment } from '../kit/path-segment.ts'
import { mediaAddress, webAddress } from '../kit/web-address.ts'

const provider: Provider = {
  name: 'DICTIONARYAPI',
  title: 'Free Dictionary API',
  origin: 'https://api.dictionaryapi.dev',
  caps: [{ calls: 400, perSeconds: 300 }],
  pauseMs: 5 * MINUTE,
}

export interface WordQuestion {
  readonly word: string
}

export const dictionaryEntries = defineLookup<WordQuestion, WordReading>({
  name: 'dictionaryapi.entries',
  provider,
  keepMs: DAY,
  example: { word: 'serendipity' },
  request: ({ word }) => ({ path: `/api/v2/entries/en/${pathSegment(word)}` }),
  read(answer, { word }) {
    const body = answer.json()
    if (answer.status === 404) throw unknownWord(word)
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const entries = listOf(body).map(fieldsOf)
    const meanings = meaningsOf(entries.flatMap((entry) => listOf(entry['meanings'])).map(fieldsOf))
    if (meanings.length === 0) throw new UnreadableAnswer('a word without a meaning')
    const phonetics = entries.flatMap((entry) => listOf(entry['phonetics'])).map(fieldsOf)
    const texts = [...entries.map((entry) => entry['phonetic']), ...phonetics.map(({ text }) => text)]
    const [first] = entries
    const license = textOf(fieldsOf(first?.['license'])['name']) ?? 'CC BY-SA 3.0'
    return {
      word: textOf(first?.['word']) ?? word,
      language: 'en',
      phonetic: texts.map(textOf).find((text) => text !== null) ?? null,
      audio_url:
        phonetics.map(({ audio }) => mediaAddress(textOf(audio))).find((url) => url !== null) ?? null,
      meanings,
      source: {
        name: provider.title,
        url: webAddress(textOf(listOf(first?.['sourceUrls'])[0])) ?? 'https://dictionaryapi.dev/',
        attribution: `Definitions from Wiktionary (${license})`,
      },
    }
  },
})

export function unknownWord(word: string): AppError {
  return new AppError(
    'not_found',
    `No definition found for "${word}". Check the spelling, or try the basic form.`,
  )
}

/** One word can have several entries; a part of speech stands once. */
function meaningsOf(meanings: readonly Fields[]): WordReading['meanings'] {
  const byPart = Map.groupBy(meanings, (meaning) => textOf(meaning['partOfSpeech']) ?? 'other')
  return [...byPart].flatMap(([part_of_speech, group]) => {
    const entries = group.flatMap((meaning) => listOf(meaning['definitions'])).map(fieldsOf)
    const definitions = entries.flatMap((entry) => {
      const definition = textOf(entry['definition'])
      return definition === null ? [] : { definition, example: textOf(entry['example']) }
    })
    if (definitions.length === 0) return []
    const related = (name: string) => wordsOf([...group, ...entries].flatMap((one) => listOf(one[name])))
    return { part_of_speech, definitions, synonyms: related('synonyms'), antonyms: related('antonyms') }
  })
}

function wordsOf(values: readonly unknown[]): string[] {
  return [...new Set(values.map(textOf).filter((word) => word !== null))]
}
