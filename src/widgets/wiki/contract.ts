import { Type } from '../../contract/type.ts'
import { exactlyOne, literals } from '../../contract/schema.ts'
import {
  defineLiveEndpoint,
  fresh,
  liveData,
  lookupErrors,
  optionalNumber,
  optionalText,
  optionalTime,
  type Reading,
} from '../kit/live-endpoint.ts'

const Article = liveData(
  {
    title: Type.String({ description: 'Title of the article' }),
    kind: literals(['article', 'disambiguation'], {
      description: 'disambiguation: the title has several meanings, see alternatives',
    }),
    description: optionalText('A short description'),
    extract: Type.String({ description: 'Summary as plain text' }),
    url: Type.String({ description: 'Address of the article' }),
    language: Type.String({ description: 'Language of the article, e.g. en' }),
    image_url: optionalText('Address of a small picture'),
    latitude: optionalNumber('Degrees north, for a place'),
    longitude: optionalNumber('Degrees east, for a place'),
    updated_at: optionalTime('When the article was last changed'),
    alternatives: Type.Array(
      Type.Object({
        title: Type.String({ description: 'Title of another article' }),
        description: optionalText('A short description'),
        url: Type.String({ description: 'Address of the article' }),
      }),
      { description: 'Other possible articles' },
    ),
  },
  'Summary of an encyclopedia article',
)

export type ArticleReading = Reading<typeof Article>

export const wikiContract = defineLiveEndpoint({
  component: 'wiki_summary',
  providers: ['WIKIPEDIA'],
  method: 'GET',
  path: '/api/widget/wiki',
  summary: 'Summary of an encyclopedia article',
  description: "By an article's title, or by a query that finds one. Give exactly one of them.",
  query: Type.Object(
    {
      title: Type.Optional(
        Type.String({ minLength: 1, maxLength: 300, description: 'Title of the article' }),
      ),
      query: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: 'Words to search for' })),
      language: Type.Optional(
        Type.String({
          pattern: '^[a-z]{2,12}(-[a-z]{2,12})*$',
          maxLength: 32,
          default: 'en',
          description: 'Wikipedia language code, e.g. de',
        }),
      ),
    },
    exactlyOne(['title', 'query']),
  ),
  result: Article,
  errors: lookupErrors,
  example: {
    query: { title: 'Ada Lovelace' },
    result: {
      title: 'Ada Lovelace',
      kind: 'article',
      description: 'English mathematician (1815–1852)',
      extract: 'Ada Lovelace was an English mathematician and writer.',
      url: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
      language: 'en',
      image_url: null,
      latitude: null,
      longitude: null,
      updated_at: '2026-02-20T12:00:00Z',
      alternatives: [],
      source: {
        name: 'Wikipedia',
        url: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
        attribution: 'Text from Wikipedia (CC BY-SA 4.0)',
      },
      ...fresh,
    },
  },
})
