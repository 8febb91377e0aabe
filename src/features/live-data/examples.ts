import type { Static } from 'typebox'
import type { Astronomy, ExchangeRates, Scores, Stock, Weather } from './figure-schemas.ts'
import type { Article, Feed, News, Recipe, Translation, Word } from './reading-schemas.ts'

const fresh = { fetched_at: '2026-03-02T09:30:00Z', stale: false }

export const exampleWeather: Static<typeof Weather> = {
  city: 'Oslo',
  region: 'Oslo',
  country: 'Norway',
  country_code: 'NO',
  latitude: 59.91,
  longitude: 10.75,
  timezone: 'Europe/Oslo',
  utc_offset_s: 3600,
  units: { temperature: '°C', wind_speed: 'km/h', precipitation: 'mm' },
  current: {
    time: '2026-03-02T09:30:00Z',
    temperature: 2.4,
    feels_like: -0.8,
    humidity_percent: 71,
    precipitation: 0,
    wind_speed: 11.2,
    wind_direction_degrees: 225,
    is_day: true,
    condition: 'partly cloudy',
    weather_code: 2,
  },
  hourly: [
    {
      time: '2026-03-02T09:00:00Z',
      temperature: 2.1,
      precipitation_probability_percent: 5,
      wind_speed: 10.8,
      condition: 'partly cloudy',
      weather_code: 2,
    },
  ],
  daily: [
    {
      date: '2026-03-02',
      temperature_max: 4.6,
      temperature_min: -2.3,
      sunrise: '2026-03-02T06:02:00Z',
      sunset: '2026-03-02T16:45:00Z',
      condition: 'partly cloudy',
      weather_code: 2,
    },
  ],
  source: {
    name: 'Open-Meteo',
    url: 'https://open-meteo.com/',
    attribution: 'Weather data by Open-Meteo.com (CC BY 4.0)',
  },
  ...fresh,
}

export const exampleStock: Static<typeof Stock> = {
  symbol: 'AAPL',
  name: 'Apple Inc.',
  currency: 'USD',
  exchange: 'NasdaqGS',
  timezone: 'America/New_York',
  price: 251.5,
  price_at: '2026-02-27T21:00:00Z',
  previous_close: 250,
  change: 1.5,
  change_percent: 0.6,
  range: '5d',
  interval: '1d',
  series: [
    { time: '2026-02-26T14:30:00Z', close: 250 },
    { time: '2026-02-27T14:30:00Z', close: 251.5 },
  ],
  source: {
    name: 'Yahoo Finance',
    url: 'https://finance.yahoo.com/quote/AAPL',
    attribution: 'Data: Yahoo Finance, delayed',
  },
  ...fresh,
}

export const exampleRates: Static<typeof ExchangeRates> = {
  base: 'USD',
  date: '2026-02-27',
  rates: { EUR: 0.91, GBP: 0.78 },
  source: { name: 'Frankfurter', url: 'https://frankfurter.dev/', attribution: 'Rates by Frankfurter' },
  ...fresh,
}

export const exampleNews: Static<typeof News> = {
  topic: 'technology',
  articles: [
    {
      title: 'A headline about technology',
      url: 'https://example.com/news/1',
      publisher: 'Example News',
      author: null,
      description: 'The first sentences of the article.',
      image_url: null,
      published_at: '2026-03-02T08:00:00Z',
    },
  ],
  source: { name: 'NewsAPI', url: 'https://newsapi.org/', attribution: 'Powered by NewsAPI.org' },
  ...fresh,
}

export const exampleArticle: Static<typeof Article> = {
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
}

export const exampleWord: Static<typeof Word> = {
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
}

export const exampleTranslation: Static<typeof Translation> = {
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
}

export const exampleFeed: Static<typeof Feed> = {
  url: 'https://example.com/feed.xml',
  title: 'Example blog',
  description: null,
  link: 'https://example.com/',
  language: 'en',
  updated_at: '2026-03-01T18:00:00Z',
  items: [
    {
      id: 'https://example.com/posts/7',
      title: 'A new post',
      url: 'https://example.com/posts/7',
      summary: 'How it begins.',
      author: 'Ada',
      image_url: null,
      audio_url: null,
      published_at: '2026-03-01T18:00:00Z',
    },
  ],
  source: { name: 'Example blog', url: 'https://example.com/', attribution: 'Example blog' },
  ...fresh,
}

const apod = {
  name: 'NASA APOD',
  url: 'https://apod.nasa.gov/',
  attribution: 'NASA Astronomy Picture of the Day',
}

export const exampleAstronomy: Static<typeof Astronomy> = {
  picture: {
    date: '2026-03-02',
    title: 'A nebula',
    explanation: 'What the picture shows.',
    media_type: 'image',
    url: 'https://apod.nasa.gov/apod/image/nebula.jpg',
    hd_url: null,
    thumbnail_url: null,
    copyright: null,
    source: apod,
  },
  station: {
    name: 'International Space Station',
    time: '2026-03-02T09:30:00Z',
    latitude: 12.3,
    longitude: -45.6,
    altitude_km: 421.7,
    velocity_km_h: 27_580,
    visibility: 'daylight',
    source: {
      name: 'Where the ISS at?',
      url: 'https://wheretheiss.at/',
      attribution: 'Position by wheretheiss.at',
    },
  },
  source: apod,
  ...fresh,
}

export const exampleScores: Static<typeof Scores> = {
  sport: 'soccer',
  league: 'eng.1',
  league_name: 'English Premier League',
  games: [
    {
      id: '740001',
      name: 'Team B at Team A',
      starts_at: '2026-03-01T15:00:00Z',
      state: 'finished',
      status_text: 'FT',
      clock: null,
      period: 2,
      home: { name: 'Team A', abbreviation: 'AAA', score: 2, score_text: '2', winner: true },
      away: { name: 'Team B', abbreviation: 'BBB', score: 1, score_text: '1', winner: false },
    },
  ],
  source: { name: 'ESPN', url: 'https://www.espn.com/soccer/', attribution: 'Scores: ESPN' },
  ...fresh,
}

export const exampleRecipe: Static<typeof Recipe> = {
  id: '1001',
  title: 'Pancakes',
  category: 'Breakfast',
  cuisine: 'American',
  tags: [],
  ingredients: [{ name: 'Flour', measure: '200 g' }],
  steps: ['Mix the flour with milk and eggs.'],
  image_url: null,
  video_url: null,
  recipe_url: null,
  alternatives: [],
  source: {
    name: 'TheMealDB',
    url: 'https://www.themealdb.com/meal/1001',
    attribution: 'Recipe: TheMealDB',
  },
  ...fresh,
}
