import { beforeEach, describe, expect, test } from 'vitest'
import { sampleRoutes } from './live-data-routes.ts'
import { stageLiveData } from './live-data-stage.ts'
import { bytesOf, filesIn, hasRecordings, jsonOf, replay } from './recordings.ts'
import type { UpstreamRoute } from './upstream.ts'

const HOUR = 3_600_000
const down: UpstreamRoute = () => ({ status: 500 })
const used = new Set<string>()

/** Every provider with a recording in place of its sample, or with none. */
function routes(recordings: Readonly<Record<string, string | UpstreamRoute>>): Record<string, UpstreamRoute> {
  const replaced = Object.entries(recordings).map(([provider, file]) => {
    if (typeof file !== 'string') return [provider, file] as const
    used.add(file)
    return [provider, () => replay(file)] as const
  })
  return { ...sampleRoutes(), ...Object.fromEntries(replaced) }
}

const list = (provider: string, pattern: RegExp) =>
  hasRecordings ? filesIn(provider).filter((file) => pattern.test(file)) : []

/** A local time of the recording, with the offset that it gives. */
const utc = (local: string, offset: number) => new Date(Date.parse(`${local}Z`) - offset * 1000).toISOString()

describe('recorded answers of the providers', () => {
  beforeEach((context) => {
    if (!hasRecordings) context.skip('The recordings are not beside this repository.')
  })

  test('weather: the place that is meant among those that were found', async () => {
    const { call } = await stageLiveData(
      routes({ OPEN_METEO_GEOCODING: 'open-meteo/geocode-hollywood.json' }),
    )
    for (const place of jsonOf('open-meteo/geocode-hollywood.json').results.slice(0, 3)) {
      const answer = await call('weather', { city: `Hollywood, ${place.admin1}, ${place.country}` })
      expect(answer).toMatchObject({
        city: place.name,
        region: place.admin1,
        country: place.country,
        country_code: place.country_code,
        latitude: place.latitude,
        longitude: place.longitude,
      })
    }
    const london = 'open-meteo/geocode-london-lang-zh-2026.json'
    const other = await stageLiveData(routes({ OPEN_METEO_GEOCODING: london }))
    const [first] = jsonOf(london).results
    expect(await other.call('weather', { city: 'London' })).toMatchObject({
      city: first.name,
      region: first.admin1,
    })
  })

  test('weather: a city that nobody knows', async () => {
    const { call } = await stageLiveData(
      routes({ OPEN_METEO_GEOCODING: 'open-meteo/geocode-unknown-city.json' }),
    )
    await expect(call('weather', { city: 'Xyzzy' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(list('open-meteo', /forecast-(?!general)/))('weather: every number of %s', async (file) => {
    const { call, settings } = await stageLiveData(routes({ OPEN_METEO: file, WTTR: down }))
    const recorded = jsonOf(file)
    const isImperial = recorded.current_units?.temperature_2m === '°F'
    if (isImperial) settings['UNITS'] = 'imperial'
    const answer = await call('weather', { city: 'Springfield' })
    const offset = recorded.utc_offset_seconds
    const now = recorded.current ?? recorded.current_weather
    const time = utc(now.time, offset)
    const { hourly: table = { time: [] }, daily = { time: [] } } = recorded
    const hours = table.time.flatMap((local: string, index: number) => ({
      time: utc(local, offset),
      temperature: table.temperature_2m[index] + 0,
      precipitation_probability_percent: either(table, 'precipitation_probability')?.[index] ?? null,
      wind_speed: either(table, 'wind_speed_10m', 'windspeed_10m')[index],
      weather_code: either(table, 'weather_code', 'weathercode')[index],
    }))
    const begins = Math.max(
      0,
      hours.findLastIndex((hour: { time: string }) => hour.time <= time),
    )
    const { temperature, wind_speed, weather_code } = hours[begins] ?? {}
    expect(answer).toMatchObject({
      utc_offset_s: offset,
      timezone: either(recorded, 'timezone'),
      units: isImperial
        ? { temperature: '°F', wind_speed: 'mph', precipitation: 'in' }
        : { temperature: '°C', wind_speed: 'km/h', precipitation: 'mm' },
      current: {
        time,
        temperature: either({ temperature, ...now }, 'temperature_2m', 'temperature'),
        feels_like: either(now, 'apparent_temperature'),
        precipitation: either(now, 'precipitation'),
        wind_speed: either({ wind_speed, ...now }, 'wind_speed_10m', 'windspeed', 'wind_speed'),
        wind_direction_degrees: either(now, 'wind_direction_10m', 'winddirection'),
        is_day: { undefined: null, 0: false, 1: true }[String(now.is_day) as '0'],
        weather_code: either({ weather_code, ...now }, 'weathercode', 'weather_code'),
      },
      hourly: hours.slice(begins),
      daily: daily.time.map((date: string, index: number) => ({
        date,
        temperature_max: daily.temperature_2m_max[index],
        temperature_min: daily.temperature_2m_min[index],
        sunrise: utc(daily.sunrise[index], offset),
        sunset: utc(daily.sunset[index], offset),
        weather_code: either(daily, 'weather_code', 'weathercode')[index],
      })),
    })
  })

  test.each(['open-meteo/forecast-general.json', 'open-meteo/error-429-daily-limit.json'])(
    'weather: %s has no temperature, so there is no weather',
    async (file) => {
      const { call } = await stageLiveData(routes({ OPEN_METEO: file, WTTR: down }))
      await expect(call('weather', { city: 'Springfield' })).rejects.toMatchObject({
        code: 'upstream_failed',
      })
    },
  )

  test.each(['wttr.in/j1-heideck-2026.json', 'wttr.in/upstream-wwo-data1.json'])(
    'weather: %s',
    async (file) => {
      const { call } = await stageLiveData(routes({ OPEN_METEO_GEOCODING: down, WTTR: file }))
      const recorded = jsonOf(file).data ?? jsonOf(file)
      const [area] = recorded.nearest_area
      const [now] = recorded.current_condition
      const answer = await call('weather', { city: 'Somewhere' })
      expect(answer).toMatchObject({
        city: area.areaName[0].value,
        region: area.region[0].value,
        country: area.country[0].value,
        latitude: Number(area.latitude),
        longitude: Number(area.longitude),
        current: {
          temperature: Number(now.temp_C),
          feels_like: Number(now.FeelsLikeC),
          humidity_percent: Number(now.humidity),
          precipitation: Number(now.precipMM),
          wind_speed: Number(now.windspeedKmph),
          wind_direction_degrees: Number(now.winddirDegree),
          condition: now.weatherDesc[0].value.toLowerCase(),
        },
        daily: recorded.weather.map((day: Record<string, string>) => ({
          date: day['date'],
          temperature_max: Number(day['maxtempC']),
          temperature_min: Number(day['mintempC']),
        })),
        source: { name: 'wttr.in' },
      })
      const { current, hourly } = answer as {
        current: { time: string }
        hourly: { time: string; temperature: number }[]
      }
      // The same minute in UTC.
      const clock = new Date(current.time).toLocaleTimeString('en-US', {
        timeZone: 'UTC',
        hour: '2-digit',
        minute: '2-digit',
      })
      expect(clock).toBe(now.observation_time)
      const all = recorded.weather.flatMap((day: { hourly: { tempC: string }[] }) =>
        day.hourly.map(({ tempC }) => Number(tempC)),
      )
      expect(hourly.map(({ temperature }) => temperature)).toEqual(all.slice(-hourly.length))
      expect(Date.parse(hourly[0]!.time)).toBeLessThanOrEqual(Date.parse(current.time))
      expect(Date.parse(hourly[1]!.time)).toBeGreaterThan(Date.parse(current.time))
    },
  )

  test('weather: a place that wttr.in does not know', async () => {
    const { call } = await stageLiveData(
      routes({ OPEN_METEO_GEOCODING: down, WTTR: 'wttr.in/unknown-location.txt' }),
    )
    await expect(call('weather', { city: 'Xyzzy' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(list('yahoo-finance', /chart-(?!unknown)/))('stock: every price of %s', async (file) => {
    const { call } = await stageLiveData(routes({ YAHOO: file }))
    const [{ meta, timestamp = [], indicators }] = jsonOf(file).chart.result
    const isPence = meta.currency === 'GBp'
    const whole = (price: number) => (isPence ? Number((price / 100).toPrecision(12)) : price)
    const closes: (number | null)[] = indicators.quote[0].close ?? []
    expect(await call('stock', { symbol: meta.symbol })).toMatchObject({
      symbol: meta.symbol,
      name: meta.longName ?? meta.shortName,
      currency: isPence ? 'GBP' : meta.currency,
      exchange: meta.fullExchangeName,
      timezone: meta.exchangeTimezoneName,
      price: whole(meta.regularMarketPrice),
      price_at: new Date(meta.regularMarketTime * 1000).toISOString(),
      previous_close: meta.previousClose ?? null,
      interval: meta.dataGranularity,
      series: timestamp.flatMap((stamp: number, index: number) => {
        const close = closes[index] ?? null
        return close === null ? [] : { time: new Date(stamp * 1000).toISOString(), close: whole(close) }
      }),
    })
  })

  test.each(list('yahoo-finance', /search-/))(
    'stock: an unknown symbol, with the names of %s',
    async (file) => {
      used.add(file)
      const unknown = 'yahoo-finance/chart-unknown-symbol-404.json'
      const { call } = await stageLiveData(
        routes({ YAHOO: (url) => replay(url.pathname.includes('/search') ? file : unknown) }),
      )
      used.add(unknown)
      const [first] = jsonOf(file).quotes
      await expect(call('stock', { symbol: 'XYZZY' })).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(
          `Did you mean ${first.symbol} (${first.longname ?? first.shortname})`,
        ),
      })
    },
  )

  test('stock: too many questions', async () => {
    const { call, upstream } = await stageLiveData(routes({ YAHOO: 'yahoo-finance/rate-limited-429.txt' }))
    await expect(call('stock', { symbol: 'AAPL' })).rejects.toMatchObject({ code: 'upstream_failed' })
    await expect(call('stock', { symbol: 'MSFT' })).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(upstream.requests).toHaveLength(1)
  })

  test('stock: a series and a limit of Alpha Vantage', async () => {
    const file = 'alpha-vantage/time-series-intraday-MSFT.json'
    const { call, settings, upstream } = await stageLiveData(routes({ YAHOO: down, ALPHA_VANTAGE: file }))
    settings['ALPHA_VANTAGE_API_KEY'] = 'key'
    const bars = Object.entries<Record<string, string>>(jsonOf(file)['Time Series (1min)']).toReversed()
    const closes = bars.map(([, bar]) => Number(bar['4. close']))
    expect(await call('stock', { symbol: 'MSFT' })).toMatchObject({
      price: closes.at(-1),
      // New York was five hours behind.
      price_at: new Date(Date.parse(`${bars.at(-1)![0]}Z`) + 5 * HOUR).toISOString(),
      timezone: 'US/Eastern',
      series: closes.map((close) => ({ close })),
    })
    upstream.routes['ALPHA_VANTAGE'] = routes({ A: 'alpha-vantage/rate-limited-information.json' })['A']!
    await expect(call('stock', { symbol: 'IBM' })).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test.each([
    ...list('alpha-vantage', /company|fx-rate|global-quote/).map((file) => ['ALPHA_VANTAGE', file]),
    ...list('yahoo-finance', /quote-|spark|timeseries/).map((file) => ['YAHOO', file]),
  ])('stock: an answer of %s to another question (%s) is no price', async (provider, file) => {
    const { call, settings } = await stageLiveData(
      routes({ YAHOO: down, ALPHA_VANTAGE: down, [provider]: file }),
    )
    settings['ALPHA_VANTAGE_API_KEY'] = 'key'
    await expect(call('stock', { symbol: 'AAPL' })).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test.each(list('yahoo-finance', /quoteSummary-comps/))('fundamentals: %s', async (file) => {
    const good = sampleRoutes()['YAHOO']!
    used.add(file)
    const { liveData } = await stageLiveData(
      routes({
        YAHOO: (url, raw) => (url.pathname.startsWith('/v10/') ? replay(file) : good(url, raw)),
        FRANKFURTER: (url) => ({
          body: [{ date: '2026-03-02', base: url.searchParams.get('base'), quote: 'CNY', rate: 7.2 }],
        }),
      }),
    )
    const [{ price, defaultKeyStatistics = {}, financialData = {} }] = jsonOf(file).quoteSummary.result
    const isPence = price.currency === 'GBp'
    const market = isPence ? 'GBP' : price.currency
    const reporting = financialData.financialCurrency ?? null
    const found = await liveData.fundamentals(price.symbol, new AbortController())
    expect(found).toEqual({
      ticker: price.symbol,
      name: price.longName,
      marketCurrency: market,
      price: isPence ? price.regularMarketPrice / 100 : price.regularMarketPrice,
      marketCap: price.marketCap,
      reportingCurrency: reporting,
      exchangeRate: reporting === 'CNY' ? 7.2 : null,
      totalDebt: financialData.totalDebt ?? null,
      cash: financialData.totalCash ?? null,
      revenue: financialData.totalRevenue ?? null,
      ebitda: financialData.ebitda ?? null,
      netIncome: defaultKeyStatistics.netIncomeToCommon ?? null,
      asOf: new Date(price.regularMarketTime * 1000).toISOString().slice(0, 10),
      source: 'Yahoo Finance, delayed',
    })
  })

  test('fundamentals: an invalid crumb, and a company without any', async () => {
    const good = sampleRoutes()['YAHOO']!
    const summaries = [
      'yahoo-finance/invalid-crumb-401.json',
      'yahoo-finance/quoteSummary-financialData-BTC-USD-404.json',
    ]
    for (const file of summaries) used.add(file)
    const { liveData, upstream } = await stageLiveData(
      routes({
        YAHOO: (url, raw) => (url.pathname.startsWith('/v10/') ? replay(summaries.shift()!) : good(url, raw)),
      }),
    )
    await expect(liveData.fundamentals('BTC-USD', new AbortController())).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(upstream.requests.filter((request) => request.includes('getcrumb'))).toHaveLength(2)
  })

  test.each(['NVDA', 'MRVL'])('fundamentals: what %s reported to the SEC', async (ticker) => {
    const file = `sec-edgar/companyfacts-${ticker}-trimmed.json`
    used.add(file)
    const { entityName, cik, facts } = jsonOf(file)
    const { liveData } = await stageLiveData(
      routes({
        YAHOO: down,
        SEC: (url) =>
          url.pathname.includes('tickers') ? { body: { 0: { cik_str: cik, ticker } } } : replay(file),
      }),
    )
    const found = await liveData.fundamentals(ticker, new AbortController())
    const books = facts['us-gaap']
    const latest = (concept: string) => books[concept].units.USD.at(-1).val
    const revenue = books.Revenues ? 'Revenues' : 'RevenueFromContractWithCustomerExcludingAssessedTax'
    expect(found).toMatchObject({
      name: entityName,
      reportingCurrency: 'USD',
      price: null,
      marketCap: null,
      totalDebt: latest('LongTermDebt'),
      cash: latest('CashAndCashEquivalentsAtCarryingValue'),
      revenue: quarters(books, revenue),
      netIncome: quarters(books, 'NetIncomeLoss'),
    })
    expect(found.ebitda).toBeGreaterThan(0)
  })

  test('fundamentals: a company that the SEC does not know, and an answer to another question', async () => {
    for (const file of ['sec-edgar/unknown-cik-404.xml', 'sec-edgar/submissions-MRVL.json']) {
      used.add(file)
      const { liveData } = await stageLiveData(
        routes({
          YAHOO: down,
          SEC: (url) =>
            url.pathname.includes('tickers') ? { body: { 0: { cik_str: 1, ticker: 'X' } } } : replay(file),
        }),
      )
      await expect(liveData.fundamentals('X', new AbortController())).rejects.toMatchObject({
        code: 'not_found',
      })
    }
  })

  test.each(list('frankfurter', /v2-rates|v1-.*(?:EUR|USD|PHP|dropped)/))(
    'exchange rates: %s',
    async (file) => {
      const recorded = jsonOf(file)
      const { call } = await stageLiveData(routes({ FRANKFURTER: file, OPEN_ER_API: down }))
      const rows: { quote: string; base: string; rate: number; date: string }[] = Array.isArray(recorded)
        ? recorded
        : Object.entries<number>(recorded.rates).map(([quote, rate]) => ({
            quote,
            base: recorded.base,
            rate: rate / recorded.amount,
            date: recorded.date,
          }))
      const base = rows[0]!.base
      expect(await call('exchangeRates', { base })).toMatchObject({
        base,
        date: rows
          .map(({ date }) => date)
          .toSorted()
          .at(-1),
        rates: Object.fromEntries(
          rows.filter(({ quote }) => quote !== base).map(({ quote, rate }) => [quote, rate]),
        ),
      })
    },
  )

  test('exchange rates: an unknown currency, and a question that was put wrongly', async () => {
    const unknown = await stageLiveData(routes({ FRANKFURTER: 'frankfurter/v1-not-found.json' }))
    await expect(unknown.call('exchangeRates', { base: 'XBT' })).rejects.toMatchObject({ code: 'not_found' })
    const wrong = await stageLiveData(
      routes({ FRANKFURTER: 'frankfurter/v2-error-422-unknown-parameter.json', OPEN_ER_API: down }),
    )
    await expect(wrong.call('exchangeRates', { base: 'USD' })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
  })

  test('exchange rates: those of the second provider', async () => {
    const file = 'open-er-api/latest-USD-2024-08-19.json'
    const { call, upstream } = await stageLiveData(routes({ FRANKFURTER: down, OPEN_ER_API: file }))
    const { USD: _one, ...rates } = jsonOf(file).rates
    expect(await call('exchangeRates', { base: 'USD' })).toMatchObject({
      date: new Date(jsonOf(file).time_last_update_unix * 1000).toISOString().slice(0, 10),
      rates,
      source: { attribution: 'Rates By Exchange Rate API' },
    })
    upstream.routes['OPEN_ER_API'] = routes({ A: 'open-er-api/unsupported-code.json' })['A']!
    await expect(call('exchangeRates', { base: 'XXX' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(list('newsapi', /top-headlines|everything-bbc/))('news: every headline of %s', async (file) => {
    const { call, settings } = await stageLiveData(routes({ NEWSAPI: file }))
    settings['NEWS_API_KEY'] = 'key'
    const answer = await call('news', { topic: 'anything' })
    const given = answer['articles'] as { title: string; url: string; published_at: string }[]
    const recorded = jsonOf(file).articles
    expect(given).toHaveLength(recorded.length)
    for (const article of recorded) {
      const found = given.find(({ url }) => url === new URL(article.url).href)!
      expect(found).toMatchObject({
        publisher: article.source.name,
        description: article.description?.trim() || null,
        published_at: new Date(article.publishedAt).toISOString(),
      })
      // Whole, or without where it is from.
      expect(article.title.trim().startsWith(found.title)).toBe(true)
      expect(article.title.trim().slice(found.title.length)).toMatch(/^(?: - .+)?$/)
    }
    const times = given.map(({ published_at }) => published_at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test.each([
    ['newsapi/everything-empty.json', 'not_found'],
    ['newsapi/error-401-apiKeyInvalid.json', 'not_configured'],
    ['newsapi/error-426-maximumResultsReached.json', 'upstream_failed'],
    ['newsapi/error-429-rateLimited.json', 'upstream_failed'],
    ['newsapi/sources.json', 'upstream_failed'],
  ])('news: %s is %s', async (file, code) => {
    const { call, settings } = await stageLiveData(routes({ NEWSAPI: file }))
    settings['NEWS_API_KEY'] = 'key'
    await expect(call('news', { topic: 'anything' })).rejects.toMatchObject({ code })
  })

  test.each(list('wikipedia', /summary-(?!not-found)/))('wiki: %s', async (file) => {
    const { call } = await stageLiveData(
      routes({ WIKIPEDIA: (url) => (url.pathname === '/w/api.php' ? replay(search) : replay(file)) }),
    )
    const search = 'wikipedia/prefixsearch-onboarding.json'
    used.add(file)
    const recorded = jsonOf(file)
    const answer = await call('wiki', { title: recorded.title, language: recorded.lang })
    expect(answer).toMatchObject({
      title: recorded.title,
      kind: recorded.type === 'disambiguation' ? 'disambiguation' : 'article',
      description: recorded.description,
      extract: recorded.extract,
      url: recorded.content_urls.desktop.page,
      language: recorded.lang,
      image_url: recorded.thumbnail?.source ?? null,
      latitude: recorded.coordinates?.lat ?? null,
      longitude: recorded.coordinates?.lon ?? null,
      updated_at: new Date(recorded.timestamp).toISOString(),
    })
    expect((answer['alternatives'] as object[]).length > 0).toBe(recorded.type === 'disambiguation')
  })

  test.each(list('wikipedia', /search(?!-no-results)/).filter((file) => !file.includes('empty')))(
    'wiki: the articles that %s found, in its order',
    async (file) => {
      const summary = 'wikipedia/summary-tokyo.json'
      used.add(file)
      const { call } = await stageLiveData(
        routes({ WIKIPEDIA: (url) => replay(url.pathname === '/w/api.php' ? file : summary) }),
      )
      const { pages } = jsonOf(file).query
      const titles = Object.values<{ ns: number; index: number; title: string }>(pages)
        .filter(({ ns }) => ns === 0)
        .toSorted((a, b) => a.index - b.index)
        .map(({ title }) => title)
      const answer = await call('wiki', { query: 'anything' })
      expect((answer['alternatives'] as { title: string }[]).map(({ title }) => title)).toEqual(
        titles.slice(1, 8),
      )
    },
  )

  test.each(list('wikipedia', /not-found/))('wiki: %s, and nothing that is like it', async (file) => {
    const empty = 'wikipedia/prefixsearch-empty.json'
    const suggestion = 'wikipedia/search-no-results-with-suggestion.json'
    for (const each of [file, empty, suggestion]) used.add(each)
    const { call, upstream } = await stageLiveData(
      routes({
        WIKIPEDIA: (url) => {
          if (url.pathname !== '/w/api.php') return replay(file)
          return replay(url.searchParams.get('srsearch') === 'assad' ? empty : suggestion)
        },
      }),
    )
    await expect(call('wiki', { title: 'Asad' })).rejects.toMatchObject({ code: 'not_found' })
    // The words that were probably meant have been tried.
    expect(upstream.requests.at(-1)).toContain(`srsearch=${jsonOf(suggestion).query.searchinfo.suggestion}`)
  })

  test.each(list('dictionaryapi', /entries/))('word: every definition of %s', async (file) => {
    const { call } = await stageLiveData(routes({ DICTIONARYAPI: file }))
    const [entry] = jsonOf(file)
    expect(await call('word', { word: entry.word })).toMatchObject({
      word: entry.word,
      phonetic: entry.phonetic,
      audio_url: entry.phonetics.map(({ audio }: { audio: string }) => audio).find(Boolean) ?? null,
      meanings: entry.meanings.map((meaning: ReturnType<typeof jsonOf>) => ({
        part_of_speech: meaning.partOfSpeech,
        definitions: meaning.definitions.map((one: Record<string, string>) => ({
          definition: one['definition'],
          example: one['example']?.trim() ?? null,
        })),
        synonyms: meaning.synonyms,
        antonyms: meaning.antonyms,
      })),
      source: { url: entry.sourceUrls[0] },
    })
  })

  test('word: Wiktionary in plain text', async () => {
    const file = 'wiktionary/definition-cat-en.json'
    const { call } = await stageLiveData(
      routes({ DICTIONARYAPI: 'dictionaryapi/not-found-404.json', WIKTIONARY: file }),
    )
    const answer = (await call('word', { word: 'cat' })) as {
      meanings: { part_of_speech: string; definitions: { definition: string }[] }[]
    }
    const parts = [
      ...new Set(jsonOf(file).en.map((entry: { partOfSpeech: string }) => entry.partOfSpeech.toLowerCase())),
    ]
    expect(answer.meanings.map(({ part_of_speech }) => part_of_speech)).toEqual(parts)
    const [first] = jsonOf(file).en[0].definitions
    expect(answer.meanings[0]!.definitions[0]!.definition).toBe(first.definition.replaceAll(/<[^>]+>/g, ''))
    expect(JSON.stringify(answer.meanings)).not.toMatch(/[<>]|&[a-z]+;/)
  })

  test('word: nobody knows it, and too many questions', async () => {
    const none = () => ({ status: 404, body: {} })
    const unknown = await stageLiveData(
      routes({ DICTIONARYAPI: 'dictionaryapi/not-found-404.json', WIKTIONARY: none }),
    )
    await expect(unknown.call('word', { word: 'xyzzy' })).rejects.toMatchObject({ code: 'not_found' })
    const limit = 'dictionaryapi/rate-limited-429-from-server-source.json'
    const limited = await stageLiveData(routes({ DICTIONARYAPI: limit, WIKTIONARY: down }))
    await expect(limited.call('word', { word: 'cat' })).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test.each(list('mymemory', /(?:en|ja)-.*json/))('translate: %s', async (file) => {
    const { call } = await stageLiveData(routes({ MYMEMORY: file }))
    const { responseData } = jsonOf(file)
    expect(await call('translate', { text: 'anything', source: 'en', target: 'zh' })).toMatchObject({
      translated_text: responseData.translatedText,
      source: { name: 'MyMemory' },
    })
  })

  test.each(list('mymemory', /error|http-301|quota/))('translate: %s is no translation', async (file) => {
    used.add(file)
    const body = { responseStatus: 200, responseData: { translatedText: bytesOf(file).toString() } }
    const { call } = await stageLiveData(
      routes({ MYMEMORY: () => (file.includes('quota') ? { body } : replay(file)) }),
    )
    await expect(call('translate', { text: 'Hello', source: 'en', target: 'de' })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
  })

  test('translate: DeepL and LibreTranslate', async () => {
    const { call, settings, upstream } = await stageLiveData(
      routes({ DEEPL: 'deepl/translate-one.json', MYMEMORY: down }),
    )
    settings['DEEPL_API_KEY'] = 'key'
    const [translation] = jsonOf('deepl/translate-one.json').translations
    expect(await call('translate', { text: 'Sample text', target: 'es' })).toMatchObject({
      translated_text: translation.text,
      source_language: translation.detected_source_language.toLowerCase(),
      source: { name: 'DeepL' },
    })
    upstream.routes['DEEPL'] = routes({ A: 'deepl/translate-two.json' })['A']!
    expect(await call('translate', { text: 'Sample', target: 'es' })).toMatchObject({
      translated_text: jsonOf('deepl/translate-two.json').translations[0].text,
    })
    settings['DEEPL_API_KEY'] = null
    settings['LIBRETRANSLATE_URL'] = 'http://unused.example.org'
    for (const file of ['libretranslate/translate-auto-docs.json', 'libretranslate/translate-docs.json']) {
      upstream.routes['LIBRETRANSLATE'] = routes({ A: file })['A']!
      expect(await call('translate', { text: `Hi ${file}`, target: 'en', source: 'fr' })).toMatchObject({
        translated_text: jsonOf(file).translatedText,
        source: { name: 'LibreTranslate' },
      })
    }
  })

  test.each([
    ['DEEPL', 'deepl/error-400-target-lang.json', 'invalid_request'],
    ['DEEPL', 'deepl/error-400-missing-text.json', 'upstream_failed'],
    ['DEEPL', 'deepl/error-403-empty-body.txt', 'not_configured'],
    ['DEEPL', 'deepl/error-403-wrong-endpoint.json', 'not_configured'],
    ['DEEPL', 'deepl/usage-free.json', 'upstream_failed'],
    ['LIBRETRANSLATE', 'libretranslate/error-400-unsupported.json', 'invalid_request'],
  ])('translate: %s with %s is %s', async (provider, file, code) => {
    const { call, settings } = await stageLiveData(routes({ MYMEMORY: down, [provider]: file }))
    if (provider === 'DEEPL') settings['DEEPL_API_KEY'] = 'key'
    else settings['LIBRETRANSLATE_URL'] = 'http://unused.example.org'
    await expect(call('translate', { text: 'Hello', source: 'en', target: 'de' })).rejects.toMatchObject({
      code,
    })
  })

  test.each(list('nasa-apod', /\/(?!error)/))('astronomy: %s', async (file) => {
    const { call } = await stageLiveData(routes({ NASA: file }))
    const recorded = jsonOf(file)
    const newest = Array.isArray(recorded)
      ? recorded.toSorted((a: { date: string }, b: { date: string }) => b.date.localeCompare(a.date))[0]
      : recorded
    expect(await call('astronomy')).toMatchObject({
      picture: {
        date: newest.date,
        title: newest.title,
        explanation: newest.explanation.trim(),
        media_type: newest.media_type,
        url: newest.url ?? null,
        hd_url: newest.hdurl ?? null,
        thumbnail_url: newest.thumbnail_url || null,
        copyright: newest.copyright?.replaceAll(/\s+/g, ' ').trim() ?? null,
      },
    })
  })

  test.each(list('nasa-apod', /error/))('astronomy: without a picture after %s', async (file) => {
    const { call } = await stageLiveData(routes({ NASA: file, WHERETHEISS: 'iss/wheretheiss-25544.json' }))
    const recorded = jsonOf('iss/wheretheiss-25544.json')
    expect(await call('astronomy')).toMatchObject({
      picture: null,
      station: {
        time: new Date(recorded.timestamp * 1000).toISOString(),
        latitude: recorded.latitude,
        longitude: recorded.longitude,
        altitude_km: recorded.altitude,
        velocity_km_h: recorded.velocity,
        visibility: recorded.visibility,
      },
    })
  })

  test('astronomy: the station by Open Notify', async () => {
    const file = 'iss/open-notify-iss-now-2019.json'
    const { call } = await stageLiveData(routes({ WHERETHEISS: down, OPEN_NOTIFY: file }))
    const { iss_position: position, timestamp } = jsonOf(file)
    expect(await call('astronomy')).toMatchObject({
      station: {
        time: new Date(timestamp * 1000).toISOString(),
        latitude: Number(position.latitude),
        longitude: Number(position.longitude),
        altitude_km: null,
      },
    })
  })

  test.each(list('espn', /./))('sports: every game of %s', async (file) => {
    const sport = /nba/.test(file)
      ? 'basketball'
      : /nfl/.test(file)
        ? 'american_football'
        : /cricket/.test(file)
          ? 'cricket'
          : 'soccer'
    const { call } = await stageLiveData(routes({ ESPN: file }))
    const answer = (await call('sports', { sport })) as { games: { id: string }[] }
    const { events } = jsonOf(file)
    expect(answer.games.map(({ id }) => id).toSorted()).toEqual(
      events.map(({ id }: { id: string }) => id).toSorted(),
    )
    for (const event of events) {
      const [competition] = event.competitions
      const { type, period, displayClock } = competition.status
      const state =
        type.name === 'STATUS_POSTPONED'
          ? 'postponed'
          : { pre: 'scheduled', in: 'live', post: 'finished' }[type.state as 'in']
      const hasScore = state === 'live' || state === 'finished'
      const side = (name: string) => {
        const { team, score, winner, shootoutScore } = competition.competitors.find(
          ({ homeAway }: { homeAway: string }) => homeAway === name,
        )
        const text = hasScore ? score : null
        return {
          name: team.displayName,
          abbreviation: team.abbreviation,
          score: hasScore ? Number.parseInt(score, 10) : null,
          score_text: shootoutScore === undefined ? text : `${text} (${shootoutScore})`,
          ...(String(winner) === 'true' && { winner: true }),
        }
      }
      expect(answer.games.find(({ id }) => id === event.id)).toMatchObject({
        name: event.name,
        starts_at: new Date(event.date).toISOString(),
        state,
        period: period ?? null,
        clock: state === 'live' && sport !== 'cricket' ? displayClock : null,
        status_text: sport === 'cricket' ? competition.status.summary : type.shortDetail,
        home: side('home'),
        away: side('away'),
      })
    }
  })

  test.each(list('thesportsdb', /events|lookupevent/).filter((file) => !file.includes('baseball')))(
    'sports: the games of the league in %s',
    async (file) => {
      const { call } = await stageLiveData(routes({ ESPN: down, THESPORTSDB: file }))
      const recorded = jsonOf(file)
      const events = (recorded.events ?? recorded.results ?? recorded.event).filter(
        ({ idLeague }: { idLeague: string }) => idLeague === '4328',
      )
      const score = (text: string | null) => (text === null ? null : Number(text))
      expect(await call('sports', { sport: 'soccer' })).toMatchObject({
        games: events.map((event: Record<string, string | null>) => ({
          id: event['idEvent'],
          name: event['strEvent'],
          starts_at: new Date(`${event['strTimestamp']}Z`).toISOString(),
          state: event['intHomeScore'] === null ? 'scheduled' : 'finished',
          home: { name: event['strHomeTeam'], score: score(event['intHomeScore']!) },
          away: { name: event['strAwayTeam'], score: score(event['intAwayScore']!) },
        })),
      })
    },
  )

  test.each(list('thesportsdb', /baseball|lookuptable/))(
    'sports: %s has no games of the league',
    async (file) => {
      const { call } = await stageLiveData(
        routes({ ESPN: () => ({ body: { events: [] } }), THESPORTSDB: file }),
      )
      await expect(call('sports', { sport: 'soccer' })).rejects.toMatchObject({ code: 'not_found' })
    },
  )

  test.each(list('themealdb', /search-[as]|random/))('recipe: every ingredient of %s', async (file) => {
    const { call } = await stageLiveData(routes({ THEMEALDB: file }))
    const { meals } = jsonOf(file)
    for (const meal of meals) {
      const ingredients = Array.from({ length: 20 }, (_, index) => index + 1)
        .map((number) => ({
          name: meal[`strIngredient${number}`]?.trim(),
          measure: meal[`strMeasure${number}`]?.trim() || null,
        }))
        .filter(({ name }) => name)
      const answer = await call('recipe', { query: meal.strMeal })
      expect(answer).toMatchObject({
        id: meal.idMeal,
        title: meal.strMeal,
        category: meal.strCategory,
        cuisine: meal.strArea,
        tags: meal.strTags?.split(',') ?? [],
        ingredients,
        image_url: meal.strMealThumb,
        video_url: meal.strYoutube || null,
        recipe_url: meal.strSource || null,
        alternatives: meals
          .filter((other: { idMeal: string }) => other.idMeal !== meal.idMeal)
          .map(({ idMeal, strMeal }: Record<string, string>) => ({ id: idMeal, title: strMeal })),
      })
      const steps = answer['steps'] as string[]
      expect(steps.length).toBeGreaterThan(2)
      for (const step of steps) expect(meal.strInstructions).toContain(step)
      expect(steps.join(' ')).not.toMatch(/^step \d/i)
    }
  })

  test.each(list('themealdb', /filter/))('recipe: no dish of that name, but those of %s', async (file) => {
    const [none, one] = ['themealdb/search-no-match-null.json', 'themealdb/search-arrabiata.json']
    for (const each of [file, none]) used.add(each)
    const { call, upstream } = await stageLiveData(
      routes({
        THEMEALDB: ({ pathname }) =>
          replay(pathname.endsWith('/search.php') ? none : pathname.endsWith('/filter.php') ? file : one),
      }),
    )
    const [first, ...others] = jsonOf(file).meals
    const answer = await call('recipe', { query: 'goat' })
    expect(upstream.requests.at(-1)).toContain(`lookup.php?i=${first.idMeal}`)
    expect(answer['alternatives']).toEqual(
      others.map(({ idMeal, strMeal }: Record<string, string>) => ({ id: idMeal, title: strMeal })),
    )
  })

  describe('feeds', () => {
    const decoders: Readonly<Record<string, string>> = {
      'rss-no-prolog-latin1.rss': 'latin1',
      'rss2-iso-8859-1.rss': 'latin1',
      'rss2-windows-1251-yandex.xml': 'windows-1251',
    }
    const readable = list('feeds', /\.(?:xml|rss|atom)$/).filter((file) => !/\/(?:ill-empty|enc-)/.test(file))

    const feedOf = async (file: string) => {
      const stage = await stageLiveData(routes({ feed: file }))
      stage.settings['ALLOWED_PRIVATE_TARGETS'] = [new URL(stage.upstream.origin).host]
      return {
        ...stage,
        read: () => stage.call('feed', { url: `${stage.upstream.origin}/feed/dir/feed.xml` }),
      }
    }

    test.each(readable)('%s: every title and every address', async (file) => {
      const text = new TextDecoder(decoders[file.split('/')[1]!] ?? 'utf-8').decode(bytesOf(file))
      const blocks = text.match(/<((?:a:)?(?:item|entry))\b(?!\s*\/>)[\s\S]*?<\/\1>/g) ?? []
      const answer = await (await feedOf(file)).read()
      const items = answer['items'] as { title: string; url: string | null; published_at: string | null }[]
      expect(items).toHaveLength(blocks.length)
      for (const [index, block] of blocks.entries()) {
        const title = inner(block, 'title')
        if (title !== '') expect(items[index]!.title.slice(0, 100)).toBe(title.slice(0, 100))
        const link = inner(block, 'link') || /<(?:a:|a10:)?link\b[^>]*href="([^"]+)"/.exec(block)?.[1]
        const address = (text: string) => decodeURI(text).replaceAll(/\s/g, '')
        if (link) expect(address(items[index]!.url!)).toContain(address(plain(link)).replace(/^\.?\//, ''))
        const date =
          inner(block, 'pubDate') || inner(block, '(?:a:)?published') || inner(block, '(?:a:)?issued')
        // Months of other languages are no date.
        const moment = Date.parse(date)
        if (date)
          expect(items[index]!.published_at).toBe(
            Number.isNaN(moment) ? null : new Date(moment).toISOString(),
          )
      }
    })

    test.each(list('feeds', /\.json$/))('%s: every item', async (file) => {
      const recorded = jsonOf(file)
      const answer = await (await feedOf(file)).read()
      expect(answer).toMatchObject({ title: recorded.title, link: new URL(recorded.home_page_url).href })
      expect(answer['items']).toMatchObject(
        recorded.items.map((item: Record<string, string>) => ({ id: String(item['id']), url: item['url'] })),
      )
    })

    test('a packed feed of which nobody says so is the same as the plain one', async () => {
      const packed = await (await feedOf('feeds/rss2-gzip-without-content-encoding.xml.gz')).read()
      const plainOne = await (await feedOf('feeds/rss2-windows-1251-yandex.xml')).read()
      expect(packed['items']).toEqual(plainOne['items'])
    })

    test.each(list('feeds', /\/enc-/))('%s is a feed without items, whatever its charset', async (file) => {
      expect(await (await feedOf(file)).read()).toMatchObject({ title: '127.0.0.1', items: [] })
    })

    test.each(list('feeds', /not-a-feed|ill-empty/))('%s is no feed', async (file) => {
      await expect((await feedOf(file)).read()).rejects.toMatchObject({ code: 'not_found' })
    })
  })

  test('no recording of these providers was left out', () => {
    const providers = [
      'alpha-vantage deepl dictionaryapi espn feeds frankfurter iss libretranslate mymemory nasa-apod newsapi',
      'open-er-api open-meteo sec-edgar themealdb thesportsdb wikipedia wiktionary wttr.in yahoo-finance',
    ]
    const all = providers.join(' ').split(' ').flatMap(filesIn)
    expect(all.filter((file) => !used.has(file))).toEqual([])
  })
})

/** The first member of these names that is there; null when none is. */
function either(fields: ReturnType<typeof jsonOf>, ...names: readonly string[]): ReturnType<typeof jsonOf> {
  return names.map((name) => fields[name]).find((value) => value !== undefined) ?? null
}

/** Revenue and the like of the last four quarters, put together another way than the service does. */
function quarters(books: ReturnType<typeof jsonOf>, concept: string): number {
  interface Fact {
    readonly start: string
    readonly end: string
    readonly val: number
    readonly filed: string
  }
  const days = ({ start, end }: Fact) => (Date.parse(end) - Date.parse(start)) / 86_400_000
  const facts: Fact[] = books[concept].units.USD
  const newest = (wanted: (fact: Fact) => boolean) =>
    facts
      .filter(wanted)
      .toSorted((a, b) => a.end.localeCompare(b.end) || a.filed.localeCompare(b.filed))
      .at(-1)!
  const year = newest((fact) => days(fact) > 350)
  const quarter = newest((fact) => days(fact) > 80 && days(fact) < 100 && fact.end > year.end)
  const before = newest(
    (fact) =>
      days(fact) > 80 &&
      days(fact) < 100 &&
      Math.abs(Date.parse(quarter.end) - Date.parse(fact.end) - 365 * 86_400_000) < 10 * 86_400_000,
  )
  return year.val + quarter.val - before.val
}

/** The text of the first element of that name in a piece of XML, as a person would read it. */
function inner(block: string, name: string): string {
  const match = new RegExp(`<((?:a:)?${name})\\b[^>]*>([\\s\\S]*?)</\\1>`).exec(block)
  return plain(match?.[2] ?? '')
}

function plain(xml: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', nbsp: ' ' }
  const decode = (text: string) =>
    text
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replaceAll(/&(lt|gt|quot|apos|nbsp|amp);/g, (_, name: string) => entities[name]!)
  const raw = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(xml)?.[1]
  return decode(decode(raw ?? xml))
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
