/** Small answers of our own making, in the shape of each provider's. */
export const samples: Readonly<Record<string, unknown>> = {
  places: {
    results: [
      place({ id: 1, name: 'Springfield', admin1: 'Illinois', country: 'United States', country_code: 'US' }),
      place({ id: 2, name: 'Springfield', admin1: 'Missouri', country: 'United States', country_code: 'US' }),
      place({ id: 3, name: 'Springfield', admin1: 'Ontario', country: 'Canada', country_code: 'CA' }),
    ],
    generationtime_ms: 1,
  },
  forecast: {
    latitude: 40,
    longitude: -90,
    utc_offset_seconds: -18_000,
    timezone: 'America/Chicago',
    current_units: { temperature_2m: '°C', wind_speed_10m: 'km/h', precipitation: 'mm' },
    current: {
      time: '2026-03-02T09:15',
      temperature_2m: 4.2,
      relative_humidity_2m: 71,
      apparent_temperature: 1.1,
      is_day: 1,
      precipitation: 0.2,
      weather_code: 61,
      wind_speed_10m: 12.5,
      wind_direction_10m: 225,
    },
    hourly: {
      time: ['2026-03-02T08:00', '2026-03-02T09:00', '2026-03-02T10:00', '2026-03-02T11:00'],
      temperature_2m: [3.1, 4, 4.9, null],
      precipitation_probability: [10, 60, null, 80],
      weather_code: [3, 61, 63, 63],
      wind_speed_10m: [10, 12, 13, 14],
    },
    daily: {
      time: ['2026-03-02'],
      weather_code: [61],
      temperature_2m_max: [6.5],
      temperature_2m_min: [-1.5],
      sunrise: ['2026-03-02T06:31'],
      sunset: ['2026-03-02T17:52'],
    },
  },
  wttr: {
    current_condition: [
      {
        temp_C: '5',
        temp_F: '41',
        FeelsLikeC: '2',
        FeelsLikeF: '36',
        humidity: '70',
        precipMM: '0.1',
        precipInches: '0.0',
        windspeedKmph: '11',
        windspeedMiles: '7',
        winddirDegree: '220',
        weatherCode: '296',
        weatherDesc: [{ value: 'Light Rain' }],
        localObsDateTime: '2026-03-02 09:10 AM',
        observation_time: '03:10 PM',
      },
    ],
    nearest_area: [
      {
        areaName: [{ value: 'Springfield' }],
        region: [{ value: 'Illinois' }],
        country: [{ value: 'United States of America' }],
        latitude: '39.8',
        longitude: '-89.6',
      },
    ],
    weather: [
      {
        date: '2026-03-02',
        maxtempC: '6',
        maxtempF: '43',
        mintempC: '-2',
        mintempF: '28',
        astronomy: [{ sunrise: '06:31 AM', sunset: '05:52 PM' }],
        hourly: ['0', '900', '1200'].map((time, index) => ({
          time,
          tempC: String(index + 1),
          tempF: String(index + 34),
          chanceofrain: '40',
          chanceofsnow: '5',
          windspeedKmph: '9',
          windspeedMiles: '6',
          weatherCode: '116',
          weatherDesc: [{ value: 'Partly cloudy' }],
        })),
      },
    ],
  },
  chart: chart({
    meta: {
      symbol: 'ACME',
      currency: 'USD',
      longName: 'Acme Corporation',
      fullExchangeName: 'NasdaqGS',
      exchangeTimezoneName: 'America/New_York',
      gmtoffset: -18_000,
      regularMarketPrice: 12.5,
      regularMarketTime: 1_772_226_000,
      chartPreviousClose: 9,
      dataGranularity: '1d',
      range: '1mo',
    },
    timestamp: [1_772_029_800, 1_772_116_200, 1_772_202_600],
    close: [11, null, 12.4],
  }),
  rates: [
    { date: '2026-02-27', base: 'EUR', quote: 'EUR', rate: 1 },
    { date: '2026-02-27', base: 'EUR', quote: 'USD', rate: 1.1 },
    { date: '2026-02-26', base: 'EUR', quote: 'JPY', rate: 165.5 },
  ],
  news: {
    status: 'ok',
    totalResults: 2,
    articles: [
      {
        source: { id: null, name: 'Example Times' },
        author: null,
        title: 'Older headline - Example Times',
        description: null,
        url: 'https://news.example.org/1',
        urlToImage: 'http://192.168.1.1/reboot',
        publishedAt: '2026-03-01T08:00:00Z',
        content: null,
      },
      {
        source: { id: null, name: 'Example Post' },
        author: 'Ada',
        title: 'Newer headline',
        description: 'What it says.',
        url: 'https://news.example.org/2',
        urlToImage: 'https://news.example.org/2.jpg',
        publishedAt: '2026-03-02T08:00:00Z',
        content: 'What it says… [+20 chars]',
      },
    ],
  },
  summary: {
    type: 'standard',
    title: 'Ada Lovelace',
    displaytitle: '<b>Ada Lovelace</b>',
    lang: 'en',
    description: 'English mathematician',
    extract: 'Ada Lovelace was an English mathematician.',
    timestamp: '2026-02-20T12:00:00Z',
    thumbnail: { source: 'https://upload.example.org/ada.jpg', width: 1, height: 1 },
    coordinates: { lat: 51.5, lon: -0.1 },
    content_urls: { desktop: { page: 'https://en.wikipedia.org/wiki/Ada_Lovelace' } },
  },
  search: {
    batchcomplete: true,
    query: {
      search: [
        { ns: 0, title: 'Ada Lovelace', snippet: 'the <b>first</b> programmer' },
        { ns: 0, title: 'Charles Babbage', snippet: 'built &amp; planned engines' },
      ],
    },
  },
  word: [
    {
      word: 'run',
      phonetic: '/ɹʌn/',
      phonetics: [
        { text: '/ɹʌn/', audio: '' },
        { text: '/ɹʊn/', audio: 'https://audio.example.org/run.mp3' },
      ],
      meanings: [
        {
          partOfSpeech: 'verb',
          definitions: [{ definition: 'To move fast on foot.', example: 'Run home.', synonyms: ['sprint'] }],
          synonyms: ['race'],
          antonyms: ['walk'],
        },
      ],
      license: { name: 'CC BY-SA 3.0' },
      sourceUrls: ['https://en.wiktionary.org/wiki/run'],
    },
  ],
  definition: {
    en: [
      {
        partOfSpeech: 'Noun',
        definitions: [
          {
            definition: 'A <a href="/wiki/cat">cat</a>:<ol><li>A tame one.</li></ol>',
            examples: ['<i>The cat sat.</i>'],
          },
          { definition: '' },
        ],
      },
    ],
  },
  myMemory: { responseData: { translatedText: 'Es ist&#39;s', match: 1 }, responseStatus: 200, matches: [] },
  picture: {
    date: '2026-03-02',
    title: 'A nebula',
    explanation: 'What it shows.',
    media_type: 'image',
    url: 'https://apod.nasa.gov/apod/image/nebula.jpg',
    hdurl: 'https://apod.nasa.gov/apod/image/nebula_big.jpg',
    copyright: '\nAda\nLovelace',
  },
  station: {
    latitude: 12.5,
    longitude: -45.25,
    altitude: 421.5,
    velocity: 27_580.5,
    visibility: 'eclipsed',
    timestamp: 1_772_443_800,
    units: 'kilometers',
  },
  stationNow: {
    message: 'success',
    timestamp: 1_772_443_801,
    iss_position: { latitude: '-12.5000', longitude: '45.2500' },
  },
  scoreboard: {
    leagues: [{ name: 'Example League' }],
    events: [game('1', 'post', ['2', '1']), game('2', 'in', ['0', '3']), game('3', 'pre', ['0', '0'])],
  },
  day: {
    events: [
      {
        idEvent: '9',
        idLeague: '4328',
        strEvent: 'Reds vs Blues',
        strHomeTeam: 'Reds',
        strAwayTeam: 'Blues',
        intHomeScore: '1',
        intAwayScore: '2',
        strTimestamp: '2026-03-01T15:00:00',
        strStatus: 'Match Finished',
        strPostponed: 'no',
      },
      {
        idEvent: '10',
        idLeague: '1',
        strHomeTeam: 'A',
        strAwayTeam: 'B',
        strTimestamp: '2026-03-01T15:00:00',
      },
    ],
  },
  meals: { meals: [meal('1', 'Tomato Soup'), meal('2', 'Soup')] },
  dishes: { meals: [{ idMeal: '7', strMeal: 'Goat Stew', strMealThumb: 'https://meals.example.org/7.jpg' }] },
  companySummary: {
    quoteSummary: {
      result: [
        {
          price: {
            symbol: 'ACME.L',
            longName: 'Acme plc',
            currency: 'GBp',
            regularMarketPrice: 250,
            regularMarketTime: 1_772_226_000,
            marketCap: 5_000_000,
          },
          defaultKeyStatistics: { netIncomeToCommon: 300_000 },
          financialData: {
            financialCurrency: 'EUR',
            totalDebt: 1_000_000,
            totalCash: 500_000,
            totalRevenue: 4_000_000,
            ebitda: 900_000,
          },
        },
      ],
      error: null,
    },
  },
  tickers: { 0: { cik_str: 77, ticker: 'ACME', title: 'Acme Corporation' } },
  facts: {
    cik: 77,
    entityName: 'ACME CORP',
    facts: {
      dei: { EntityCommonStockSharesOutstanding: facts('shares', [['', '2026-02-01', 1000]]) },
      'us-gaap': {
        Assets: facts('USD', [
          ['', '2025-09-30', 900],
          ['', '2025-12-31', 1000],
        ]),
        LongTermDebt: facts('USD', [['', '2025-12-31', 200]]),
        CashAndCashEquivalentsAtCarryingValue: facts('USD', [['', '2025-12-31', 50]]),
        Revenues: facts('USD', [
          ['2024-10-01', '2024-12-31', 90],
          ['2024-10-01', '2025-09-30', 400],
          ['2025-10-01', '2025-12-31', 120],
        ]),
        NetIncomeLoss: facts('USD', [['2024-10-01', '2025-09-30', 40]]),
        OperatingIncomeLoss: facts('USD', [['2024-10-01', '2025-09-30', 60]]),
        DepreciationDepletionAndAmortization: facts('USD', [['2024-10-01', '2025-09-30', 15]]),
      },
    },
  },
}

function place(fields: object): object {
  return { latitude: 40, longitude: -90, timezone: 'America/Chicago', population: 1000, ...fields }
}

function chart({ meta, timestamp, close }: { meta: object; timestamp: number[]; close: (number | null)[] }) {
  return { chart: { result: [{ meta, timestamp, indicators: { quote: [{ close }] } }], error: null } }
}

function game(id: string, state: string, scores: readonly [string, string]): object {
  const side = (homeAway: string, score: string, won: boolean) => ({
    homeAway,
    score,
    winner: state === 'post' && won,
    team: {
      displayName: homeAway === 'home' ? 'Reds' : 'Blues',
      abbreviation: homeAway === 'home' ? 'RED' : 'BLU',
    },
  })
  const status = { displayClock: "58'", period: 2, type: { name: 'STATUS', state, shortDetail: state } }
  return {
    id,
    name: 'Blues at Reds',
    date: `2026-03-01T1${id}:00Z`,
    status,
    competitions: [{ status, competitors: [side('home', scores[0], true), side('away', scores[1], false)] }],
  }
}

function meal(id: string, title: string): object {
  return {
    idMeal: id,
    strMeal: title,
    strCategory: 'Starter',
    strArea: 'Unknown',
    strInstructions: 'step 1\r\nBoil.\r\n\r\nSTEP 2 - SERVING\r\nServe hot.',
    strMealThumb: 'https://meals.example.org/soup.jpg',
    strTags: 'Soup,Warm',
    strYoutube: '',
    strIngredient1: 'Tomato',
    strMeasure1: ' 2 ',
    strIngredient2: 'Salt',
    strMeasure2: ' ',
    strIngredient3: '',
    strMeasure3: null,
    strSource: null,
  }
}

function facts(
  unit: string,
  rows: readonly (readonly [start: string, end: string, value: number])[],
): object {
  return {
    units: {
      [unit]: rows.map(([start, end, val]) => ({
        ...(start && { start }),
        end,
        val,
        filed: end,
        form: '10-K',
      })),
    },
  }
}
