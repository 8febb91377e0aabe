import type { IncomingMessage } from 'node:http'
import { assert, constantFrom, oneof, property, string, webUrl } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalOf, type GuardRules } from './guard.ts'

type Pairs = readonly (readonly [string, string])[]

/** What Node makes of these lines: names in lower case, the first Host only. */
function incoming(pairs: Pairs, { method = 'GET', url = '/health' } = {}): IncomingMessage {
  const headers: Record<string, string> = {}
  for (const [name, value] of pairs) headers[name.toLowerCase()] ??= value
  return { method, url, headers, rawHeaders: pairs.flat() } as unknown as IncomingMessage
}

const rules: GuardRules = { allowedHosts: new Set(), allowedOrigins: new Set(), authenticated: false }
const host = ['Host', 'localhost:8000'] as const

describe('the Host', () => {
  test.each(['localhost', 'LocalHost:8000', '127.0.0.1:1', '[::1]', '[::1]:65535'])(
    'may be a name of this machine with any port: %s',
    (name) => {
      expect(refusalOf(incoming([['Host', name]]), rules)).toBeNull()
    },
  )

  test('may be no other name, whatever it looks like', () => {
    const pieces = constantFrom(
      'localhost',
      '127.0.0.1',
      '[::1]',
      '.',
      ':',
      '8000',
      '@',
      'evil.test',
      ' ',
      '/',
      '',
    )
    const names = oneof(string(), webUrl(), string({ unit: pieces, maxLength: 5 }))
    const ours = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/i
    assert(
      property(names, (name) => {
        const refusal = refusalOf(incoming([['Host', name]]), rules)
        return ours.test(name) ? refusal === null : refusal === 'host'
      }),
      { numRuns: 2000 },
    )
  })

  test('may be one that the user allowed, to the letter', () => {
    const allowed = { ...rules, allowedHosts: new Set(['desk.example.org']) }
    expect(refusalOf(incoming([['Host', 'Desk.Example.Org']]), allowed)).toBeNull()
    expect(refusalOf(incoming([['Host', 'desk.example.org:80']]), allowed)).toBe('host')
    expect(refusalOf(incoming([['Host', 'a.desk.example.org']]), allowed)).toBe('host')
  })

  test('must be there, once', () => {
    expect(refusalOf(incoming([]), rules)).toBe('host')
    expect(refusalOf(incoming([host, host]), rules)).toBe('host')
    expect(refusalOf(incoming([host, ['hOST', 'evil.test']]), rules)).toBe('host')
  })

  test('of a webhook opens the way through a proxy, but not to a foreign page', () => {
    const webhook = { ...rules, webhookHosts: new Set(['hooks.example.org']) }
    const proxied: Pairs = [
      ['Host', 'hooks.example.org'],
      ['X-Forwarded-For', '198.51.100.7'],
    ]
    expect(refusalOf(incoming(proxied), webhook)).toBeNull()
    expect(refusalOf(incoming(proxied), rules)).toBe('host')
    expect(refusalOf(incoming([...proxied, ['Origin', 'https://evil.test']]), webhook)).toBe('origin')
  })
})

test('a request for anything but a path is refused', () => {
  for (const url of ['http://localhost:8000/health', '*', 'evil.test:80', ''])
    expect(refusalOf(incoming([host], { url }), rules)).toBe('absolute_form')
})

test('a proxy in between needs a caller who has proved who it is', () => {
  const proxied = incoming([host, ['Via', '1.1 proxy']])
  expect(refusalOf(proxied, rules)).toBe('proxied')
  expect(refusalOf(proxied, { ...rules, authenticated: true })).toBeNull()
})

describe('the Origin', () => {
  const from = (origin: string, more: Pairs = []) => incoming([host, ['Origin', origin], ...more])

  test('may be our own page, and no other', () => {
    expect(refusalOf(from('http://localhost:8000'), rules)).toBeNull()
    for (const origin of ['https://localhost:8000', 'http://localhost', 'http://127.0.0.1:8000', 'null', ''])
      expect([origin, refusalOf(from(origin), rules)]).toEqual([origin, 'origin'])
  })

  test('may be one that the user allowed, though the browser calls it cross-site', () => {
    const allowed = { ...rules, allowedOrigins: new Set(['https://desk.example.org']) }
    const site: Pairs = [['Sec-Fetch-Site', 'cross-site']]
    expect(refusalOf(from('https://desk.example.org', site), allowed)).toBeNull()
    expect(refusalOf(from('https://desk.example.org.evil.test', site), allowed)).toBe('origin')
    expect(refusalOf(from('http://localhost:8000', site), allowed)).toBe('sec_fetch_site')
  })
})

test('a browser that names another site is believed', () => {
  const site = (value: string, method: string) =>
    refusalOf(incoming([host, ['Sec-Fetch-Site', value]], { method }), rules)
  expect(site('same-origin', 'POST')).toBeNull()
  expect(site('none', 'GET')).toBeNull()
  expect(site('none', 'HEAD')).toBeNull()
  expect(site('none', 'POST')).toBe('sec_fetch_site')
  for (const value of ['cross-site', 'same-site', 'SAME-ORIGIN', ''])
    for (const method of ['GET', 'POST', 'OPTIONS']) expect(site(value, method)).toBe('sec_fetch_site')
})

describe('a body', () => {
  const send = (type: string | null, more: Pairs = [['Content-Length', '2']]) =>
    refusalOf(
      incoming([host, ...(type === null ? [] : [['Content-Type', type] as const]), ...more], {
        method: 'POST',
      }),
      rules,
    )

  test('is JSON or a form with files', () => {
    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/vnd.api+json',
      'multipart/form-data; boundary=x',
    ])
      expect([type, send(type)]).toEqual([type, null])
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'text/plain, application/json',
      null,
    ])
      expect([type, send(type)]).toEqual([type, 'content_type'])
  })

  test('in chunks is one too', () => {
    expect(send('text/plain', [['Transfer-Encoding', 'chunked']])).toBe('content_type')
  })

  test('of nothing may be called anything', () => {
    expect(send('text/plain', [['Content-Length', '0']])).toBeNull()
    expect(send(null, [])).toBeNull()
  })
})
