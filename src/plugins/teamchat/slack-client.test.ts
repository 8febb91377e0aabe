import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import { connect } from './connection.ts'
import { SlackClient, type SlackClientOptions } from './slack-client.ts'

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

function client(answer: () => Response | Promise<Response>, options: Partial<SlackClientOptions> = {}) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    sent.push({ url: url as string, init })
    return answer()
  }
  const call = { signal: new AbortController().signal, now: () => new Date('2026-03-02T09:30:00Z') }
  const slack = new SlackClient({
    base: 'https://slack.com',
    isReplaced: false,
    token: 'xoxb-secret',
    fetch,
    fetchForUpload: fetch,
    call,
    ...options,
  })
  return { slack, sent }
}

const header = ({ init }: Sent, name: string) => new Headers(init.headers).get(name)

test('a method is asked with the token, and without what was not given', async () => {
  const { slack, sent } = client(() => Response.json({ ok: true, ts: '1' }))
  expect(
    await slack.ask('chat.postMessage', { text: 'a & b', thread_ts: undefined, limit: 5 }),
  ).toMatchObject({ ts: '1' })
  expect(sent[0]!.url).toBe('https://slack.com/api/chat.postMessage')
  expect(header(sent[0]!, 'authorization')).toBe('Bearer xoxb-secret')
  expect(sent[0]!.init).toMatchObject({ method: 'POST', redirect: 'error', body: 'text=a+%26+b&limit=5' })
})

test.each([
  ['a refusal', () => Response.json({ ok: false, error: 'not_in_channel' }), 'forbidden'],
  [
    'a limit by its status',
    () => new Response('', { status: 429, headers: { 'retry-after': '7' } }),
    'rate_limited',
  ],
  ['a limit by its word', () => Response.json({ ok: false, error: 'ratelimited' }), 'rate_limited'],
  ['a page of a proxy', () => new Response('<html>', { status: 502 }), 'upstream_failed'],
  ['JSON that says nothing', () => Response.json([]), 'upstream_failed'],
  ['a success that is none', () => Response.json({ ok: 'yes' }), 'upstream_failed'],
] as const)('%s is a failure', async (_what, answer, code) => {
  await expect(client(answer).slack.ask('x', {})).rejects.toMatchObject({ code })
})

test('a connection that fails is told with its reason, without the token', async () => {
  const { slack } = client(() =>
    Promise.reject(
      new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
    ),
  )
  const error: unknown = await slack.ask('x', {}).catch((thrown) => thrown)
  expect(error).toMatchObject({ code: 'upstream_failed' })
  expect((error as Error).message).toContain('ECONNREFUSED')
  expect((error as Error).message).not.toContain('xoxb')
})

test('what the network guard forbids is told as it says', async () => {
  const forbidden = new AppError('forbidden', 'Not there.')
  const { slack } = client(() => Promise.reject(new TypeError('fetch failed', { cause: forbidden })))
  await expect(slack.ask('x', {})).rejects.toBe(forbidden)
})

test('two workspaces are not taken for one', () => {
  const account = (options: Partial<SlackClientOptions>) =>
    client(() => Response.json({}), options).slack.account
  expect(new Set([account({}), account({ token: 'xoxb-2' }), account({ base: 'https://x' })]).size).toBe(3)
})

async function* bytes() {
  yield Buffer.from('hello')
}

test('a file goes to an address of Slack, without the token', async () => {
  const { slack, sent } = client(() => new Response('OK - 5'))
  await slack.upload('https://files.slack.com/upload/v1/abc?x=1', { bytes: bytes(), size: 5 })
  expect(sent[0]!.url).toBe('https://files.slack.com/upload/v1/abc?x=1')
  expect(header(sent[0]!, 'authorization')).toBeNull()
  expect(header(sent[0]!, 'content-length')).toBe('5')
})

test.each([
  'http://files.slack.com/x',
  'https://slack.com.evil.example/x',
  'https://evilslack.com/x',
  'https://127.0.0.1/x',
  'no address',
  undefined,
])('nothing is sent to %s', async (address) => {
  const { slack, sent } = client(() => new Response('OK - 5'))
  await expect(slack.upload(address, { bytes: bytes(), size: 5 })).rejects.toMatchObject({
    code: 'upstream_failed',
  })
  expect(sent).toEqual([])
})

test('whoever stands in for Slack gets the files, too', async () => {
  const { slack, sent } = client(() => new Response('OK'), {
    base: 'http://127.0.0.1:99/slack',
    isReplaced: true,
  })
  await slack.upload('https://files.slack.com/up?x=1', { bytes: bytes(), size: 5 })
  await slack.upload('http://127.0.0.1:99/own', { bytes: bytes(), size: 5 })
  await expect(slack.upload('http://127.0.0.1:98/own', { bytes: bytes(), size: 5 })).rejects.toThrow(
    '127.0.0.1:98',
  )
  expect(sent.map(({ url }) => url)).toEqual(['http://127.0.0.1:99/slack/up?x=1', 'http://127.0.0.1:99/own'])
})

test.each([
  ['fewer bytes', () => new Response('OK - 4')],
  ['a failure', () => new Response('no', { status: 500 })],
] as const)('an upload of which Slack took %s has failed', async (_what, answer) => {
  await expect(
    client(answer).slack.upload('https://files.slack.com/x', { bytes: bytes(), size: 5 }),
  ).rejects.toMatchObject({ code: 'upstream_failed' })
})

test('without a token, or with an address that is none, it says which setting is wrong', () => {
  const open = (settings: Record<string, string>) => () =>
    connect(createTestCall({ home: '/nowhere', dataFolder: '/nowhere', settings }))
  expect(open({})).toThrow('TEAMCHAT_TOKEN')
  expect(open({ TEAMCHAT_TOKEN: '' })).toThrow(expect.objectContaining({ code: 'not_configured' }))
  for (const UPSTREAM_SLACK of ['slack.example', 'ftp://slack.example'])
    expect(open({ TEAMCHAT_TOKEN: 'x', UPSTREAM_SLACK })).toThrow('UPSTREAM_SLACK')
  expect(open({ TEAMCHAT_TOKEN: 'x', UPSTREAM_SLACK: 'https://slack.example/a/?q' })().account).toBe(
    'https://slack.example/a x',
  )
})
