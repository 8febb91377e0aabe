import { samples } from './live-data-samples.ts'
import type { UpstreamRoute } from './upstream.ts'

/** Every provider with its sample. */
export function sampleRoutes(): Record<string, UpstreamRoute> {
  const fixed =
    (name: string): UpstreamRoute =>
    () => ({ body: samples[name] })
  return {
    OPEN_METEO_GEOCODING: fixed('places'),
    OPEN_METEO: fixed('forecast'),
    WTTR: fixed('wttr'),
    YAHOO: (url) => {
      if (url.pathname.startsWith('/v8/')) return { body: samples['chart'] }
      if (url.pathname === '/v1/test/getcrumb') return { body: 'crumb.1' }
      if (url.pathname === '/') return { status: 404, headers: { 'set-cookie': 'A3=one; Path=/; Secure' } }
      return { body: samples['companySummary'] }
    },
    ALPHA_VANTAGE: () => ({ body: { Information: 'The limit of 25 requests a day is reached.' } }),
    SEC: (url) => ({
      body: url.pathname.endsWith('company_tickers.json') ? samples['tickers'] : samples['facts'],
    }),
    FRANKFURTER: fixed('rates'),
    OPEN_ER_API: () => ({ body: { result: 'error', 'error-type': 'unsupported-code' } }),
    NEWSAPI: fixed('news'),
    WIKIPEDIA: (url) => ({ body: url.pathname === '/w/api.php' ? samples['search'] : samples['summary'] }),
    DICTIONARYAPI: fixed('word'),
    WIKTIONARY: fixed('definition'),
    MYMEMORY: fixed('myMemory'),
    DEEPL: () => ({ body: { translations: [{ detected_source_language: 'EN', text: 'Guten Morgen' }] } }),
    LIBRETRANSLATE: () => ({
      body: { translatedText: 'Guten Morgen', detectedLanguage: { confidence: 90, language: 'en' } },
    }),
    NASA: fixed('picture'),
    WHERETHEISS: fixed('station'),
    OPEN_NOTIFY: fixed('stationNow'),
    ESPN: fixed('scoreboard'),
    THESPORTSDB: fixed('day'),
    THEMEALDB: (url) => ({
      body: url.pathname.endsWith('/filter.php') ? samples['dishes'] : samples['meals'],
    }),
  }
}
