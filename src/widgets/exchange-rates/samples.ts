import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  rates: [
    { date: '2026-02-27', base: 'EUR', quote: 'EUR', rate: 1 },
    { date: '2026-02-27', base: 'EUR', quote: 'USD', rate: 1.1 },
    { date: '2026-02-26', base: 'EUR', quote: 'JPY', rate: 165.5 },
  ],
}

export const routes: SampleRoutes = {
  FRANKFURTER: () => ({ body: samples.rates }),
  OPEN_ER_API: () => ({ body: { result: 'error', 'error-type': 'unsupported-code' } }),
}
