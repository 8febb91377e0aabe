import { expect, test } from 'vitest'
import { isRefusal, refusalOf, wordsOf, type HostAnswer } from './host-refusal.ts'

const now = new Date('2026-03-02T09:30:00Z')
const refused = (answer: Partial<HostAnswer>, hasToken = true) =>
  refusalOf(
    { status: 500, headers: new Headers(), words: '', ...answer },
    {
      title: 'GitHub',
      hasToken,
      now: () => now,
    },
  )

test.each([
  [400, 'invalid_request'],
  [401, 'not_configured'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [410, 'gone'],
  [422, 'invalid_request'],
  [429, 'rate_limited'],
  [451, 'gone'],
  [500, 'upstream_failed'],
  [503, 'upstream_failed'],
])('status %i is %s', (status, code) => {
  const error = refused({ status, words: 'why so' })
  expect(error).toMatchObject({ code, answered: status, words: 'why so' })
  expect(isRefusal(error, status)).toBe(true)
  expect(isRefusal(error, 599)).toBe(false)
})

test('what is no answer of a service is no refusal', () => {
  expect(isRefusal(new Error('404'), 404)).toBe(false)
  expect(isRefusal(undefined, 404)).toBe(false)
})

test('who is not known is told of the token, according to whether there is one', () => {
  expect(refused({ status: 401 }, true).message).not.toBe(refused({ status: 401 }, false).message)
  for (const hasToken of [true, false])
    expect(refused({ status: 401 }, hasToken).message).toContain('REPOHOST_TOKEN')
})

test('a file that is too large for the service is told from a file that may not be seen', () => {
  expect(refused({ status: 403, words: 'This API returns blobs up to 1 MB: too_large' }).code).toBe(
    'too_large',
  )
})

test.each<[string, Partial<HostAnswer>]>([
  ['no request left', { headers: new Headers({ 'x-ratelimit-remaining': '0' }) }],
  ['a time to wait', { headers: new Headers({ 'retry-after': '5' }) }],
  ['words about it', { words: 'You have triggered an abuse detection mechanism' }],
])('403 with %s is a limit', (_what, answer) => {
  expect(refused({ status: 403, ...answer }).code).toBe('rate_limited')
})

test.each([
  ['seconds', { 'retry-after': '90' }, '90'],
  ['a date', { 'retry-after': 'Mon, 02 Mar 2026 09:31:30 GMT' }, '90'],
  ['a moment', { 'x-ratelimit-reset': String(now.getTime() / 1000 + 600) }, '600'],
  ['seconds that are left', { 'ratelimit-reset': '30' }, '30'],
  ['a moment that is over', { 'x-ratelimit-reset': String(now.getTime() / 1000 - 600) }, '1'],
  ['nothing', {}, '60'],
  ['what cannot be read', { 'retry-after': 'soon' }, '60'],
  ['what no clock shows', { 'retry-after': '9'.repeat(20) }, '60'],
])('how long a limit lasts is read from %s', (_what, headers, seconds) => {
  const error = refused({ status: 429, headers: new Headers(headers) })
  expect(error.headers).toEqual({ 'retry-after': seconds })
})

test.each([
  ['a message', '{"message":"Not Found."}', 'Not Found'],
  ['an error', '{"error":"no"}', 'no'],
  ['its description first', '{"error":"no","error_description":"expired"}', 'expired'],
  [
    'details',
    '{"message":"Validation Failed","errors":[{"field":"title","code":"missing"},{"message":"bad"},"odd"]}',
    'Validation Failed; title missing; bad; odd',
  ],
  ['an object instead of words', '{"message":{"base":["taken"]}}', '{"base":["taken"]}'],
  ['a page', '<html>oops</html>', ''],
  ['a list', '["a"]', ''],
  ['nothing', '', ''],
])('of %s the words are kept', (_what, body, words) => {
  expect(wordsOf(body)).toBe(words)
})

test('words are one line without controls, and not long', () => {
  const words = wordsOf(JSON.stringify({ message: `a\r\n\u202eb${'x'.repeat(1000)}` }))
  expect(words).toMatch(/^a bx+$/)
  expect(words).toHaveLength(300)
})
