import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '../src/contract/endpoint.ts'
import type { Chat } from '../src/features/chat/chat.ts'
import { chatHandlers, type ChatHandlersDeps } from '../src/features/chat/handlers.ts'
import { ownServer, sse, type OwnServer } from './models-stage.ts'
import { startTestService, type TestService } from './service.ts'

// It tries the examples of docs/models.md.

const MESSAGE = 'Write two lines of verse about a lighthouse keeper who collects teaspoons'

let mock: LLMock
let local: OwnServer
let service: TestService
beforeAll(async () => {
  mock = new LLMock({ port: 0 })
  await mock.start()
  local = await ownServer((response, { path }) => {
    if (path === '/v1/chat/completions') return sse(response, [{ content: 'From the one that was picked' }])
    const data = [{ id: 'picked', object: 'model', owned_by: 'llamacpp', meta: { n_ctx: 8192 } }]
    return path === '/v1/models'
      ? response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ object: 'list', data }))
      : response.writeHead(404).end()
  })
  service = await startTestService({ localModelPorts: { llamacpp: Number(new URL(local.url).port) } })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await local[Symbol.asyncDispose]()
  await mock.stop()
})
beforeEach(async () => {
  mock.reset()
  mock.onMessage(/.*/, { content: 'From the one that is set' })
  local.received.length = 0
  await send('POST', '/api/settings', {
    LLM_PROVIDER: 'openai_compatible',
    LLM_MODEL: 'set',
    LLM_BASE_URL: mock.url,
    LLM_FALLBACK: [],
  })
})

async function send(method: string, path: string, body?: object) {
  const response = await fetch(service.address + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

/** What the tests look at in what is answered. */
interface Body {
  readonly [member: string]: unknown
  readonly components: readonly { readonly text?: string }[]
  readonly route: { readonly model?: object }
  readonly messages: readonly object[]
  readonly servers: readonly object[]
  readonly months: readonly {
    readonly month: string
    readonly models: readonly { readonly model: string; readonly calls: number }[]
  }[]
}
const textOf = ({ body }: { body: Body }) => String(body.components[0]?.text)
const pick = () => ({ provider: 'llamacpp', model: 'picked', base_url: local.url })

test('the model in use is told, and servers on this machine are found', async () => {
  expect((await send('GET', '/api/models')).body).toMatchObject({
    model: { provider: 'openai_compatible', model: 'set' },
    fallback: [],
  })
  // A machine that is busy with tests may not answer itself in time at once.
  const found = async () => (await send('GET', '/api/models/local')).body.servers
  await expect.poll(found).toEqual([
    {
      runtime: 'llamacpp',
      title: 'llama.cpp',
      provider: 'llamacpp',
      base_url: `${local.url}/v1`,
      models: [{ model: 'picked', tools: null, vision: null, context_tokens: 8192 }],
    },
  ])
  await send('POST', '/api/settings', { LLM_PROVIDER: null })
  expect((await send('GET', '/api/models')).body['model']).toBeNull()
})

test('a model that comes with a message stays with the conversation until it is taken back', async () => {
  const begun = await send('POST', '/chat', { message: MESSAGE, session_id: 'kept', model: pick() })
  expect(textOf(begun)).toBe('From the one that was picked')
  expect(begun.body.route.model).toEqual({ provider: 'llamacpp', model: 'picked' })
  const next = await send('POST', '/chat', { message: MESSAGE, session_id: 'kept' })
  expect(textOf(next)).toBe('From the one that was picked')
  const other = await send('POST', '/chat', { message: MESSAGE, session_id: 'other' })
  expect(textOf(other)).toBe('From the one that is set')
  const { body: record } = await send('GET', '/api/chats/kept')
  expect(record['model']).toEqual(pick())
  expect(record.messages.at(-1)).toMatchObject({
    route: { by: 'model', model: { model: 'picked' } },
    usage: { cost_usd: 0, cost_estimated: false },
  })
  expect((await send('PUT', '/api/chats/kept/model', { model: null })).body).toEqual({
    session_id: 'kept',
    model: null,
  })
  const back = await send('POST', '/chat', { message: MESSAGE, session_id: 'kept' })
  expect(textOf(back)).toBe('From the one that is set')
  expect(back.body.route.model).toEqual({ provider: 'openai_compatible', model: 'set' })
})

test('a conversation that has begun is given another model', async () => {
  await send('POST', '/chat', { message: MESSAGE, session_id: 'changed' })
  expect((await send('PUT', '/api/chats/changed/model', { model: pick() })).status).toBe(200)
  const next = await send('POST', '/chat', { message: MESSAGE, session_id: 'changed' })
  expect(textOf(next)).toBe('From the one that was picked')
  expect((await send('PUT', '/api/chats/nobody/model', { model: pick() })).status).toBe(404)
})

// Attack: a conversation is sent to a server that nobody has set up.
test('a conversation goes only to what is set up, or stays on this machine', async () => {
  const model = { provider: 'openai_compatible', model: 'x', base_url: 'https://elsewhere.example/v1' }
  await send('POST', '/chat', { message: MESSAGE, session_id: 'guarded' })
  for (const answer of [
    await send('PUT', '/api/chats/guarded/model', { model }),
    await send('POST', '/chat', { message: MESSAGE, session_id: 'guarded', model }),
    await send('POST', '/chat/stream', { message: MESSAGE, session_id: 'guarded', model }),
  ])
    expect(answer.body['code']).toBe('not_configured')
  expect((await send('GET', '/api/chats/guarded')).body['model']).toBeNull()
  // Named as a fallback, it is set up; no longer named, it is not asked any more.
  await send('POST', '/api/settings', { LLM_FALLBACK: [model] })
  expect((await send('PUT', '/api/chats/guarded/model', { model })).status).toBe(200)
  await send('POST', '/api/settings', { LLM_FALLBACK: [] })
  const answer = await send('POST', '/chat', { message: MESSAGE, session_id: 'guarded' })
  expect(JSON.stringify(answer.body)).toContain('https://elsewhere.example is not set up')
})

// Attack: a webhook, a plugin or a model decides where the words of a conversation go.
test.each(['model', 'plugin', 'webhook:teams:x', 'schedule', 'sentence'] as const)(
  'who is no person at this machine (%s) chooses no model',
  async (provenance) => {
    const asked: unknown[] = []
    const noting = (what: string) => (given: unknown) => {
      asked.push(what, given)
      return Promise.reject(new Error('reached'))
    }
    const chat = { start: noting('start'), sessions: { chooseModel: noting('choose') } } as unknown as Chat
    const handlers = chatHandlers({ chat, assertPickable: () => {} } as unknown as ChatHandlersDeps)
    const call = { provenance, signal: new AbortController().signal } as Call
    const model = { provider: 'ollama', model: 'x' } as const
    const body = { message: 'hi', model }
    const refused = { code: 'forbidden' }
    const none = { params: undefined, query: undefined } as const
    await expect((async () => handlers.send({ ...none, body }, call))()).rejects.toMatchObject(refused)
    await expect((async () => handlers.stream({ ...none, query: {}, body }, call))()).rejects.toMatchObject(
      refused,
    )
    const choosing = { params: { session_id: 'x' }, query: undefined, body: { model } }
    await expect((async () => handlers.chooseModel(choosing, call))()).rejects.toMatchObject(refused)
    expect(asked).toEqual([])
    // The same without a model is let through.
    await expect((async () => handlers.send({ ...none, body: { message: 'hi' } }, call))()).rejects.toThrow(
      'reached',
    )
  },
)

test('every whole answer counts towards its month and its model', async () => {
  const now = new Date().toISOString().slice(0, 7)
  const callsOf = async (model: string): Promise<number> => {
    const { body } = await send('GET', '/api/models/usage')
    const month = body.months.find((one) => one.month === now)
    return month?.models.find((one) => one.model === model)?.calls ?? 0
  }
  const before = await callsOf('set')
  expect((await send('POST', '/api/llm', { prompt: 'hi' })).body['usage']).toMatchObject({
    cost_usd: 0,
    cost_estimated: false,
  })
  expect(await callsOf('set')).toBe(before + 1)
  mock.nextRequestError(400, { message: 'no' })
  await send('POST', '/api/llm', { prompt: 'hi' })
  expect(await callsOf('set')).toBe(before + 1)
  const { body } = await send('GET', '/api/models/usage?months=1')
  expect(body.months).toHaveLength(1)
  expect(body.months[0]).toMatchObject({ month: now, cost_usd: 0 })
})

test('who answered in place of the one that is set is a notice, in the stream and in what is kept', async () => {
  await send('POST', '/api/settings', {
    LLM_BASE_URL: 'http://127.0.0.1:1',
    LLM_FALLBACK: [{ provider: 'llamacpp', model: 'picked', base_url: local.url }],
  })
  const response = await fetch(`${service.address}/chat/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({ message: MESSAGE, session_id: 'stood-in' }),
  })
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; text?: string })
  const kinds = events.map(({ type }) => type)
  expect(kinds.indexOf('notice')).toBeGreaterThan(0)
  expect(kinds.indexOf('notice')).toBeLessThan(kinds.indexOf('text.delta'))
  const sentence = "http://127.0.0.1:1 can't be reached. Using picked from llama.cpp instead."
  expect(events.find(({ type }) => type === 'notice')?.text).toBe(sentence)
  const { body } = await send('GET', '/api/chats/stood-in')
  expect(JSON.stringify(body.messages)).toContain(sentence)
  const asked = await send('POST', '/api/llm', { prompt: 'hi' })
  expect(asked.body).toMatchObject({ provider: 'llamacpp', notices: [sentence] })
})

test('a key is tried without being saved', async () => {
  mock.nextRequestError(401, { message: 'wrong key', type: 'authentication_error' })
  const tried = await send('POST', '/api/llm/test', { api_key: 'sk-wrong' })
  expect(tried.body).toMatchObject({ ok: false, message: expect.stringContaining('rejected the key') })
  expect((await send('GET', '/api/settings')).body['LLM_API_KEY']).toBeNull()
})

test('a key that no header can carry is told as such, not as a failed connection', async () => {
  const tried = await send('POST', '/api/llm/test', { api_key: 'sk-ant-…3f9a' })
  expect(tried.body).toMatchObject({
    ok: false,
    message: expect.stringContaining('Copy it again in full and set LLM_API_KEY.'),
  })
  const saved = await send('POST', '/api/settings', { LLM_API_KEY: 'sk-ant-…3f9a' })
  expect(JSON.stringify(saved.body)).toContain("contains characters that LLM_API_KEY can't have")
})
