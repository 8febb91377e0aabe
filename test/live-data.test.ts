import type { lookup as dnsLookup } from 'node:dns'
import { expect, test } from 'vitest'
import { guardedFetch } from '../src/platform/network/guarded-fetch.ts'
import { sampleRoutes, samples } from './live-data-routes.ts'
import { stageLiveData } from './live-data-stage.ts'

const MINUTE = 60_000
const down = () => ({ status: 500 })
const fresh = { fetched_at: '2026-03-02T15:30:00.000Z', stale: false }

test('weather: the place, now, by the hour from this one on, and by the day, in UTC', async () => {
  const { call, upstream } = await stageLiveData(sampleRoutes())
  expect(await call('weather', { city: 'Springfield' })).toEqual({
    city: 'Springfield',
    region: 'Illinois',
    country: 'United States',
    country_code: 'US',
    latitude: 40,
    longitude: -90,
    timezone: 'America/Chicago',
    utc_offset_s: -18_000,
    units: { temperature: '°C', wind_speed: 'km/h', precipitation: 'mm' },
    current: {
      time: '2026-03-02T14:15:00.000Z',
      temperature: 4.2,
      feels_like: 1.1,
      humidity_percent: 71,
      precipitation: 0.2,
      wind_speed: 12.5,
      wind_direction_degrees: 225,
      is_day: true,
      condition: 'light rain',
      weather_code: 61,
    },
    hourly: [
      {
        time: '2026-03-02T14:00:00.000Z',
        temperature: 4,
        precipitation_probability_percent: 60,
        wind_speed: 12,
        condition: 'light rain',
        weather_code: 61,
      },
      {
        time: '2026-03-02T15:00:00.000Z',
        temperature: 4.9,
        precipitation_probability_percent: null,
        wind_speed: 13,
        condition: 'rain',
        weather_code: 63,
      },
    ],
    daily: [
      {
        date: '2026-03-02',
        temperature_max: 6.5,
        temperature_min: -1.5,
        sunrise: '2026-03-02T11:31:00.000Z',
        sunset: '2026-03-02T22:52:00.000Z',
        condition: 'light rain',
        weather_code: 61,
      },
    ],
    source: {
      name: 'Open-Meteo',
      url: 'https://open-meteo.com/',
      attribution: 'Weather data by Open-Meteo.com (CC BY 4.0)',
    },
    ...fresh,
  })
  expect(upstream.requests).toHaveLength(2)
})

test.each([
  ['Springfield, Missouri', 'Missouri'],
  ['springfield, MO', 'Missouri'],
  ['Springfield, Missouri, USA', 'Missouri'],
  ['Springfield,Canada', 'Ontario'],
])('weather: "%s" is the one in %s', async (city, region) => {
  const { call } = await stageLiveData(sampleRoutes())
  expect(await call('weather', { city })).toMatchObject({ region })
})

test('weather: a place that is not there is told, with the places of that name', async () => {
  const { call, upstream } = await stageLiveData(sampleRoutes())
  await expect(call('weather', { city: 'Springfield, Narnia' })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('Springfield, Illinois, United States; Springfield, Missouri'),
  })
  upstream.routes['OPEN_METEO_GEOCODING'] = () => ({ body: { generationtime_ms: 0.8 } })
  await expect(call('weather', { city: 'Xyzzy' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'No place called "Xyzzy". Check the spelling, or name a bigger place nearby.',
  })
})

test('weather: wttr.in where Open-Meteo fails, with the units that are set', async () => {
  const { call, upstream, settings } = await stageLiveData({ ...sampleRoutes(), OPEN_METEO: down })
  settings['UNITS'] = 'imperial'
  expect(await call('weather', { city: 'Springfield' })).toMatchObject({
    city: 'Springfield',
    region: 'Illinois',
    country: 'United States',
    utc_offset_s: -21_600,
    units: { temperature: '°F', wind_speed: 'mph', precipitation: 'in' },
    current: {
      time: '2026-03-02T15:10:00.000Z',
      temperature: 41,
      wind_speed: 7,
      condition: 'light rain',
      weather_code: 61,
    },
    hourly: [{ time: '2026-03-02T15:00:00.000Z', temperature: 35 }, { temperature: 36 }],
    daily: [{ date: '2026-03-02', temperature_max: 43, sunrise: '2026-03-02T12:31:00.000Z' }],
    source: { name: 'wttr.in' },
  })
  expect(upstream.requests.at(-1)).toBe('WTTR /40%2C-90?format=j1')
})

test('stock: the last price, the change since the day before, and the series without its gaps', async () => {
  const { call, upstream } = await stageLiveData(sampleRoutes())
  expect(await call('stock', { symbol: 'acme' })).toEqual({
    symbol: 'ACME',
    name: 'Acme Corporation',
    currency: 'USD',
    exchange: 'NasdaqGS',
    timezone: 'America/New_York',
    price: 12.5,
    price_at: '2026-02-27T21:00:00.000Z',
    previous_close: 11,
    change: 1.5,
    change_percent: 13.636364,
    range: '1mo',
    interval: '1d',
    series: [
      { time: '2026-02-25T14:30:00.000Z', close: 11 },
      { time: '2026-02-27T14:30:00.000Z', close: 12.4 },
    ],
    source: {
      name: 'Yahoo Finance',
      url: 'https://finance.yahoo.com/quote/ACME',
      attribution: 'Data: Yahoo Finance, delayed',
    },
    ...fresh,
  })
  expect(upstream.requests[0]).toBe('YAHOO /v8/finance/chart/ACME?range=1mo&interval=1d&includePrePost=false')
  expect(upstream.headers[0]!['user-agent']).toContain('Mozilla')
})

test('stock: an unknown symbol is told, with those that may have been meant', async () => {
  const { call, upstream } = await stageLiveData({
    YAHOO: (url) =>
      url.pathname.includes('/search')
        ? { body: { quotes: [{ symbol: 'ACME', longname: 'Acme Corporation' }] } }
        : {
            status: 404,
            body: { chart: { result: null, error: { code: 'Not Found', description: 'No data' } } },
          },
  })
  await expect(call('stock', { symbol: 'Akme' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'Unknown symbol "AKME". Did you mean ACME (Acme Corporation)?',
  })
  expect(upstream.requests[1]).toContain('q=Akme')
})

test('stock: Alpha Vantage is asked when there is a key and Yahoo fails; its limit is no price', async () => {
  const daily = {
    'Meta Data': { '2. Symbol': 'ACME', '5. Time Zone': 'US/Eastern' },
    'Time Series (Daily)': {
      '2026-02-27': { '4. close': '12.5000' },
      '2026-02-26': { '4. close': '10.0000' },
      '2020-01-02': { '4. close': '1.0000' },
    },
  }
  const { call, upstream, settings } = await stageLiveData({
    YAHOO: down,
    ALPHA_VANTAGE: () => ({ body: daily }),
  })
  await expect(call('stock', { symbol: 'ACME' })).rejects.toMatchObject({ code: 'upstream_failed' })
  settings['ALPHA_VANTAGE_API_KEY'] = 'key'
  expect(await call('stock', { symbol: 'ACME' })).toMatchObject({
    price: 12.5,
    price_at: '2026-02-27T05:00:00.000Z',
    previous_close: 10,
    change_percent: 25,
    series: [{ close: 10 }, { close: 12.5 }],
    source: { name: 'Alpha Vantage' },
  })
  upstream.routes['ALPHA_VANTAGE'] = () => ({ body: { Information: 'the limit' } })
  await expect(call('stock', { symbol: 'OTHER' })).rejects.toMatchObject({ code: 'upstream_failed' })
})

test('exchange rates: all of them, or those that are wanted, against the base that is set', async () => {
  const { call, settings, upstream } = await stageLiveData(sampleRoutes())
  settings['BASE_CURRENCY'] = 'EUR'
  expect(await call('exchangeRates')).toEqual({
    base: 'EUR',
    date: '2026-02-27',
    rates: { USD: 1.1, JPY: 165.5 },
    source: { name: 'Frankfurter', url: 'https://frankfurter.dev/', attribution: 'Rates by Frankfurter' },
    ...fresh,
  })
  expect(await call('exchangeRates', { base: 'eur', symbols: 'jpy, EUR' })).toMatchObject({
    rates: { JPY: 165.5, EUR: 1 },
  })
  expect(upstream.requests).toEqual(['FRANKFURTER /v2/rates?base=EUR'])
  await expect(call('exchangeRates', { base: 'EUR', symbols: 'USD,XXX' })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('to XXX'),
  })
})

test('exchange rates: an unknown base is told; the second provider answers for the first', async () => {
  const { call, upstream } = await stageLiveData(sampleRoutes())
  upstream.routes['FRANKFURTER'] = () => ({
    status: 422,
    body: { status: 422, message: 'invalid currency: XBT' },
  })
  await expect(call('exchangeRates', { base: 'XBT' })).rejects.toMatchObject({ code: 'not_found' })
  upstream.routes['FRANKFURTER'] = down
  upstream.routes['OPEN_ER_API'] = () => ({
    body: {
      result: 'success',
      base_code: 'USD',
      time_last_update_unix: 1_772_409_751,
      time_next_update_unix: 1_772_496_381,
      rates: { USD: 1, EUR: 0.9 },
    },
  })
  expect(await call('exchangeRates', { base: 'USD' })).toMatchObject({
    base: 'USD',
    date: '2026-03-02',
    rates: { EUR: 0.9 },
    source: { attribution: 'Rates By Exchange Rate API' },
  })
})

test('exchange rates: kept until the next fixing', async () => {
  const { call, upstream, clock } = await stageLiveData(sampleRoutes())
  // A Saturday: the next fixing is on Monday at 15:00 UTC.
  clock.ms = Date.parse('2026-02-28T12:00:00Z')
  await call('exchangeRates', { base: 'EUR' })
  clock.ms = Date.parse('2026-03-02T14:59:00Z')
  await call('exchangeRates', { base: 'EUR' })
  expect(upstream.requests).toHaveLength(1)
  clock.ms = Date.parse('2026-03-02T15:01:00Z')
  await call('exchangeRates', { base: 'EUR' })
  expect(upstream.requests).toHaveLength(2)
  // That of Monday is late: it is looked for again soon.
  clock.ms += 31 * MINUTE
  await call('exchangeRates', { base: 'EUR' })
  expect(upstream.requests).toHaveLength(3)
})

test('news: not configured without a key, and the key goes in a header only', async () => {
  const { call, settings, upstream } = await stageLiveData(sampleRoutes())
  await expect(call('news')).rejects.toMatchObject({
    code: 'not_configured',
    message: expect.stringContaining('NEWS_API_KEY'),
  })
  settings['NEWS_API_KEY'] = 'secret-key'
  expect(await call('news', { topic: 'Technology' })).toEqual({
    topic: 'Technology',
    articles: [
      {
        title: 'Newer headline',
        url: 'https://news.example.org/2',
        publisher: 'Example Post',
        author: 'Ada',
        description: 'What it says.',
        image_url: 'https://news.example.org/2.jpg',
        published_at: '2026-03-02T08:00:00.000Z',
      },
      {
        title: 'Older headline',
        url: 'https://news.example.org/1',
        publisher: 'Example Times',
        author: null,
        description: null,
        image_url: null,
        published_at: '2026-03-01T08:00:00.000Z',
      },
    ],
    source: { name: 'NewsAPI', url: 'https://newsapi.org/', attribution: 'Powered by NewsAPI.org' },
    ...fresh,
  })
  await call('news', { topic: 'space travel' })
  expect(upstream.requests).toEqual([
    'NEWSAPI /v2/top-headlines?country=us&category=technology&pageSize=20',
    'NEWSAPI /v2/everything?q=space+travel&language=en&sortBy=publishedAt&pageSize=20',
  ])
  expect(upstream.headers[0]!['x-api-key']).toBe('secret-key')
})

test('news: a refused key and an empty result are told as what they are', async () => {
  const { call, settings, upstream } = await stageLiveData({
    NEWSAPI: () => ({
      status: 401,
      body: { status: 'error', code: 'apiKeyInvalid', message: 'Your API key is invalid.' },
    }),
  })
  settings['NEWS_API_KEY'] = 'wrong'
  await expect(call('news')).rejects.toMatchObject({
    code: 'not_configured',
    message: expect.stringContaining('NEWS_API_KEY'),
  })
  upstream.routes['NEWSAPI'] = () => ({ body: { status: 'ok', totalResults: 0, articles: [] } })
  await expect(call('news', { topic: 'qwxyz' })).rejects.toMatchObject({ code: 'not_found' })
})

test('wiki: a title is taken at its word, other words are searched for', async () => {
  const { call, upstream } = await stageLiveData(sampleRoutes())
  expect(await call('wiki', { title: 'Ada Lovelace' })).toEqual({
    title: 'Ada Lovelace',
    kind: 'article',
    description: 'English mathematician',
    extract: 'Ada Lovelace was an English mathematician.',
    url: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
    language: 'en',
    image_url: 'https://upload.example.org/ada.jpg',
    latitude: 51.5,
    longitude: -0.1,
    updated_at: '2026-02-20T12:00:00.000Z',
    alternatives: [],
    source: {
      name: 'Wikipedia',
      url: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
      attribution: 'Text from Wikipedia (CC BY-SA 4.0)',
    },
    ...fresh,
  })
  expect(await call('wiki', { query: 'first programmer' })).toMatchObject({
    title: 'Ada Lovelace',
    alternatives: [
      {
        title: 'Charles Babbage',
        description: 'built & planned engines',
        url: 'https://en.wikipedia.org/wiki/Charles_Babbage',
      },
    ],
  })
  expect(upstream.requests[0]).toBe('WIKIPEDIA /api/rest_v1/page/summary/Ada_Lovelace?redirect=true')
})

test('wiki: a title with several meanings comes with them, a misspelt one is found', async () => {
  const ambiguous = { ...(samples['summary'] as object), type: 'disambiguation', title: 'Ada' }
  const { call, upstream } = await stageLiveData({
    WIKIPEDIA: (url) => {
      if (url.pathname === '/w/api.php') return { body: samples['search'] }
      if (url.pathname.endsWith('/Ada')) return { body: ambiguous }
      return url.pathname.endsWith('/Ada_Lovelace') ? { body: samples['summary'] } : { status: 404, body: {} }
    },
  })
  expect(await call('wiki', { title: 'Ada' })).toMatchObject({
    kind: 'disambiguation',
    alternatives: [
      { title: 'Ada Lovelace', description: 'the first programmer' },
      { title: 'Charles Babbage' },
    ],
  })
  expect(await call('wiki', { title: 'Ada Lovlace' })).toMatchObject({
    title: 'Ada Lovelace',
    kind: 'article',
  })
  upstream.routes['WIKIPEDIA'] = (url) =>
    url.pathname === '/w/api.php' ? { body: { query: { search: [] } } } : { status: 404, body: {} }
  await expect(call('wiki', { title: 'Qwxyz' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(call('wiki', { title: '..' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(call('wiki', { title: 'A', language: 'evil.example/' })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('word: meanings by part of speech, with the first recording that there is', async () => {
  const { call } = await stageLiveData(sampleRoutes())
  expect(await call('word', { word: 'Run' })).toEqual({
    word: 'run',
    language: 'en',
    phonetic: '/ɹʌn/',
    audio_url: 'https://audio.example.org/run.mp3',
    meanings: [
      {
        part_of_speech: 'verb',
        definitions: [{ definition: 'To move fast on foot.', example: 'Run home.' }],
        synonyms: ['race', 'sprint'],
        antonyms: ['walk'],
      },
    ],
    source: {
      name: 'Free Dictionary API',
      url: 'https://en.wiktionary.org/wiki/run',
      attribution: 'Definitions from Wiktionary (CC BY-SA 3.0)',
    },
    ...fresh,
  })
})

test('word: Wiktionary knows more words, and a word that nobody knows is told', async () => {
  const unknown = () => ({ status: 404, body: { title: 'No Definitions Found' } })
  const { call, upstream } = await stageLiveData({ ...sampleRoutes(), DICTIONARYAPI: unknown })
  expect(await call('word', { word: 'cat' })).toMatchObject({
    meanings: [{ part_of_speech: 'noun', definitions: [{ definition: 'A cat:', example: 'The cat sat.' }] }],
    source: { name: 'Wiktionary' },
  })
  upstream.routes['WIKTIONARY'] = (url) =>
    url.pathname.endsWith('/Polish') ? { body: samples['definition'] } : { status: 404, body: {} }
  expect(await call('word', { word: 'Polish' })).toMatchObject({ word: 'Polish' })
  await expect(call('word', { word: 'qwxyz' })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('"qwxyz"'),
  })
})

test('translate: MyMemory needs nothing; its entities are text again', async () => {
  const { call, upstream } = await stageLiveData(sampleRoutes())
  const text = 'The first sentence is here.\nAnd this is the second one.'
  expect(await call('translate', { text, target: 'German' })).toEqual({
    text,
    translated_text: "Es ist's\nEs ist's",
    source_language: 'en',
    target_language: 'de',
    detected: true,
    source: {
      name: 'MyMemory',
      url: 'https://mymemory.translated.net/',
      attribution: 'Translated by MyMemory',
    },
    ...fresh,
  })
  expect(upstream.requests).toHaveLength(2)
  expect(upstream.requests[0]).toContain('langpair=en%7Cde')
})

test.each([
  [
    'the quota',
    {
      responseStatus: 200,
      responseData: {
        translatedText: 'MYMEMORY WARNING: YOU USED ALL AVAILABLE FREE TRANSLATIONS FOR TODAY.',
      },
    },
    'upstream_failed',
  ],
  [
    'the languages',
    {
      responseStatus: '403',
      responseDetails: 'PLEASE SELECT TWO DISTINCT LANGUAGES',
      responseData: { translatedText: 'PLEASE SELECT TWO DISTINCT LANGUAGES' },
    },
    'invalid_request',
  ],
  [
    'anything else',
    {
      responseStatus: '403',
      responseDetails: 'INVALID EMAIL PROVIDED',
      responseData: { translatedText: 'INVALID EMAIL PROVIDED' },
    },
    'upstream_failed',
  ],
  ['nothing', { responseStatus: 200, responseData: { translatedText: '' } }, 'upstream_failed'],
])('translate: a complaint about %s is never shown as a translation', async (_what, body, code) => {
  const { call } = await stageLiveData({ MYMEMORY: () => ({ body }) })
  await expect(call('translate', { text: 'Good morning', target: 'de', source: 'en' })).rejects.toMatchObject(
    { code },
  )
})

test('translate: DeepL with a key, LibreTranslate with a server, and the next one when one fails', async () => {
  const { call, upstream, settings, liveData } = await stageLiveData(sampleRoutes())
  delete settings['UPSTREAM_LIBRETRANSLATE']
  settings['DEEPL_API_KEY'] = 'abc:fx'
  const wish = { text: 'Good morning', target: 'pt' }
  expect(await call('translate', wish)).toMatchObject({
    translated_text: 'Guten Morgen',
    source_language: 'en',
    source: { name: 'DeepL' },
  })
  expect(upstream.headers[0]).toMatchObject({ authorization: 'DeepL-Auth-Key abc:fx' })
  settings['LIBRETRANSLATE_URL'] = `${upstream.origin}/LIBRETRANSLATE`
  upstream.routes['DEEPL'] = () => ({ status: 403 })
  expect(await call('translate', { ...wish, text: 'Good evening' })).toMatchObject({
    source: { name: 'LibreTranslate' },
  })
  upstream.routes['LIBRETRANSLATE'] = () => ({ body: { translatedText: '🤖' } })
  expect(await call('translate', { ...wish, text: 'Good night' })).toMatchObject({
    source: { name: 'MyMemory' },
  })
  const deepL = liveData.providers().find(({ provider }) => provider === 'DEEPL')
  expect(deepL).toMatchObject({ status: 'degraded', message: expect.stringContaining('DEEPL_API_KEY') })
})

test('translate: what cannot be meant is refused before anybody is asked', async () => {
  const { call, upstream } = await stageLiveData(sampleRoutes())
  const refused = (input: object) =>
    expect(call('translate', input)).rejects.toMatchObject({ code: 'invalid_request' })
  await refused({ text: 'Hi', target: 'Klingonish' })
  await refused({ text: 'Hi', target: 'de', source: 'de' })
  await refused({ text: 'Wie geht es dir und was ist das?', target: 'de' })
  await refused({ text: ' \n ', target: 'de', source: 'en' })
  expect(upstream.requests).toEqual([])
})

test('feed: read through the guard, which lets nobody to this machine', async () => {
  const feed = '<rss version="2.0"><channel><title>F</title><item><title>A</title></item></channel></rss>'
  const { call, settings, upstream } = await stageLiveData({
    feed: (url) => {
      if (url.pathname === '/moved')
        return { status: 301, headers: { location: `${upstream.origin}/feed/here` } }
      if (url.pathname === '/trap')
        return { status: 302, headers: { location: 'http://169.254.169.254/latest' } }
      return { body: feed, headers: { 'content-type': 'application/rss+xml' } }
    },
  })
  const url = `${upstream.origin}/feed/moved`
  await expect(call('feed', { url })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(call('feed', { url: 'http://localhost:1/feed' })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(call('feed', { url: 'http://[::ffff:127.0.0.1]/feed' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(call('feed', { url: 'http://0x7f.1/feed' })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(call('feed', { url: 'http://user:pass@example.org/' })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(upstream.requests).toEqual([])
  settings['ALLOWED_PRIVATE_TARGETS'] = [new URL(upstream.origin).host]
  expect(await call('feed', { url: `${url}#part` })).toMatchObject({
    url: `${upstream.origin}/feed/here`,
    title: 'F',
  })
  await expect(call('feed', { url: `${upstream.origin}/feed/trap` })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('feed: a name that leads to this machine is refused, also when it leads there only the second time', async () => {
  let asked = 0
  const lookup = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) => {
    asked += 1
    callback(null, [{ address: asked === 1 ? '192.0.0.8' : '127.0.0.1', family: 4 }])
  }) as unknown as typeof dnsLookup
  const fetchGiven = guardedFetch({ allowedTargets: () => [], lookup })
  const { call } = await stageLiveData({}, { fetchGiven })
  await expect(call('feed', { url: 'http://rebound.example.org/' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(call('feed', { url: 'http://rebound.example.org/' })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('feed: nothing there, or no feed there, is told; an old feed is better than the page of a hotel', async () => {
  const { call, settings, upstream, clock } = await stageLiveData({
    feed: (url) =>
      url.pathname === '/gone' ? { status: 410 } : { body: '<html><body>Log in</body></html>' },
  })
  settings['ALLOWED_PRIVATE_TARGETS'] = [new URL(upstream.origin).host]
  await expect(call('feed', { url: `${upstream.origin}/feed/gone` })).rejects.toMatchObject({
    code: 'not_found',
  })
  const url = `${upstream.origin}/feed/x`
  await expect(call('feed', { url })).rejects.toMatchObject({
    code: 'not_found',
    message: `${url} is not a feed.`,
  })
  const page = upstream.routes['feed']!
  upstream.routes['feed'] = () => ({ body: '<rss><channel><title>F</title></channel></rss>' })
  await call('feed', { url })
  upstream.routes['feed'] = page
  clock.ms += 11 * MINUTE
  expect(await call('feed', { url })).toMatchObject({ title: 'F', stale: true, age_s: 660 })
})

test('astronomy: the picture and the station, and one without the other', async () => {
  const { call, upstream, clock } = await stageLiveData(sampleRoutes())
  const attribution = 'NASA Astronomy Picture of the Day, © Ada Lovelace'
  const source = { name: 'NASA APOD', url: 'https://apod.nasa.gov/apod/ap260302.html', attribution }
  expect(await call('astronomy')).toEqual({
    picture: {
      date: '2026-03-02',
      title: 'A nebula',
      explanation: 'What it shows.',
      media_type: 'image',
      url: 'https://apod.nasa.gov/apod/image/nebula.jpg',
      hd_url: 'https://apod.nasa.gov/apod/image/nebula_big.jpg',
      thumbnail_url: null,
      copyright: 'Ada Lovelace',
      source,
    },
    station: {
      name: 'International Space Station',
      time: '2026-03-02T09:30:00.000Z',
      latitude: 12.5,
      longitude: -45.25,
      altitude_km: 421.5,
      velocity_km_h: 27_580.5,
      visibility: 'eclipsed',
      source: {
        name: 'Where the ISS at?',
        url: 'https://wheretheiss.at/',
        attribution: 'Position by wheretheiss.at',
      },
    },
    source,
    ...fresh,
  })
  clock.ms += 2 * MINUTE
  upstream.routes['WHERETHEISS'] = down
  expect(await call('astronomy')).toMatchObject({
    station: { latitude: -12.5, source: { name: 'Open Notify' } },
  })
  clock.ms += 2 * MINUTE
  upstream.routes['OPEN_NOTIFY'] = down
  expect(await call('astronomy')).toMatchObject({
    picture: { title: 'A nebula' },
    station: null,
    stale: false,
  })
  upstream.routes['NASA'] = down
  clock.ms += 24 * 60 * MINUTE
  expect(await call('astronomy')).toMatchObject({
    picture: { title: 'A nebula' },
    station: null,
    stale: true,
  })
})

test('astronomy: a refused key leaves the station; nothing at all is told', async () => {
  const { call, upstream } = await stageLiveData({
    ...sampleRoutes(),
    NASA: () => ({ status: 403, body: {} }),
  })
  expect(await call('astronomy')).toMatchObject({ picture: null, source: { name: 'Where the ISS at?' } })
  expect(upstream.requests).toContain('NASA /planetary/apod?api_key=DEMO_KEY&thumbs=true')
  const none = await stageLiveData({ NASA: () => ({ status: 403, body: {} }) })
  await expect(none.call('astronomy')).rejects.toMatchObject({ code: 'not_configured' })
})

test('sports: live games first, then what ended last, then what comes', async () => {
  const { call, upstream } = await stageLiveData(sampleRoutes())
  const answer = await call('sports', { sport: 'soccer' })
  expect(answer).toMatchObject({ sport: 'soccer', league: 'eng.1', league_name: 'Example League' })
  expect(answer['games']).toEqual([
    {
      id: '2',
      name: 'Blues at Reds',
      starts_at: '2026-03-01T12:00:00.000Z',
      state: 'live',
      status_text: 'in',
      clock: "58'",
      period: 2,
      home: { name: 'Reds', abbreviation: 'RED', score: 0, score_text: '0', winner: null },
      away: { name: 'Blues', abbreviation: 'BLU', score: 3, score_text: '3', winner: null },
    },
    expect.objectContaining({
      id: '1',
      state: 'finished',
      clock: null,
      home: expect.objectContaining({ score: 2, winner: true }),
      away: expect.objectContaining({ score: 1, winner: false }),
    }),
    expect.objectContaining({ id: '3', state: 'scheduled', home: expect.objectContaining({ score: null }) }),
  ])
  await call('sports', { sport: 'cricket', league: 'IPL' })
  await call('sports', { sport: 'american_football' })
  expect(upstream.requests).toEqual([
    'ESPN /apis/site/v2/sports/soccer/eng.1/scoreboard',
    'ESPN /apis/site/v2/sports/cricket/8048/scoreboard',
    'ESPN /apis/site/v2/sports/football/nfl/scoreboard',
  ])
})

test('sports: asked again after half a minute while a game is on', async () => {
  const { call, upstream, clock } = await stageLiveData(sampleRoutes())
  await call('sports', { sport: 'soccer' })
  clock.ms += 29_000
  await call('sports', { sport: 'soccer' })
  expect(upstream.requests).toHaveLength(1)
  clock.ms += 2000
  await call('sports', { sport: 'soccer' })
  expect(upstream.requests).toHaveLength(2)
})

test('sports: TheSportsDB where ESPN fails or has no games; unknown leagues and empty days are told', async () => {
  const { call, upstream } = await stageLiveData({
    ...sampleRoutes(),
    ESPN: () => ({ body: { leagues: [], events: [] } }),
  })
  expect(await call('sports', { sport: 'soccer', league: 'epl' })).toMatchObject({
    league: 'eng.1',
    league_name: 'English Premier League',
    games: [{ id: '9', starts_at: '2026-03-01T15:00:00.000Z', away: { score: 2, winner: true } }],
    source: { name: 'TheSportsDB' },
  })
  expect(upstream.requests[1]).toBe('THESPORTSDB /api/v1/json/123/eventsday.php?d=2026-03-02&s=Soccer&l=4328')
  upstream.routes['THESPORTSDB'] = () => ({ body: { events: null } })
  await expect(call('sports', { sport: 'basketball' })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('No NBA games'),
  })
  upstream.routes['ESPN'] = () => ({ status: 400, body: { code: 400, message: 'Failed to get league' } })
  await expect(call('sports', { sport: 'soccer', league: 'moon.1' })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('eng.1 (English Premier League)'),
  })
  await expect(call('sports', { sport: 'chess' })).rejects.toMatchObject({ code: 'invalid_request' })
})

test('recipe: ingredients with their measures, steps without headings, the exact name first', async () => {
  const { call } = await stageLiveData(sampleRoutes())
  expect(await call('recipe', { query: 'soup' })).toEqual({
    id: '2',
    title: 'Soup',
    category: 'Starter',
    cuisine: null,
    tags: ['Soup', 'Warm'],
    ingredients: [
      { name: 'Tomato', measure: '2' },
      { name: 'Salt', measure: null },
    ],
    steps: ['Boil.', 'Serve hot.'],
    image_url: 'https://meals.example.org/soup.jpg',
    video_url: null,
    recipe_url: null,
    alternatives: [{ id: '1', title: 'Tomato Soup' }],
    source: { name: 'TheMealDB', url: 'https://www.themealdb.com/meal/2', attribution: 'Recipe: TheMealDB' },
    ...fresh,
  })
})

test('recipe: another one at random each time; by ingredient when no dish has that name; and none at all', async () => {
  const { call, upstream } = await stageLiveData(sampleRoutes())
  await call('recipe')
  await call('recipe')
  expect(upstream.requests).toEqual([
    'THEMEALDB /api/json/v1/1/random.php',
    'THEMEALDB /api/json/v1/1/random.php',
  ])
  const found = upstream.routes['THEMEALDB']!
  upstream.routes['THEMEALDB'] = (url, raw) =>
    url.pathname.endsWith('/search.php') ? { body: { meals: null } } : found(url, raw)
  expect(await call('recipe', { query: 'goat' })).toMatchObject({ title: 'Tomato Soup' })
  expect(upstream.requests.at(-1)).toBe('THEMEALDB /api/json/v1/1/lookup.php?i=7')
  upstream.routes['THEMEALDB'] = () => ({ body: { meals: null } })
  await expect(call('recipe', { query: 'gravel' })).rejects.toMatchObject({ code: 'not_found' })
})

test('fundamentals: whole currencies, and the rate between the two', async () => {
  const { liveData, upstream } = await stageLiveData({
    ...sampleRoutes(),
    FRANKFURTER: () => ({ body: [{ date: '2026-03-02', base: 'GBP', quote: 'EUR', rate: 1.2 }] }),
  })
  expect(await liveData.fundamentals('ACME.L', new AbortController())).toEqual({
    ticker: 'ACME.L',
    name: 'Acme plc',
    marketCurrency: 'GBP',
    price: 2.5,
    marketCap: 5_000_000,
    reportingCurrency: 'EUR',
    exchangeRate: 1.2,
    totalDebt: 1_000_000,
    cash: 500_000,
    revenue: 4_000_000,
    ebitda: 900_000,
    netIncome: 300_000,
    asOf: '2026-02-27',
    source: 'Yahoo Finance, delayed',
  })
  expect(upstream.headers[1]).toMatchObject({ cookie: 'A3=one' })
  expect(upstream.requests[2]).toContain('crumb=crumb.1')
})

test('fundamentals: a session that has ended is opened anew, once', async () => {
  const routes = sampleRoutes()
  const { liveData, upstream } = await stageLiveData(routes)
  const good = routes['YAHOO']!
  let refusals = 0
  upstream.routes['YAHOO'] = (url, raw) => {
    if (!url.pathname.startsWith('/v10/') || refusals > 0) return good(url, raw)
    refusals += 1
    return {
      status: 401,
      body: { finance: { result: null, error: { code: 'Unauthorized', description: 'Invalid Crumb' } } },
    }
  }
  expect(await liveData.fundamentals('ACME.L', new AbortController())).toMatchObject({ name: 'Acme plc' })
  expect(upstream.requests.filter((request) => request.startsWith('YAHOO /v1/test'))).toHaveLength(2)
})

test('fundamentals: the reports to the SEC stand in, over the last twelve months, with the price of the market', async () => {
  const good = sampleRoutes()['YAHOO']!
  const { liveData, settings, upstream } = await stageLiveData({
    ...sampleRoutes(),
    YAHOO: (url, raw) => (url.pathname.startsWith('/v8/') ? good(url, raw) : { status: 500 }),
  })
  settings['USER_EMAIL'] = 'ada@example.org'
  expect(await liveData.fundamentals('ACME', new AbortController())).toEqual({
    ticker: 'ACME',
    name: 'ACME CORP',
    marketCurrency: 'USD',
    price: 12.5,
    marketCap: 12_500,
    reportingCurrency: 'USD',
    exchangeRate: null,
    totalDebt: 200,
    cash: 50,
    revenue: 430,
    ebitda: 75,
    netIncome: 40,
    asOf: '2026-02-27',
    source: 'SEC EDGAR; price: Yahoo Finance',
  })
  const asked = upstream.requests.findIndex((request) => request.startsWith('SEC'))
  expect(upstream.headers[asked]!['user-agent']).toBe('Deskhand/1.2.3 ada@example.org')
  await expect(liveData.fundamentals('NOPE', new AbortController())).rejects.toMatchObject({
    code: 'upstream_failed',
  })
})

test('the health of every provider is listed, those without their setting as not configured', async () => {
  const { liveData, call } = await stageLiveData(sampleRoutes())
  await call('weather', { city: 'Springfield' })
  const health = Object.fromEntries(liveData.providers().map(({ provider, status }) => [provider, status]))
  expect(health).toMatchObject({
    OPEN_METEO: 'ok',
    OPEN_METEO_GEOCODING: 'ok',
    WTTR: 'unknown',
    NEWSAPI: 'not_configured',
    DEEPL: 'not_configured',
  })
  expect(health).not.toHaveProperty('FEEDS')
})
