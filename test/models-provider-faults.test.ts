import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { AppError } from '../src/contract/errors.ts'
import {
  modelsStage,
  ownServer,
  question,
  type OwnServer,
  patient,
  untilFirst,
  untilNext,
} from './models-stage.ts'

const line = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const event = (value: { type: string }) => `event: ${value.type}\n${line(value)}`

/** The beginning of an answer, as each protocol writes it, and how an answer without words looks. */
const protocols = [
  {
    provider: 'openai',
    usualAddress: true,
    start:
      event({ type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } } as never) +
      event({
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'message', id: 'i' },
      } as never) +
      event({ type: 'response.output_text.delta', item_id: 'i', delta: 'Once' } as never),
    empty:
      event({ type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } } as never) +
      event({
        type: 'response.completed',
        response: { usage: { input_tokens: 1, output_tokens: 0 } },
      } as never),
  },
  {
    provider: 'openai_compatible',
    start: line({ id: 'c', choices: [{ index: 0, delta: { content: 'Once' }, finish_reason: null }] }),
    empty: line({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  },
  {
    provider: 'anthropic',
    start:
      event({
        type: 'message_start',
        message: { id: 'm', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } },
      } as never) +
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never) +
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Once' } } as never),
    empty:
      event({
        type: 'message_start',
        message: { id: 'm', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } },
      } as never) +
      event({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { output_tokens: 0 },
      } as never) +
      event({ type: 'message_stop' }),
  },
  {
    provider: 'google',
    start: line({ candidates: [{ content: { parts: [{ text: 'Once' }], role: 'model' } }] }),
    empty: line({ candidates: [{ content: { parts: [], role: 'model' }, finishReason: 'STOP' }] }),
  },
  {
    provider: 'ollama',
    start: `${JSON.stringify({ model: 'm', message: { role: 'assistant', content: 'Once' }, done: false })}\n`,
    empty: `${JSON.stringify({ model: 'm', message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' })}\n`,
  },
]

const isCall = (path: string) => !/\/(?:show|tags|models\/[^:]+|models|props)$/.test(path)

describe.each(protocols)('$provider', ({ provider, usualAddress = false, start, empty }) => {
  const type = provider === 'ollama' ? 'application/x-ndjson' : 'text/event-stream'
  const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': type })

  async function failing(
    answer: (response: ServerResponse, isHeard: Promise<void>) => unknown,
    silence = patient,
  ) {
    const heard = Promise.withResolvers<void>()
    await using server = await ownServer((response, { path }) =>
      isCall(path) ? answer(response, heard.promise) : response.writeHead(404).end('{}'),
    )
    await using on = await modelsStage(
      {
        LLM_PROVIDER: provider,
        LLM_MODEL: 'm',
        LLM_API_KEY: 'key-of-the-test',
        ...(!usualAddress && { LLM_BASE_URL: server.url }),
      },
      { silence, ...(usualAddress && { fetch: leadingTo(server) }) },
    )
    const texts: string[] = []
    const error = await on.models
      .answer(question('hello'), (delta) => {
        texts.push(delta)
        heard.resolve()
      })
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
    expect(error).toBeInstanceOf(AppError)
    const calls = server.received.filter(({ path }) => isCall(path)).length
    return { error: error as AppError, text: texts.join(''), calls }
  }

  test('silence', async () => {
    expect(await failing(() => {}, untilFirst)).toMatchObject({
      error: { code: 'upstream_timeout' },
      calls: 1,
    })
  })

  test('silence after the beginning', async () => {
    const outcome = await failing((response) => begin(response).write(start), untilNext)
    expect(outcome).toMatchObject({ error: { code: 'upstream_timeout' }, text: 'Once', calls: 1 })
  })

  test('a connection that breaks off', async () => {
    const outcome = await failing(async (response, isHeard) => {
      begin(response).write(start)
      await isHeard
      response.destroy()
    })
    expect(outcome).toMatchObject({ error: { code: 'upstream_failed' }, text: 'Once', calls: 1 })
    expect(outcome.error.message).toContain('stopped in the middle of its answer')
  })

  test('an answer that ends too early', async () => {
    const outcome = await failing((response) => begin(response).end(start))
    expect(outcome).toMatchObject({ error: { code: 'upstream_failed' }, text: 'Once', calls: 1 })
  })

  test('an answer without words', async () => {
    const { error, text } = await failing((response) => begin(response).end(empty))
    expect({ code: error.code, text }).toEqual({ code: 'upstream_failed', text: '' })
  })

  test('what is no JSON', async () => {
    const { error } = await failing((response) => begin(response).end('data: {"oops\n\n{"oops\n\n'))
    expect(error.code).toBe('upstream_failed')
  })

  test.each([
    { status: 401, code: 'not_configured', calls: 1 },
    { status: 429, code: 'upstream_failed', calls: 3 },
    { status: 500, code: 'upstream_failed', calls: 3 },
    { status: 529, code: 'upstream_failed', calls: 3 },
  ])('status $status', async ({ status, code, calls }) => {
    const outcome = await failing((response) =>
      response.writeHead(status, { 'retry-after': '0' }).end('{"error":{"message":"no","type":"x"}}'),
    )
    expect(outcome).toMatchObject({ error: { code }, calls })
  })

  test('an answer without end', async () => {
    const { error } = await failing((response) =>
      begin(response).end(start.replace('Once', 'x'.repeat(10_000_000))),
    )
    expect(error.code).toBe('upstream_failed')
    expect(error.message).toContain('cut off')
  })
})

function leadingTo(server: OwnServer): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(server.url + pathname + search, init)
  }
}
