import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { startSite, type TestSite } from '../../../test/web-stage.ts'
import { webSearch } from './web-search.ts'

/** Answers as the documentation of each provider shows them. */
const samples = {
  brave: {
    type: 'search',
    query: { original: 'foxes', more_results_available: true },
    web: {
      type: 'search',
      results: [
        {
          title: 'Foxes &amp; <strong>dogs</strong>',
          url: 'https://foxes.example/one',
          description: 'All about <strong>foxes</strong> &#x27;at home&#x27;.',
          page_age: '2026-01-02T03:04:05',
          age: 'January 2, 2026',
          language: 'en',
        },
        { title: 'No address', url: 'javascript:alert(1)', description: 'x' },
        { title: '', url: 'https://foxes.example/two', description: null },
      ],
    },
  },
  tavily: {
    query: 'foxes',
    answer: null,
    images: [],
    results: [
      {
        title: 'Foxes',
        url: 'https://foxes.example/one',
        content: 'All about foxes.',
        score: 0.98,
        raw_content: null,
      },
    ],
    response_time: '1.2',
  },
  searxng: {
    query: 'foxes',
    number_of_results: 2,
    results: [
      {
        url: 'https://foxes.example/one',
        title: 'Foxes',
        content: 'All about foxes.',
        engine: 'example',
        publishedDate: '2026-01-02T00:00:00',
        score: 1.5,
      },
      {
        url: 'https://foxes.example/two',
        title: 'More',
        content: '',
        engine: 'example',
        publishedDate: null,
      },
    ],
    answers: [],
    suggestions: [],
    unresponsive_engines: [],
  },
}

type Provider = keyof typeof samples
const origins = ['https://api.search.brave.com', 'https://api.tavily.com']
const keys = { brave: 'BSA-key', tavily: 'tvly-key', searxng: null }

let site: TestSite
let folders: TestFolders
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  site = await startSite((_, response) => answer(response))
  folders = await createTestFolders()
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await folders[Symbol.asyncDispose]()
})

function callFor(provider: Provider, settings: Readonly<Record<string, unknown>> = {}) {
  return createTestCall({
    ...folders,
    fetch: site.fetch(origins),
    settings: {
      WEB_SEARCH_PROVIDER: provider,
      WEB_SEARCH_API_KEY: keys[provider],
      WEB_SEARCH_URL: provider === 'searxng' ? `${site.origin}/search-here/` : null,
      ...settings,
    },
  })
}

const search = (provider: Provider, args: { count?: number; period?: 'week' } = {}) => {
  site.seen.length = 0
  return webSearch.run({ query: '  red\n foxes ', ...args }, callFor(provider))
}
const json = (body: unknown, status = 200, headers = {}) => {
  answer = (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

test('Brave is asked as it wants to be asked', async () => {
  json(samples.brave)
  const { data, message } = await search('brave', { count: 2, period: 'week' })
  const [seen] = site.seen
  expect(seen!.url).toBe(
    '/res/v1/web/search?q=red+foxes&count=2&result_filter=web&text_decorations=false&freshness=pw',
  )
  expect(seen!.headers).toMatchObject({ 'x-subscription-token': 'BSA-key', accept: 'application/json' })
  expect(data).toEqual({
    query: 'red foxes',
    provider: 'brave',
    results: [
      {
        title: 'Foxes & dogs',
        url: 'https://foxes.example/one',
        snippet: "All about foxes 'at home'.",
        published: '2026-01-02T03:04:05',
      },
      { title: 'foxes.example', url: 'https://foxes.example/two', snippet: '' },
    ],
  })
  expect(message).toBe('Brave Search found 2 pages for "red foxes".')
})

test('Tavily is asked as it wants to be asked', async () => {
  json(samples.tavily)
  const { data } = await search('tavily', { period: 'week' })
  const [seen] = site.seen
  expect(seen!.url).toBe('/search')
  expect(seen!.headers).toMatchObject({
    authorization: 'Bearer tvly-key',
    'content-type': 'application/json',
  })
  expect(JSON.parse(seen!.body)).toEqual({
    query: 'red foxes',
    max_results: 8,
    search_depth: 'basic',
    time_range: 'week',
  })
  expect(data.results).toEqual([
    { title: 'Foxes', url: 'https://foxes.example/one', snippet: 'All about foxes.' },
  ])
})

test('SearXNG is asked under its own address, without a key, and cut to what was wanted', async () => {
  json(samples.searxng)
  const { data, message } = await search('searxng', { count: 1, period: 'week' })
  expect(site.seen[0]!.url).toBe('/search-here/search?q=red+foxes&format=json&time_range=month')
  expect(site.seen[0]!.headers.authorization).toBeUndefined()
  expect(data.results).toEqual([
    {
      title: 'Foxes',
      url: 'https://foxes.example/one',
      snippet: 'All about foxes.',
      published: '2026-01-02T00:00:00',
    },
  ])
  expect(message).toContain('found 1 page')
})

test.each<[Provider, object]>([
  ['brave', { type: 'search' }],
  ['tavily', { results: [] }],
  ['searxng', { results: [] }],
])('%s finds nothing, and says so', async (provider, body) => {
  json(body)
  const { data, message } = await search(provider)
  expect(data.results).toEqual([])
  expect(message).toMatch(/ found nothing for "red foxes"\.$/)
})

const faults: readonly [string, Provider, number, object, Record<string, string>, string, string][] = [
  [
    'a wrong key',
    'tavily',
    401,
    { detail: { error: 'Unauthorized' } },
    {},
    'not_configured',
    'Tavily rejected WEB_SEARCH_API_KEY',
  ],
  [
    'a wrong key',
    'brave',
    422,
    { error: { code: 'SUBSCRIPTION_TOKEN_INVALID' } },
    {},
    'not_configured',
    'Brave Search rejected',
  ],
  [
    'a plan that is used up',
    'tavily',
    432,
    { detail: { error: 'limit' } },
    {},
    'rate_limited',
    'Your Tavily plan is used up',
  ],
  [
    'a month that is used up',
    'brave',
    429,
    {},
    { 'x-ratelimit-remaining': '0, 0' },
    'rate_limited',
    'is used up',
  ],
  [
    'too many at once',
    'brave',
    429,
    {},
    { 'x-ratelimit-remaining': '0, 100', 'x-ratelimit-reset': '1, 1419704' },
    'rate_limited',
    'Try again in 1 s',
  ],
  ['too many at once', 'tavily', 429, {}, { 'retry-after': '7' }, 'rate_limited', 'Try again in 7 s'],
  [
    'no JSON allowed',
    'searxng',
    403,
    {},
    {},
    'not_configured',
    "doesn't answer in JSON. Add json to search.formats in your SearXNG's settings.yml.",
  ],
  ['a bad day', 'brave', 500, {}, {}, 'upstream_failed', 'answered 500: try again later'],
]
test.each(faults)(
  '%s of %s (%i) becomes a sentence',
  async (_, provider, status, body, headers, code, words) => {
    json(body, status, headers)
    const error = await search(provider).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code })
    expect(String(error)).toContain(words)
  },
)

test('a page instead of results becomes a sentence, and so does a cut connection', async () => {
  answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
  await expect(search('searxng')).rejects.toThrow('something other than results')
  answer = (response) => response.destroy()
  await expect(search('brave')).rejects.toThrow("Couldn't reach api.search.brave.com")
})

test('a redirect gets neither the key nor the words', async () => {
  await using thief = await startSite((_, response) => response.end('{}'))
  answer = (response) => response.writeHead(302, { location: `${thief.origin}/` }).end()
  await expect(search('tavily')).rejects.toMatchObject({ code: 'upstream_failed' })
  expect(thief.seen).toEqual([])
})

test('what is missing is named before anything is sent, and no key goes to somebody else', async () => {
  site.seen.length = 0
  const missing: readonly [Provider, Record<string, unknown>, string][] = [
    [
      'brave',
      { WEB_SEARCH_PROVIDER: null },
      'Web search is not set up. Choose WEB_SEARCH_PROVIDER (brave, tavily or searxng).',
    ],
    ['brave', { WEB_SEARCH_API_KEY: null }, 'key. Set WEB_SEARCH_API_KEY.'],
    ['brave', { WEB_SEARCH_API_KEY: 'tvly-key' }, 'not a Brave Search key'],
    ['tavily', { WEB_SEARCH_API_KEY: 'BSA-key' }, 'not a Tavily key'],
    [
      'searxng',
      { WEB_SEARCH_URL: null },
      'Web search needs the address of your SearXNG. Set WEB_SEARCH_URL.',
    ],
  ]
  for (const [provider, settings, words] of missing) {
    const call = callFor(provider, settings)
    expect(webSearch.setup!(call.setting)).toContain(words)
    await expect(webSearch.run({ query: 'x' }, call)).rejects.toMatchObject({ code: 'not_configured' })
  }
  expect(site.seen).toEqual([])
  expect(webSearch.setup!(callFor('brave').setting)).toBeUndefined()
})

test('a SearXNG on this machine is reached because it was named, and nothing beside it', async () => {
  json(samples.searxng)
  const call = createTestCall({
    ...folders,
    fetch: () => Promise.reject(new Error('the fetch of everybody')),
    settings: { WEB_SEARCH_PROVIDER: 'searxng', WEB_SEARCH_URL: site.origin },
  })
  await expect(webSearch.run({ query: 'x' }, call)).resolves.toMatchObject({ data: { provider: 'searxng' } })
  answer = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  await expect(webSearch.run({ query: 'x' }, call)).rejects.toThrow(", which isn't allowed here.")
})
