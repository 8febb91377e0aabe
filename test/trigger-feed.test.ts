import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { FeedCursor } from '../src/features/workflows/triggers/sources/feed.ts'
import { createTriggerConnectors } from '../src/server/wiring/trigger-connectors.ts'
import { openCalendar } from './calendar-stage.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A site on this machine, which the user has allowed, and the sources as the service has them. */
async function stage({ isAllowed = true } = {}) {
  const site = { answer: ((_request, response) => void response.end()) as Answer }
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    site.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const opened = await openCalendar()
  onTestFinished(async () => {
    await opened[Symbol.asyncDispose]()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const settings: Readonly<Record<string, unknown>> = {
    ALLOWED_PRIVATE_TARGETS: isAllowed ? [`127.0.0.1:${port}`, `localhost:${port}`] : [],
  }
  const { feed } = createTriggerConnectors(
    { settings: { get: (name: string) => settings[name] } as never, home: '/', now: () => new Date() },
    { calendar: opened.calendar, accessTokens: { get: () => Promise.reject(new Error('none')) } },
  )
  let cursor: FeedCursor | undefined
  const origin = `http://127.0.0.1:${port}`
  const look = async (signal = new AbortController().signal) => {
    const found = await feed.look({ id: 't1', type: 'feed', url: `${origin}/feed` }, cursor, signal)
    cursor = JSON.parse(JSON.stringify(found.cursor)) as FeedCursor
    return found
  }
  const told = async () => (await look()).events.map(({ data }) => data['title'])
  return { site, asked, look, told, origin, port, cursor: () => cursor! }
}

function rss(titles: readonly string[]): string {
  const items = titles.map(
    (title) => `<item><guid isPermaLink="false">${title}</guid><title>${title}</title></item>`,
  )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>${items.join('')}</channel></rss>`
}

const sends =
  (body: string, headers: Readonly<Record<string, string>> = {}, status = 200): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

test('what is new is told; a feed that has not changed is not sent again', async () => {
  const { site, asked, look, told } = await stage()
  const version = { etag: '"v1"', 'last-modified': 'Mon, 02 Mar 2026 10:00:00 GMT' }
  site.answer = sends(rss(['a']), version)
  expect(await told()).toEqual([])
  site.answer = sends('', version, 304)
  expect(await told()).toEqual([])
  expect(asked.at(-1)!.headers).toMatchObject({
    'if-none-match': '"v1"',
    'if-modified-since': 'Mon, 02 Mar 2026 10:00:00 GMT',
    'user-agent': expect.stringMatching(/^Deskhand\//),
  })
  site.answer = sends(rss(['c', 'b', 'a']), { etag: '"v2"' })
  const { events } = await look()
  expect(events.map(({ data }) => data)).toEqual(
    ['b', 'c'].map((title) => ({
      id: title,
      title,
      link: null,
      published_at: null,
      summary: null,
      feed: 'Blog',
    })),
  )
  site.answer = sends(rss(['a', 'c', 'b']))
  expect(await told()).toEqual([])
  expect(asked.at(-1)!.headers).toMatchObject({ 'if-none-match': '"v2"' })
})

test('more entries than a reader shows are all looked at', async () => {
  const { site, told } = await stage()
  const titles = Array.from({ length: 450 }, (_, index) => `entry ${index}`)
  site.answer = sends(rss(titles))
  await told()
  site.answer = sends(rss([...titles, 'at the end']))
  expect(await told()).toEqual(['at the end'])
})

test('it follows a feed that has moved, to another name too', async () => {
  const { site, told, port } = await stage()
  const moved = (titles: readonly string[]): Answer => {
    return (request, response) => {
      if (request.url === '/new') sends(rss(titles))(request, response)
      else response.writeHead(301, { location: `http://localhost:${port}/new` }).end()
    }
  }
  site.answer = moved(['a'])
  expect(await told()).toEqual([])
  site.answer = moved(['b', 'a'])
  expect(await told()).toEqual(['b'])
})

test.each<[string, Answer, object]>([
  [
    'nothing there',
    sends('', {}, 404),
    { code: 'not_found', message: expect.stringMatching(/^Nothing found at .*answered 404\.$/) },
  ],
  [
    'gone for good',
    sends('', {}, 410),
    { code: 'not_found', message: expect.stringMatching(/answered 410\.$/) },
  ],
  [
    'a broken site',
    sends('', {}, 500),
    { code: 'upstream_failed', message: expect.stringMatching(/answered 500\.$/) },
  ],
  [
    'a busy site',
    sends('', {}, 429),
    { code: 'upstream_failed', message: expect.stringMatching(/answered 429\.$/) },
  ],
  [
    'a page',
    sends('<!doctype html><link rel="alternate" type="application/rss+xml" href="/rss">'),
    {
      code: 'not_found',
      message: expect.stringMatching(/is not a feed\. The page links to these feeds: .*\/rss\.$/),
    },
  ],
  [
    'an endless answer',
    (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, ' ')));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
    {
      code: 'upstream_failed',
      message: expect.stringMatching(/^Can't read the feed: .* sent more than \d+ bytes\.$/),
    },
  ],
  [
    'a redirect into the network',
    (_request, response) => void response.writeHead(302, { location: 'http://192.168.1.1/feed' }).end(),
    {
      code: 'forbidden',
      message: expect.stringMatching(/^192\.168\.1\.1 is on this machine or its network/),
    },
  ],
  [
    'a redirect to a site without a feed',
    (request, response) => {
      const { port } = request.socket.address() as AddressInfo
      if (request.url === '/parked') response.end('<html>Buy this name</html>')
      else response.writeHead(302, { location: `http://localhost:${port}/parked` }).end()
    },
    {
      code: 'not_found',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ redirects to localhost:\d+: .* is not a feed\.$/),
    },
  ],
  [
    'a redirect without end',
    (_request, response) => void response.writeHead(302, { location: '/feed' }).end(),
    {
      code: 'upstream_failed',
      message: expect.stringMatching(/^Can't read the feed: .* redirects more than 5 times\.$/),
    },
  ],
])('%s is told in a sentence, and loses nothing', async (_what, answer, told) => {
  const { site, look } = await stage()
  site.answer = sends(rss(['a']), { etag: '"v1"' })
  await look()
  site.answer = answer
  await expect(look()).rejects.toMatchObject(told)
  site.answer = sends(rss(['b', 'a']))
  expect((await look()).events).toHaveLength(1)
})

test('a site that says when to come back is asked again then', async () => {
  const { site, asked, look } = await stage()
  site.answer = sends('', { 'retry-after': '120' }, 429)
  expect((await look()).againInMs).toBe(120_000)
  const { againInMs } = await look()
  expect(againInMs).toBeGreaterThan(0)
  expect(againInMs).toBeLessThanOrEqual(120_000)
  expect(asked).toHaveLength(1)
})

test('an address on this machine is refused unless the user allowed it', async () => {
  const { look, asked } = await stage({ isAllowed: false })
  await expect(look()).rejects.toMatchObject({ code: 'forbidden' })
  expect(asked).toHaveLength(0)
})

test('a look can be stopped in the middle', async () => {
  const { site, look } = await stage()
  const stop = new AbortController()
  site.answer = (_request, response) => {
    response.write('<rss>')
    stop.abort(new Error('stopped'))
  }
  await expect(look(stop.signal)).rejects.toThrow('stopped')
})
