import { samples as companySamples } from '../fundamentals/samples.ts'
import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  chart: chartOf({
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
}

export const routes: SampleRoutes = {
  YAHOO(url) {
    if (url.pathname.startsWith('/v8/')) return { body: samples.chart }
    if (url.pathname === '/v1/test/getcrumb') return { body: 'crumb.1' }
    if (url.pathname === '/') return { status: 404, headers: { 'set-cookie': 'A3=one; Path=/; Secure' } }
    return { body: companySamples.companySummary }
  },
  ALPHA_VANTAGE: () => ({ body: { Information: 'The limit of 25 requests a day is reached.' } }),
}

function chartOf({
  meta,
  timestamp,
  close,
}: {
  meta: object
  timestamp: number[]
  close: (number | null)[]
}) {
  return { chart: { result: [{ meta, timestamp, indicators: { quote: [{ close }] } }], error: null } }
}
