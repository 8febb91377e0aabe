import { Type } from '../../contract/type.ts'
import { closed } from '../../contract/schema.ts'
import { defineLiveEndpoint, fresh, liveData, type Reading, upstreamErrors } from '../kit/live-endpoint.ts'

const Translation = liveData(
  {
    text: Type.String({ description: 'The original text' }),
    translated_text: Type.String({ description: 'The translated text' }),
    source_language: Type.String({ description: 'Language of the text, given or detected, e.g. en' }),
    target_language: Type.String({ description: 'Language of the translation, e.g. de' }),
    detected: Type.Boolean({ description: 'Whether the language of the text was detected' }),
  },
  'A translation',
)

export type TranslationReading = Reading<typeof Translation>

export const translateContract = defineLiveEndpoint({
  component: 'translator',
  providers: ['MYMEMORY', 'DEEPL', 'LIBRETRANSLATE'],
  method: 'POST',
  path: '/api/widget/translate',
  anyCaller: true,
  summary: 'Translate text',
  body: closed({
    text: Type.String({ minLength: 1, maxLength: 50_000, description: 'Text to translate' }),
    target: Type.String({
      minLength: 2,
      maxLength: 50,
      description: 'Language code, e.g. de or pt-BR, or its English name',
    }),
    source: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 50,
        description: 'Language of the text; detected by default',
      }),
    ),
  }),
  result: Translation,
  errors: upstreamErrors,
  example: {
    body: { text: 'Good morning', target: 'de' },
    result: {
      text: 'Good morning',
      translated_text: 'Guten Morgen',
      source_language: 'en',
      target_language: 'de',
      detected: true,
      source: {
        name: 'MyMemory',
        url: 'https://mymemory.translated.net/',
        attribution: 'Translated by MyMemory',
      },
      ...fresh,
    },
  },
})
