import { expect, test } from 'vitest'
import { isRefusal, limited, refusalOf } from './slack-refusal.ts'

const about = 'the channel "general"'
const refused = (answer: Record<string, unknown>) => refusalOf({ method: 'chat.postMessage', answer, about })

test.each([
  ['invalid_auth', 'not_configured'],
  ['token_revoked', 'not_configured'],
  ['not_in_channel', 'forbidden'],
  ['channel_not_found', 'not_found'],
  ['is_archived', 'conflict'],
  ['restricted_action', 'forbidden'],
  ['storage_limit_reached', 'forbidden'],
  ['msg_too_long', 'too_large'],
  ['no_text', 'invalid_request'],
  ['thread_not_found', 'not_found'],
  ['users_not_found', 'not_found'],
  ['user_disabled', 'conflict'],
  ['cannot_dm_bot', 'invalid_request'],
  ['internal_error', 'upstream_failed'],
])('%s is %s', (error, code) => {
  const refusal = refused({ ok: false, error })
  expect(refusal).toMatchObject({ code, reason: error })
  expect(isRefusal(refusal, 'other', error)).toBe(true)
  expect(isRefusal(refusal, 'other')).toBe(false)
})

test('a refusal names what it was about', () => {
  for (const error of ['not_in_channel', 'channel_not_found', 'restricted_action'])
    expect(refused({ error }).message).toContain(about)
  expect(refused({ error: 'is_archived' }).message).toMatch(/^The channel "general"/)
})

test('a reason that nobody knows here is passed on with the method', () => {
  const { code, message } = refused({ error: 'brand_new' })
  expect(code).toBe('upstream_failed')
  expect(message).toContain('brand_new')
  expect(message).toContain('chat.postMessage')
})

test('what Slack says beside its reason is in the sentence', () => {
  const response_metadata = {
    messages: ['[ERROR] must provide a string [json-pointer:/channel]', '', 7, '[WARN] x'],
  }
  expect(refused({ error: 'invalid_arguments', response_metadata }).message).toMatch(
    /\(invalid_arguments\): ERROR must provide a string json-pointer.*channel; 7; WARN x\. See docs/,
  )
  expect(refused({ error: 'no_text', response_metadata }).message).toMatch(/Set text\. \(Slack says: ERROR/)
  for (const odd of [null, 'x', { messages: 'x' }, { messages: [] }])
    expect(refused({ error: 'no_text', response_metadata: odd }).message).toMatch(/Set text\.$/)
})

test('a refusal without a reason, or with one that is no word, is still one', () => {
  for (const answer of [{}, { error: 7 }, { error: null }, { error: { a: 1 } }]) {
    const { reason, code } = refused(answer)
    expect(code).toBe('upstream_failed')
    expect(reason).toMatch(/^(?:unknown_error|7)$/)
  }
})

test('what Slack writes cannot bring lines or marks into the sentence', () => {
  const { message } = refused({ error: `bad\n[click](https://evil.example)<b>${'x'.repeat(1000)}` })
  expect(message).not.toMatch(/[\n[\]()<>]{1}https|<b>|\n/)
  expect(message.length).toBeLessThan(500)
})

test('a scope that is missing is named, with those that are there', () => {
  const lacking = refused({
    error: 'missing_scope',
    needed: 'groups:read',
    provided: 'chat:write,users:read',
  })
  expect(lacking.code).toBe('not_configured')
  expect(lacking.message).toContain('groups:read')
  expect(lacking.message).toContain('chat:write,users:read')
  expect(refused({ error: 'missing_scope' }).message).toContain('unknown')
})

test.each([
  ['30', '30'],
  ['0', '1'],
  [null, '60'],
  ['soon', '60'],
  ['-5', '60'],
  ['99999999', '60'],
])('after a limit with the header %s one waits for %s s', (header, seconds) => {
  const refusal = limited(header, new Date('2026-03-02T09:30:00.500Z'))
  expect(refusal).toMatchObject({
    code: 'rate_limited',
    reason: 'ratelimited',
    headers: { 'retry-after': seconds },
  })
})

test('when a limit ends is said as a moment', () => {
  expect(limited('30', new Date('2026-03-02T09:30:00.500Z')).message).toContain('2026-03-02T09:30:30Z')
})

test('what is no answer of Slack is no refusal', () => {
  expect(isRefusal(new Error('not_in_channel'), 'not_in_channel')).toBe(false)
})
