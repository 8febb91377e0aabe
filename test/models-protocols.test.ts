import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OfferedTool } from '../src/features/models/language-model.ts'
import { modelsStage, partsOf, question, type Stage } from './models-stage.ts'

/** Each provider speaks its own protocol to one server that knows them all. */
const providers = [
  { provider: 'openai', model: 'gpt-5', base: '', path: '/v1/responses', viaOwnAddress: true },
  { provider: 'openai', model: 'gpt-4o', base: '', path: '/v1/chat/completions', viaOwnAddress: false },
  { provider: 'anthropic', model: 'claude-sonnet-4-5', base: '', path: '/v1/messages', viaOwnAddress: false },
  {
    provider: 'google',
    model: 'gemini-2.5-flash',
    base: '',
    path: '/v1beta/models/gemini-2.5-flash:streamGenerateContent',
    viaOwnAddress: false,
  },
  {
    provider: 'openrouter',
    model: 'meta/llama',
    base: '/api/v1',
    path: '/api/v1/chat/completions',
    viaOwnAddress: false,
  },
  { provider: 'ollama', model: 'llama3.2', base: '', path: '/api/chat', viaOwnAddress: false },
  { provider: 'lmstudio', model: 'qwen', base: '', path: '/v1/chat/completions', viaOwnAddress: false },
  { provider: 'llamacpp', model: 'qwen', base: '/v1', path: '/v1/chat/completions', viaOwnAddress: false },
  {
    provider: 'openai_compatible',
    model: 'qwen',
    base: '/v1/',
    path: '/v1/chat/completions',
    viaOwnAddress: false,
  },
]

const forecast: OfferedTool = {
  name: 'get_forecast',
  description: 'The weather of the days ahead',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

let mock: LLMock
beforeAll(async () => {
  mock = new LLMock({ port: 0, chunkSize: 4 })
  await mock.start()
})
afterAll(() => mock.stop())
beforeEach(() => {
  mock.reset()
})

describe.each(providers)('$provider over $path', ({ provider, model, base, path, viaOwnAddress }) => {
  const stage = (): Promise<Stage> =>
    modelsStage(
      {
        LLM_PROVIDER: provider,
        LLM_MODEL: model,
        LLM_API_KEY: 'key-of-the-test',
        ...(!viaOwnAddress && { LLM_BASE_URL: mock.url + base }),
      },
      { fetch: viaOwnAddress ? redirected : fetch },
    )
  /** The provider's own address, answered here. */
  const redirected: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(mock.url + pathname + search, init)
  }
  const lastBody = () =>
    mock.getRequests().findLast((entry) => entry.path.startsWith(path))?.body as never as object

  test('streams text and says how it ended', async () => {
    mock.onMessage('hello', { content: 'Good morning to you all.' })
    await using on = await stage()
    const parts = await partsOf(on.models.stream(question('hello')))
    const texts = parts.flatMap((part) => (part.type === 'text' ? [part.delta] : []))
    expect(texts.join('')).toBe('Good morning to you all.')
    expect(texts.length).toBeGreaterThan(1)
    expect(parts.at(-1)).toMatchObject({ type: 'end', provider, finish_reason: 'stop' })
    expect(mock.getLastRequest()?.path).toContain(path)
  })

  test('asks for a tool with its arguments, and hears its result', async () => {
    mock.on(
      { userMessage: 'weather', hasToolResult: false },
      { toolCalls: [{ name: 'get_forecast', arguments: '{"city":"Oslo"}' }] },
    )
    mock.on({ userMessage: 'weather', hasToolResult: true }, { content: 'It rains in Oslo.' })
    await using on = await stage()
    const asked = question('weather', { tools: [forecast] })
    const parts = await partsOf(on.models.stream(asked))
    const call = parts.find((part) => part.type === 'tool_call')
    expect(call).toMatchObject({ name: 'get_forecast', args: { city: 'Oslo' } })
    expect(call).not.toHaveProperty('problem')
    expect(parts.at(-1)).toMatchObject({ finish_reason: 'tool_calls' })
    const { type: _, ...wanted } = call!
    const answer = await on.models.ask({
      ...asked,
      turns: [
        ...asked.turns,
        { role: 'assistant', text: '', calls: [wanted] },
        {
          role: 'tool',
          call_id: (wanted as { call_id: string }).call_id,
          name: 'get_forecast',
          result: { sky: 'rain' },
        },
      ],
    })
    expect(answer.text).toBe('It rains in Oslo.')
    expect(JSON.stringify(lastBody())).toContain('rain')
  })

  test('answers in a schema', async () => {
    mock.onMessage('capital', { content: '{"city":"Oslo","people":700000}' })
    await using on = await stage()
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' }, people: { type: 'integer' } },
      required: ['city', 'people'],
    }
    const { object } = await on.models.ask(question('the capital of Norway', { schema }))
    expect(object).toEqual({ city: 'Oslo', people: 700000 })
  })

  test('shows a picture', async () => {
    mock.onMessage('what is this', { content: 'A dot.' })
    await using on = await stage()
    const answer = await on.models.ask({
      ...question(''),
      turns: [{ role: 'user', text: 'what is this', pictures: [{ mime_type: 'image/png', data: PIXEL }] }],
    })
    expect(answer.text).toBe('A dot.')
  })

  test('stops in the middle', async () => {
    mock.onMessage('long', { content: 'word '.repeat(500) }, { latency: 20 })
    await using on = await stage()
    const stop = new AbortController()
    let pieces = 0
    const reading = (async () => {
      for await (const part of on.models.stream(question('long', { signal: stop.signal }))) {
        if (part.type === 'text') pieces += 1
        if (pieces === 2) stop.abort()
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
    expect(pieces).toBeLessThan(100)
  })

  test('a refused key names the setting and not the key', async () => {
    mock.nextRequestError(401, { message: 'bad key key-of-the-test', type: 'authentication_error' })
    await using on = await stage()
    const error = await on.models.ask(question('hello')).catch((thrown: unknown) => thrown as Error)
    expect(error).toMatchObject({ code: 'not_configured' })
    expect((error as Error).message).toContain('LLM_API_KEY')
    expect((error as Error).message).not.toContain('key-of-the-test')
  })
})
