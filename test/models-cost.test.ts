import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addUsage } from '../src/contract/model-schema.ts'
import type { ModelRequest, ModelUsage, OfferedTool } from '../src/features/models/language-model.ts'
import { modelsStage, ownServer, question, sse } from './models-stage.ts'

let mock: LLMock
beforeAll(async () => {
  mock = new LLMock({ port: 0 })
  await mock.start()
})
afterAll(() => mock.stop())
beforeEach(() => {
  mock.reset()
})

/** Every provider at its own address, answered here. */
const redirected: typeof fetch = (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  return fetch(mock.url + pathname + search, init)
}
const hosted = (provider: string, model: string) =>
  modelsStage(
    { LLM_PROVIDER: provider, LLM_MODEL: model, LLM_API_KEY: 'key-of-the-test' },
    { fetch: redirected },
  )

const tool = (name: string): OfferedTool => ({
  name,
  description: `Does ${name}`,
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
})
const SYSTEM = 'You are of help. '.repeat(200)
const ephemeral = { cache_control: { type: 'ephemeral' } }

const firstQuestion = (more: Partial<ModelRequest> = {}) =>
  question('one', { system: SYSTEM, tools: [tool('read'), tool('write')], session: 'chat_1', ...more })
const secondQuestion = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  ...firstQuestion(more),
  turns: [
    { role: 'user', text: 'one' },
    { role: 'assistant', text: 'Answer' },
    { role: 'user', text: 'two' },
  ],
})

/** What was sent, by the members that come before the conversation, and the conversation. */
async function sentBy(provider: string, model: string, more: Partial<ModelRequest> = {}) {
  mock.onMessage(/one|two/, { content: 'Answer' })
  // By the bytes: aimock tells the requests in its own words.
  const bodies: Record<string, unknown>[] = []
  const noting: typeof fetch = (input, init) => {
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body) as Record<string, unknown>)
    return redirected(input, init)
  }
  await using on = await modelsStage(
    { LLM_PROVIDER: provider, LLM_MODEL: model, LLM_API_KEY: 'key-of-the-test' },
    { fetch: noting },
  )
  await on.models.ask(firstQuestion(more))
  await on.models.ask(secondQuestion(more))
  expect(bodies).toHaveLength(2)
  return bodies as [Record<string, unknown>, Record<string, unknown>]
}

/** The conversation of a request, wherever its protocol has it. */
const said = (body: Record<string, unknown>) =>
  (body['messages'] ?? body['input'] ?? body['contents']) as unknown[]

describe.each([
  { provider: 'anthropic', model: 'claude-sonnet-4-5' },
  { provider: 'openai', model: 'gpt-5' },
  { provider: 'google', model: 'gemini-2.5-flash' },
])('$provider', ({ provider, model }) => {
  test('the second question begins with the first one, byte for byte', async () => {
    const [one, two] = await sentBy(provider, model)
    const rest = (body: Record<string, unknown>) =>
      JSON.stringify({ ...body, messages: null, input: null, contents: null })
    expect(rest(two)).toBe(rest(one))
    const before = JSON.stringify(said(one))
    expect(JSON.stringify(said(two)).startsWith(before.slice(0, -1))).toBe(true)
  })
})

test('Anthropic is told where the part ends that stays the same: the last tool, and the system part', async () => {
  const [{ system, tools }] = await sentBy('anthropic', 'claude-sonnet-4-5')
  expect(system).toEqual([{ type: 'text', text: SYSTEM, ...ephemeral }])
  expect((tools as object[])[0]).not.toHaveProperty('cache_control')
  expect((tools as object[])[1]).toMatchObject({ name: 'write', ...ephemeral })
})

test('a question that stands alone is not kept: that would cost more', async () => {
  const [one] = await sentBy('anthropic', 'claude-sonnet-4-5', { session: undefined as never })
  expect(JSON.stringify(one)).not.toContain('cache_control')
})

test('OpenAI is told the conversation, by a name that it takes', async () => {
  const [one] = await sentBy('openai', 'gpt-5')
  expect(one['prompt_cache_key']).toBe('chat_1')
  mock.reset()
  const [long] = await sentBy('openai', 'gpt-5', { session: 'x'.repeat(128) })
  expect(long['prompt_cache_key']).toMatch(/^[0-9a-f]{64}$/)
})

test('a server that imitates OpenAI is not sent what it may not know', async () => {
  await using server = await ownServer((response) => sse(response, [{ content: 'Answer' }]))
  await using on = await modelsStage({
    LLM_PROVIDER: 'openai',
    LLM_MODEL: 'gpt-5',
    LLM_API_KEY: 'key',
    LLM_BASE_URL: server.url,
  })
  await on.models.ask(firstQuestion())
  expect(server.received[0]?.body).not.toHaveProperty('prompt_cache_key')
})

const usage = (input_tokens: number, output_tokens: number) => ({
  usage: { input_tokens, output_tokens, prompt_tokens: input_tokens, completion_tokens: output_tokens },
})

test('what an answer cost is worked out from a list of prices', async () => {
  mock.onMessage('hi', { content: 'Hello', ...usage(1_000_000, 100_000) })
  await using on = await hosted('anthropic', 'claude-sonnet-4-5')
  const { usage: used } = await on.models.ask(question('hi'))
  expect(used).toMatchObject({ input_tokens: 1_000_000, output_tokens: 100_000, cost_estimated: true })
  // 3 dollars a million tokens read, 15 written; twice that beyond 200,000 in one request.
  expect(used.cost_usd).toBeGreaterThan(4)
  expect(used.cost_usd).toBeLessThan(10)
})

test('tokens that the provider still had are counted, and cost less', async () => {
  const answer = (cache_read_input_tokens: number) => ({
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [{ type: 'text', text: 'Hello' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1_000 - cache_read_input_tokens, cache_read_input_tokens, output_tokens: 10 },
  })
  let cached = 0
  const events = () => {
    const { content, ...message } = answer(cached)
    const told = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: content[0]!.text } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: message.usage },
      { type: 'message_stop' },
    ]
    return told.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  }
  const recorded: typeof fetch = () =>
    Promise.resolve(new Response(events(), { headers: { 'content-type': 'text/event-stream' } }))
  await using on = await modelsStage(
    { LLM_PROVIDER: 'anthropic', LLM_MODEL: 'claude-sonnet-4-5', LLM_API_KEY: 'key' },
    { fetch: recorded },
  )
  const whole = (await on.models.ask(question('hi'))).usage
  cached = 900
  const mostlyKept = (await on.models.ask(question('hi'))).usage
  expect(whole).toMatchObject({ input_tokens: 1_000, cached_tokens: 0 })
  expect(mostlyKept).toMatchObject({ input_tokens: 1_000, cached_tokens: 900 })
  expect(mostlyKept.cost_usd).toBeLessThan(whole.cost_usd! / 2)
})

test.each([
  ['a model on this machine costs nothing', 'ollama', 'llama3.2', { cost_usd: 0, cost_estimated: false }],
  ['a price that is in no list is not known', 'openai', 'secret-model', { cost_usd: null }],
])('%s', async (_what, provider, model, expected) => {
  mock.onMessage('hi', { content: 'Hello', ...usage(10, 5) })
  await using on = await hosted(provider, model)
  const used = (await on.models.ask(question('hi'))).usage
  expect(used).toMatchObject(expected)
  if (used.cost_usd === null) expect(used).not.toHaveProperty('cost_estimated')
})

test('what the provider says counts more than the list', async () => {
  const told = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost: 0.0123 }
  const body = [
    { choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: told },
  ]
  const lines = body.map((one) => `data: ${JSON.stringify({ id: 'c', model: 'm', ...one })}\n\n`).join('')
  const recorded: typeof fetch = () =>
    Promise.resolve(
      new Response(`${lines}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } }),
    )
  await using on = await modelsStage(
    { LLM_PROVIDER: 'openrouter', LLM_MODEL: 'openai/gpt-4o', LLM_API_KEY: 'key' },
    { fetch: recorded },
  )
  const used = (await on.models.ask(question('hi'))).usage
  expect(used).toMatchObject({ cost_usd: 0.0123, cost_estimated: false })
})

test('the price of several calls is known when each is', () => {
  const call = (more: Partial<ModelUsage>): ModelUsage => ({
    input_tokens: 1,
    output_tokens: null,
    total_tokens: 1,
    ...more,
  })
  const told = call({ cached_tokens: 3, cost_usd: 0.5, cost_estimated: false })
  const guessed = call({ cached_tokens: null, cost_usd: 0.25, cost_estimated: true })
  expect(addUsage(told, guessed)).toEqual({
    input_tokens: 2,
    output_tokens: null,
    total_tokens: 2,
    cached_tokens: 3,
    cost_usd: 0.75,
    cost_estimated: true,
  })
  expect(addUsage(told, call({ cost_usd: null })).cost_usd).toBeNull()
  expect(addUsage(call({}), call({}))).toEqual({ input_tokens: 2, output_tokens: null, total_tokens: 2 })
})
