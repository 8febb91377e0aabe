import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { sampleRoutes, samples } from './live-data-routes.ts'
import { stageLiveData, type LiveDataStage } from './live-data-stage.ts'
import type { UpstreamRoute } from './upstream.ts'

const HOUR = 3_600_000
const MEGABYTE = Buffer.alloc(1024 * 1024, ' ')
const good = JSON.stringify(samples['rates'])

/** Everything that a provider and the way to it can do wrong. */
const faults: Readonly<Record<string, UpstreamRoute>> = {
  'resets the connection': (_url, { request }) => void request.socket.resetAndDestroy(),
  'breaks off within the answer': (_url, { response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write(good)
    setImmediate(() => response.destroy())
    return undefined
  },
  'never answers': () => undefined,
  'never ends its answer': (_url, { response }) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('[')
    return undefined
  },
  'answers 429 and says when to come back': () => ({
    status: 429,
    headers: { 'retry-after': '120' },
    body: '{}',
  }),
  'answers 429 and does not say': () => ({ status: 429, body: 'Edge: Too Many Requests' }),
  'answers 500': () => ({ status: 500, body: '<h1>Oops</h1>' }),
  'answers 503 and says when to come back': () => ({ status: 503, headers: { 'retry-after': '120' } }),
  'sends half of the JSON': () => ({
    headers: { 'content-type': 'application/json' },
    body: good.slice(0, 60),
  }),
  'sends HTML instead of JSON': () => ({
    headers: { 'content-type': 'text/html' },
    body: '<html>Please log in</html>',
  }),
  'sends nothing': () => ({ body: '' }),
  'sends JSON of another shape': () => ({ body: { hello: ['world'] } }),
  'sends null': () => ({ body: 'null' }),
  'sends 50 MB': (_url, { response }) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    let sent = 0
    const more = () => {
      sent += 1
      if (sent > 50 || response.destroyed) response.end()
      else response.write(MEGABYTE, more)
    }
    more()
    return undefined
  },
  'sends a bomb': () => ({
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: bomb,
  }),
  'sends a bomb in pieces': (_url, { response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.write(bomb.subarray(0, 1000))
    response.end(bomb.subarray(1000))
    return undefined
  },
  'says gzip and sends text': () => ({ headers: { 'content-encoding': 'gzip' }, body: good }),
  'redirects in a circle': (_url, { request }) => ({ status: 302, headers: { location: request.url! } }),
  'redirects to this machine': () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' } }),
  'redirects to nowhere': () => ({ status: 302 }),
  'says the wrong charset': () => ({
    headers: { 'content-type': 'application/json; charset=utf-16le' },
    body: good,
  }),
}

const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024))

/** Short for those who never answer; the others need no more than they take. */
const deadlineFor = (fault: string) => (fault.startsWith('never') ? 1500 : 8000)

test.each(Object.keys(faults))('a provider that %s: the last good answer, marked as old', async (fault) => {
  // What comes into memory with the first question is there before anybody is impatient.
  await ratesOf(await stageLiveData(sampleRoutes()))
  const stage = await stageLiveData(sampleRoutes(), { deadlineMs: deadlineFor(fault) })
  await ratesOf(stage)
  failWith(stage, faults[fault]!)
  stage.clock.ms += 20 * HOUR
  expect(await ratesOf(stage)).toMatchObject({
    base: 'EUR',
    rates: { USD: 1.1, JPY: 165.5 },
    source: { name: 'Frankfurter' },
    fetched_at: '2026-03-02T15:30:00.000Z',
    stale: true,
    age_s: 20 * 3600,
  })
})

test.each(Object.keys(faults))(
  'a provider that %s: a clear error when there is nothing older',
  async (fault) => {
    const stage = await stageLiveData({}, { deadlineMs: deadlineFor(fault) })
    failWith(stage, faults[fault]!)
    const error = (await ratesOf(stage).catch((thrown: unknown) => thrown)) as {
      code: string
      message: string
    }
    expect(['upstream_failed', 'upstream_timeout']).toContain(error.code)
    expect(error.message).toMatch(/^(?:Can't reach )?(?:Frankfurter|ExchangeRate-API)(?:'s| |:) ?.+\.$/)
    expect(error.message).not.toMatch(/Oops|log in|undefined|\[object/)
  },
)

test('a provider that cannot be connected to', async () => {
  const port = await freePort()
  const stage = await stageLiveData({})
  stage.settings['UPSTREAM_FRANKFURTER'] = `http://127.0.0.1:${port}`
  stage.settings['UPSTREAM_OPEN_ER_API'] = `http://127.0.0.1:${port}`
  await expect(ratesOf(stage)).rejects.toMatchObject({
    code: 'upstream_failed',
    message: "Can't reach Frankfurter: the connection was refused.",
  })
})

test('a charset that nobody knows does no harm', async () => {
  const headers = { 'content-type': 'application/json; charset=x-nonsense' }
  const stage = await stageLiveData({ FRANKFURTER: () => ({ headers, body: good }) })
  expect(await ratesOf(stage)).toMatchObject({ rates: { USD: 1.1 } })
})

test('an answer is asked for again when the first one broke off', async () => {
  const stage = await stageLiveData({})
  let tries = 0
  stage.upstream.routes['FRANKFURTER'] = (url, raw) => {
    tries += 1
    return tries < 3 ? faults['resets the connection']!(url, raw) : { body: samples['rates'] }
  }
  expect(await ratesOf(stage)).toMatchObject({ stale: false })
  expect(tries).toBe(3)
})

test('a feed behind the guard suffers the same, and ends the same', async () => {
  const stage = await stageLiveData({
    feed: () => ({ body: '<rss><channel><title>F</title></channel></rss>' }),
  })
  stage.settings['ALLOWED_PRIVATE_TARGETS'] = [new URL(stage.upstream.origin).host]
  const url = `${stage.upstream.origin}/feed`
  await stage.call('feed', { url })
  for (const fault of ['resets the connection', 'answers 500', 'sends 50 MB', 'redirects in a circle']) {
    stage.upstream.routes['feed'] = faults[fault]!
    stage.clock.ms += HOUR
    expect(await stage.call('feed', { url }), fault).toMatchObject({ title: 'F', stale: true })
  }
})

function failWith({ upstream }: LiveDataStage, fault: UpstreamRoute): void {
  upstream.routes['FRANKFURTER'] = fault
  upstream.routes['OPEN_ER_API'] = fault
}

function ratesOf(stage: LiveDataStage): Promise<Record<string, unknown>> {
  return stage.call('exchangeRates', { base: 'EUR' })
}
