import type { WordReading } from './contract.ts'
import { refusedBy } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, textOf } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { unknownWord, type WordQuestion } from './dictionaryapi.ts'
import { DAY } from '../kit/durations.ts'
import { pathSegment } from '../kit/path-segment.ts'
import { plainText } from '../kit/plain-text.ts'

const provider: Provider = {
  name: 'WIKTIONARY',
  title: 'Wiktionary',
  origin: 'https://en.wiktionary.org',
  caps: [{ calls: 100, perSeconds: 60 }],
}

export const wiktionaryDefinitions = defineLookup<WordQuestion, WordReading>({
  name: 'wiktionary.definitions',
  provider,
  keepMs: DAY,
  example: { word: 'serendipity' },
  request: ({ word }) => ({
    path: `/api/rest_v1/page/definition/${pathSegment(word.replaceAll(' ', '_'))}`,
  }),
  read(answer, { word }) {
    if (answer.status === 404) throw unknownWord(word)
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const entries = listOf(fieldsOf(answer.json())['en']).map(fieldsOf)
    const byPart = Map.groupBy(entries, (entry) => textOf(entry['partOfSpeech'])?.toLowerCase() ?? 'other')
    const meanings = [...byPart].flatMap(([part_of_speech, group]) => {
      const definitions = group.flatMap((entry) => listOf(entry['definitions'])).flatMap(definitionOf)
      return definitions.length > 0 ? { part_of_speech, definitions, synonyms: [], antonyms: [] } : []
    })
    if (meanings.length === 0) throw unknownWord(word)
    return {
      word,
      language: 'en',
      phonetic: null,
      audio_url: null,
      meanings,
      source: {
        name: 'Wiktionary',
        url: `https://en.wiktionary.org/wiki/${encodeURIComponent(word.replaceAll(' ', '_'))}`,
        attribution: 'Definitions from Wiktionary (CC BY-SA 4.0)',
      },
    }
  },
})

function definitionOf(entry: unknown): WordReading['meanings'][number]['definitions'] {
  const fields = fieldsOf(entry)
  // A list inside a definition holds the narrower ones, which follow as their own.
  const definition = plainText((textOf(fields['definition']) ?? '').replace(/<[ou]l\b[\s\S]*$/i, ''))
  if (definition === '') return []
  const [example] = listOf(fields['examples']).map((html) => plainText(textOf(html) ?? ''))
  return [{ definition, example: textOf(example) }]
}
