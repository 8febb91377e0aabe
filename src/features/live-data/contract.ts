import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, exactlyOne } from '../../contract/schema.ts'
import {
  exampleArticle,
  exampleAstronomy,
  exampleFeed,
  exampleNews,
  exampleRates,
  exampleRecipe,
  exampleScores,
  exampleStock,
  exampleTranslation,
  exampleWeather,
  exampleWord,
} from './examples.ts'
import { Astronomy, ExchangeRates, Scores, Sport, Stock, StockRange, Weather } from './figure-schemas.ts'
import { Article, Feed, News, Recipe, Translation, Word } from './reading-schemas.ts'

const upstreamErrors = ['upstream_failed', 'upstream_timeout'] as const
const lookupErrors = ['not_found', ...upstreamErrors] as const

export const liveDataContract = defineContract({
  weather: {
    method: 'GET',
    path: '/api/widget/weather',
    summary: 'Current weather and hourly forecast for a city',
    query: Type.Object({
      city: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Name of a place, e.g. Oslo or Paris, Texas',
      }),
    }),
    result: Weather,
    errors: lookupErrors,
    example: { query: { city: 'Oslo' }, result: exampleWeather },
  },

  stock: {
    method: 'GET',
    path: '/api/widget/stock',
    summary: 'Price and price series of a stock',
    query: Type.Object({
      symbol: Type.String({
        pattern: '^[^\\s/]+$',
        maxLength: 32,
        description: 'Ticker, e.g. AAPL, ^GSPC or BTC-USD',
      }),
      range: Type.Optional(StockRange),
    }),
    result: Stock,
    errors: lookupErrors,
    example: { query: { symbol: 'AAPL', range: '5d' }, result: exampleStock },
  },

  exchangeRates: {
    method: 'GET',
    path: '/api/widget/exchange_rates',
    summary: 'Exchange rates against a base currency',
    query: Type.Object({
      base: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{3}$',
          description: 'ISO 4217 code; BASE_CURRENCY by default',
        }),
      ),
      symbols: Type.Optional(
        Type.String({
          pattern: '^ *[A-Za-z]{3} *(, *[A-Za-z]{3} *)*$',
          maxLength: 1000,
          description: 'Only these currencies, separated by commas, e.g. EUR,GBP; all of them by default',
        }),
      ),
    }),
    result: ExchangeRates,
    errors: lookupErrors,
    example: { query: { base: 'USD', symbols: 'EUR,GBP' }, result: exampleRates },
  },

  news: {
    method: 'GET',
    path: '/api/widget/news',
    summary: 'Headlines, optionally on a topic',
    description: 'Needs the NEWS_API_KEY setting; 503 not_configured until it is set.',
    query: Type.Object({
      topic: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'A category, e.g. technology, or any words; top headlines by default',
        }),
      ),
    }),
    result: News,
    errors: ['not_found', 'not_configured', ...upstreamErrors],
    example: { query: { topic: 'technology' }, result: exampleNews },
  },

  wiki: {
    method: 'GET',
    path: '/api/widget/wiki',
    summary: 'Summary of an encyclopedia article',
    description: "By an article's title, or by a query that finds one. Give exactly one of them.",
    query: Type.Object(
      {
        title: Type.Optional(
          Type.String({ minLength: 1, maxLength: 300, description: 'Title of the article' }),
        ),
        query: Type.Optional(
          Type.String({ minLength: 1, maxLength: 300, description: 'Words to search for' }),
        ),
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
    example: { query: { title: 'Ada Lovelace' }, result: exampleArticle },
  },

  word: {
    method: 'GET',
    path: '/api/widget/word',
    summary: 'Definitions and phonetics of a word',
    query: Type.Object({
      word: Type.String({ minLength: 1, maxLength: 100, description: 'An English word' }),
    }),
    result: Word,
    errors: lookupErrors,
    example: { query: { word: 'serendipity' }, result: exampleWord },
  },

  translate: {
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
    example: { body: { text: 'Good morning', target: 'de' }, result: exampleTranslation },
  },

  feed: {
    method: 'GET',
    path: '/api/widget/rss',
    summary: 'Read a feed as headline cards',
    description:
      'RSS 0.9x, 1.0 and 2.0, Atom and JSON Feed. Addresses on this machine and private networks are refused unless ' +
      'listed in the ALLOWED_PRIVATE_TARGETS setting.',
    query: Type.Object({
      url: Type.String({
        pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$',
        maxLength: 2048,
        description: 'Address of the feed, http or https',
      }),
    }),
    result: Feed,
    errors: ['forbidden', ...lookupErrors],
    example: { query: { url: 'https://example.com/feed.xml' }, result: exampleFeed },
  },

  astronomy: {
    method: 'GET',
    path: '/api/widget/astronomy',
    summary: 'Astronomy picture of the day and position of the space station',
    result: Astronomy,
    errors: upstreamErrors,
    example: { result: exampleAstronomy },
  },

  sports: {
    method: 'GET',
    path: '/api/sports',
    summary: 'Live or recent scores of a sport',
    query: Type.Object({
      sport: Sport,
      league: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9._-]+$',
          maxLength: 64,
          description: "League, e.g. eng.1, nba or nfl; the sport's best known by default",
        }),
      ),
    }),
    result: Scores,
    errors: lookupErrors,
    example: { query: { sport: 'soccer', league: 'eng.1' }, result: exampleScores },
  },

  recipe: {
    method: 'GET',
    path: '/api/recipe',
    summary: 'A recipe, by search or at random',
    query: Type.Object({
      query: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Name of a dish; a random one by default',
        }),
      ),
    }),
    result: Recipe,
    errors: lookupErrors,
    example: { query: { query: 'pancakes' }, result: exampleRecipe },
  },
})
