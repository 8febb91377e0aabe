import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRoutes } from './live-data-routes.ts'
import { startTestService, type TestService } from './service.ts'
import { startUpstream, type TestUpstream } from './upstream.ts'

let upstream: TestUpstream
let service: TestService
beforeAll(async () => {
  upstream = await startUpstream(sampleRoutes())
  service = await startTestService({ environment: upstream.environment })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

const get = (path: string) => fetch(service.address + path)

test('two hundred callers for one city make one call upstream', async () => {
  const before = upstream.requests.length
  const answers = await Promise.all(
    Array.from({ length: 200 }, async () => (await get('/api/widget/weather?city=Springfield')).json()),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const asked = upstream.requests.slice(before).map((request) => request.split(' ')[0])
  expect(asked).toEqual(['OPEN_METEO_GEOCODING', 'OPEN_METEO'])
})

test.each([
  ['/api/widget/stock?symbol=ACME', { symbol: 'ACME', price: 12.5 }],
  ['/api/widget/exchange_rates?base=EUR', { base: 'EUR' }],
  ['/api/widget/wiki?title=Ada%20Lovelace', { title: 'Ada Lovelace' }],
  ['/api/widget/word?word=run', { word: 'run' }],
  ['/api/widget/astronomy', { picture: { title: 'A nebula' } }],
  ['/api/sports?sport=soccer', { league: 'eng.1' }],
  ['/api/recipe?query=soup', { title: 'Soup' }],
])('%s answers', async (path, expected) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    ...expected,
    stale: false,
    source: { name: expect.any(String) },
  })
})

test('a translation is a POST', async () => {
  const translated = await service.client.live_data.translate({
    body: { text: 'Good morning', target: 'de' },
  })
  expect(translated).toMatchObject({ translated_text: "Es ist's", source_language: 'en' })
})

test.each([
  ['/api/widget/news', 503, 'not_configured'],
  ['/api/widget/weather', 400, 'invalid_request'],
  ['/api/sports?sport=chess', 400, 'invalid_request'],
  ['/api/widget/exchange_rates?base=EUR&symbols=XXX', 404, 'not_found'],
  ['/api/widget/rss?url=http://127.0.0.1:1/', 403, 'forbidden'],
  ['/api/widget/rss?url=ftp://example.org/', 400, 'invalid_request'],
])('%s is told as %i', async (path, status, code) => {
  const response = await get(path)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code })
})

test('the dashboard shows how the providers are', async () => {
  const dashboard = (await (await get('/api/dashboard')).json()) as {
    providers: { provider: string; status: string }[]
  }
  expect(dashboard.providers).toContainEqual({ provider: 'OPEN_METEO', status: 'ok', message: null })
  expect(dashboard.providers).toContainEqual(
    expect.objectContaining({ provider: 'NEWSAPI', status: 'not_configured' }),
  )
})

test('answers outlive a restart, although no provider can be reached then', async () => {
  for (const name of Object.keys(upstream.routes)) delete upstream.routes[name]
  await service.restart()
  const response = await get('/api/widget/weather?city=springfield')
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    city: 'Springfield',
    current: { temperature: 4.2 },
    stale: false,
  })
})
