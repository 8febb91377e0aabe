import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownServer, sse } from './models-stage.ts'
import { startTestService, type TestService } from './service.ts'

// It tries the examples of docs/models.md.

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

let mock: LLMock
let service: TestService
beforeAll(async () => {
  mock = new LLMock({ port: 0, chunkSize: 5 })
  await mock.start()
  service = await startTestService()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await mock.stop()
})
beforeEach(async () => {
  mock.reset()
  await set({
    LLM_PROVIDER: 'openai_compatible',
    LLM_MODEL: 'small',
    LLM_BASE_URL: mock.url,
    LLM_API_KEY: 'key-of-the-test',
  })
})

const send = (path: string, body: object, more: RequestInit = {}) =>
  fetch(service.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...more,
  })
const set = async (values: object) => expect((await send('/api/settings', values)).status).toBe(200)
const json = async (response: Response | Promise<Response>) =>
  (await (await response).json()) as Record<string, unknown>
/** What the model was sent last, as text. */
const lastSent = () => JSON.stringify(mock.getLastRequest()?.body)

test('a prompt is answered', async () => {
  mock.onMessage('capital', { content: 'Oslo' })
  const answer = await json(
    send('/api/llm', { prompt: 'The capital of Norway?', system: 'Be brief.', temperature: 0.2 }),
  )
  expect(answer).toMatchObject({ text: 'Oslo', provider: 'openai_compatible', finish_reason: 'stop' })
  expect(lastSent()).toContain('Be brief.')
  expect(lastSent()).toContain('0.2')
})

test('a conversation with orders in it is answered', async () => {
  mock.onMessage('and now', { content: 'Five' })
  const messages = [
    { role: 'system', content: 'Count on.' },
    { role: 'user', content: 'three' },
    { role: 'assistant', content: 'Four' },
    { role: 'user', content: 'and now' },
  ]
  expect(await json(send('/api/llm', { messages }))).toMatchObject({ text: 'Five' })
  expect(lastSent()).toMatch(/system.*Count on.*three.*Four.*and now/)
})

test('a conversation that ends with the model is refused', async () => {
  const response = await send('/api/llm', { messages: [{ role: 'assistant', content: 'Hi' }] })
  expect(response.status).toBe(400)
})

test('with a schema the answer is an object', async () => {
  mock.onMessage('capital', { content: '{"city":"Oslo"}' })
  const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  expect(await json(send('/api/llm', { prompt: 'capital', schema }))).toMatchObject({
    object: { city: 'Oslo' },
  })
})

test('pictures come along, in the request or from an upload', async () => {
  mock.onMessage('look', { content: 'A dot' })
  await send('/api/llm', { prompt: 'look', images: [{ data: PIXEL }] })
  expect(lastSent()).toContain(`data:image/png;base64,${PIXEL}`)
  const { file_id } = await json(send('/api/upload', { filename: 'dot.png', content_base64: PIXEL }))
  await send('/api/llm', { prompt: 'look', images: [{ file_id }] })
  expect(lastSent()).toContain(PIXEL)
  const unknown = await send('/api/llm', { prompt: 'look', images: [{ file_id: 'file_0' }] })
  expect(unknown.status).toBe(404)
  const text = await send('/api/llm', {
    prompt: 'look',
    images: [{ data: Buffer.from('text').toString('base64') }],
  })
  expect(text.status).toBe(400)
})

interface Told {
  readonly type: string
  readonly data: Record<string, unknown>
}

async function events(response: Response): Promise<Told[]> {
  const blocks = (await response.text()).split('\n\n').filter((block) => block.includes('data:'))
  return blocks.map((block) => ({
    type: /^event: (.*)$/m.exec(block)?.[1] ?? '',
    data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}') as Record<string, unknown>,
  }))
}

test('a stream brings the text in pieces and ends with the whole', async () => {
  mock.onMessage('tell', { content: 'Once upon a time there was a server.' }, { latency: 5 })
  const response = await send('/api/llm', { prompt: 'tell', stream: true })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const told = await events(response)
  const deltas = told.filter(({ type }) => type === 'text.delta').map(({ data }) => data['delta'])
  expect(deltas.length).toBeGreaterThan(1)
  expect(deltas.join('')).toBe('Once upon a time there was a server.')
  expect(told.at(-1)).toMatchObject({
    type: 'run.end',
    data: { text: deltas.join(''), finish_reason: 'stop' },
  })
})

test('a stream that fails ends with run.error', async () => {
  mock.nextRequestError(400, { message: 'no' })
  const told = await events(await send('/api/llm', { prompt: 'tell', stream: true }))
  expect(told).toMatchObject([{ type: 'run.error', data: { code: 'upstream_failed' } }])
})

test.each([{ stream: true }, { stream: false }])(
  'a client that leaves ends the call (stream $stream)',
  async ({ stream }) => {
    let isGone = false
    const begun = Promise.withResolvers<void>()
    await using server = await ownServer((response) => {
      response.once('close', () => (isGone = true))
      sse(response, [{ content: 'Once' }], null)
      begun.resolve()
    })
    await set({ LLM_BASE_URL: server.url })
    const leave = new AbortController()
    const sent = send('/api/llm', { prompt: 'tell', stream }, { signal: leave.signal })
    sent.catch(() => {})
    await begun.promise
    if (stream) await sent
    leave.abort()
    await expect.poll(() => isGone).toBe(true)
  },
)

test('another provider takes effect in the next call', async () => {
  mock.onMessage('hello', { content: 'Hi' })
  await send('/api/llm', { prompt: 'hello' })
  expect(mock.getLastRequest()?.path).toBe('/v1/chat/completions')
  await set({ LLM_PROVIDER: 'anthropic', LLM_MODEL: 'claude-sonnet-4-5' })
  expect(await json(send('/api/llm', { prompt: 'hello' }))).toMatchObject({
    provider: 'anthropic',
    text: 'Hi',
  })
  expect(mock.getLastRequest()?.path).toBe('/v1/messages')
  await set({ LLM_PROVIDER: 'ollama', LLM_MODEL: 'llama3.2' })
  expect(await json(send('/api/llm', { prompt: 'hello' }))).toMatchObject({ provider: 'ollama', text: 'Hi' })
})

test('without a model the answer names the settings, also to who wants a stream', async () => {
  await set({ LLM_PROVIDER: null, LLM_MODEL: null })
  for (const [path, body] of [
    ['/api/llm', { prompt: 'hello' }],
    ['/api/llm', { prompt: 'hello', stream: true }],
    ['/api/assist', { instruction: 'Make it polite', text: 'give' }],
    ['/api/transform', { text: 'He go.', action: 'fix grammar' }],
  ] as const) {
    const response = await send(path, body)
    expect(response.status).toBe(503)
    expect(await json(response)).toMatchObject({
      code: 'not_configured',
      detail: expect.stringContaining('LLM_MODEL') as string,
    })
  }
  expect(await json(send('/api/llm/test', {}))).toMatchObject({
    ok: false,
    provider: null,
    capabilities: null,
  })
  expect(await json(send('/api/assist', { instruction: 'sort lines', text: 'b\na' }))).toEqual({
    text: 'a\nb',
  })
})

test('a trial finds out what the model can do', async () => {
  mock.onMessage('Reply with the single word ok', { content: 'ok' })
  mock.onMessage('Call the tool report_number', {
    toolCalls: [{ name: 'report_number', arguments: '{"number":7}' }],
  })
  mock.onMessage('Which colour has the sky', { content: '{"colour":"blue"}' })
  mock.onMessage('Which colour fills this picture', { content: 'Blue?' })
  expect(await json(send('/api/llm/test', {}))).toMatchObject({
    ok: true,
    provider: 'openai_compatible',
    model: 'small',
    message: "small answers and can call tools and answer in a given schema. It can't read images.",
    capabilities: { tools: true, json_schema: true, vision: false, streaming: true, context_tokens: null },
  })
})

test('a trial of a model that is not there says what to change', async () => {
  mock.nextRequestError(401, { message: 'who are you' })
  const answer = await json(
    send('/api/llm/test', {
      provider: 'openai',
      base_url: mock.url,
      model: 'gpt',
      api_key: 'key-of-the-trial',
    }),
  )
  expect(answer).toMatchObject({ ok: false, provider: 'openai', model: 'gpt', latency_ms: null })
  expect(answer['message']).toContain('LLM_API_KEY')
  expect(JSON.stringify(mock.getRequests().map(({ headers }) => headers))).not.toContain('key-of-the-test')
})

test('a trial at another address does not get the stored key', async () => {
  await using other = await ownServer((response) => sse(response, [{ content: 'ok' }]))
  await json(send('/api/llm/test', { base_url: other.url }))
  expect(other.received.length).toBeGreaterThan(0)
  expect(JSON.stringify(other.received)).not.toContain('key-of-the-test')
})

test.each(['improve', 'shorten', 'expand', 'fix_grammar', 'fix grammar'])(
  'a text is transformed: %s',
  async (action) => {
    mock.onMessage('He go', { content: "Sure! Here's the text:\n\n```\nHe went.\n```" })
    const answer = await json(
      send('/api/transform', { text: '  He go.\n', action, instruction: 'British spelling' }),
    )
    expect(answer).toEqual({ text: '  He went.\n', action: action.replace(' ', '_') })
    expect(lastSent()).toContain('British spelling')
  },
)

test('a text is continued with what follows alone', async () => {
  mock.onMessage('Once upon', { content: 'Once upon a time there was a fox.' })
  const answer = await json(send('/api/transform', { text: 'Once upon a time', action: 'continue' }))
  expect(answer['text']).toBe(' there was a fox.')
})

test('a long text is transformed in parts, with everything between them kept', async () => {
  mock.on({ predicate: () => true }, (request) => {
    const text = JSON.stringify(request.messages)
    return { content: text.includes('first') ? 'FIRST' : 'SECOND' }
  })
  const text = `first ${'a'.repeat(9_000)}\n\n\nsecond ${'b'.repeat(9_000)}\n`
  expect(await json(send('/api/transform', { text, action: 'improve' }))).toMatchObject({
    text: 'FIRST\n\n\nSECOND\n',
  })
})

test('an instruction is followed', async () => {
  mock.onMessage('Turn this into a polite question', { content: '"Could you send me the file?"' })
  const body = { instruction: 'Turn this into a polite question', text: 'send me the file' }
  expect(await json(send('/api/assist', body))).toEqual({ text: 'Could you send me the file?' })
})

test('health tells the last failure of the model', async () => {
  mock.nextRequestError(403, { message: 'not in your country' })
  await send('/api/llm', { prompt: 'hello' })
  expect(await json(fetch(`${service.address}/health`))).toMatchObject({
    parts: {
      model: { status: 'degraded', detail: expect.stringContaining('not in your country') as string },
    },
  })
})

test('a key from the environment belongs to the address that is set when the service starts', async () => {
  await using first = await ownServer((response) => sse(response, [{ content: 'one' }]))
  await using second = await ownServer((response) => sse(response, [{ content: 'two' }]))
  await using own = await startTestService({
    environment: {
      DESKHAND_LLM_API_KEY: 'key-of-the-environment',
      DESKHAND_LLM_PROVIDER: 'openai_compatible',
      DESKHAND_LLM_MODEL: 'small',
    },
  })
  const at = async (server: { url: string }) => {
    await own.client.settings.update({ body: { LLM_BASE_URL: server.url } })
    await own.client.models.call({ body: { prompt: 'hello' } })
  }
  await at(first)
  await at(second)
  expect(first.received[0]?.headers.authorization).toBe('Bearer key-of-the-environment')
  expect(second.received[0]?.headers.authorization).toBeUndefined()
  await own.restart()
  await own.client.models.call({ body: { prompt: 'hello' } })
  expect(second.received[1]?.headers.authorization).toBe('Bearer key-of-the-environment')
})

test('a service that nobody asked anything has loaded no model library', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    import { mkdtempSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const { startService } = await import(${JSON.stringify(new URL('../src/server/lifecycle/service.ts', import.meta.url).href)})
    const { dataFolder } = await import(${JSON.stringify(new URL('../src/platform/data-folder.ts', import.meta.url).href)})
    const root = mkdtempSync(tmpdir() + '/deskhand-idle-')
    const service = await startService({ folder: dataFolder({ DESKHAND_HOME: root }), port: 0, environment: { HOME: root, DESKHAND_KEYRING: 'off', PATH: process.env.PATH }, output: null, pretty: false })
    await fetch(service.address + '/health')
    await service.close()
    console.log(JSON.stringify(loaded))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const loaded = JSON.parse(stdout) as string[]
  expect(loaded.some((url) => url.endsWith('/features/models/models.ts'))).toBe(true)
  expect(loaded.filter((url) => /node_modules\/(?:@ai-sdk|ai|ai-sdk-ollama|ollama|zod)\//.test(url))).toEqual(
    [],
  )
})
