import { Type } from '../../contract/type.ts'
import {
  defineLiveEndpoint,
  fresh,
  liveData,
  lookupErrors,
  optionalText,
  type Reading,
} from '../kit/live-endpoint.ts'

const Word = liveData(
  {
    word: Type.String({ description: 'The word that was found' }),
    language: Type.String({ description: 'Its language, e.g. en' }),
    phonetic: optionalText('Pronunciation in phonetic letters'),
    audio_url: optionalText('Address of a recording'),
    meanings: Type.Array(
      Type.Object({
        part_of_speech: Type.String({ description: 'e.g. noun' }),
        definitions: Type.Array(
          Type.Object({
            definition: Type.String({ description: 'What it means' }),
            example: optionalText('An example sentence'),
          }),
          { description: 'Most common first' },
        ),
        synonyms: Type.Array(Type.String(), { description: 'Synonyms' }),
        antonyms: Type.Array(Type.String(), { description: 'Antonyms' }),
      }),
      { description: 'By part of speech' },
    ),
  },
  'Definitions and phonetics of a word',
)

export type WordReading = Reading<typeof Word>

export const wordContract = defineLiveEndpoint({
  component: 'dictionary',
  kind: 'dictionary',
  providers: ['DICTIONARYAPI', 'WIKTIONARY'],
  method: 'GET',
  path: '/api/widget/word',
  summary: 'Definitions and phonetics of a word',
  query: Type.Object({
    word: Type.String({ minLength: 1, maxLength: 100, description: 'An English word' }),
  }),
  result: Word,
  errors: lookupErrors,
  example: {
    query: { word: 'serendipity' },
    result: {
      word: 'serendipity',
      language: 'en',
      phonetic: '/ˌsɛ.ɹənˈdɪ.pɪ.ti/',
      audio_url: null,
      meanings: [
        {
          part_of_speech: 'noun',
          definitions: [
            {
              definition: 'A lucky find that nobody looked for.',
              example: null,
            },
          ],
          synonyms: ['chance', 'luck'],
          antonyms: [],
        },
      ],
      source: {
        name: 'Free Dictionary API',
        url: 'https://en.wiktionary.org/wiki/serendipity',
        attribution: 'Definitions from Wiktionary (CC BY-SA 3.0)',
      },
      ...fresh,
    },
  },
})
