import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { AppError } from '../src/contract/errors.ts'
import { freePort } from './free-port.ts'
import {
  chunk,
  modelsStage,
  ownServer,
  partsOf,
  patient,
  question,
  sse,
  untilFirst,
  untilNext,
  type OwnServer,
} from './models-stage.ts'

const KEY = 'key-that-nobody-may-see'

async function stageAt(server: Pick<OwnServer, 'url'>, more: object = {}, deps: object = {}) {
  return modelsStage(
    {
      LLM_PROVIDER: 'openai_compatible',
      LLM_MODEL: 'small',
      LLM_BASE_URL: server.url,
      LLM_API_KEY: KEY,
      ...more,
    },
    { silence: patient, ...deps },
  )
}

async function failure(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown as Error,
  )
  expect(error.name).toBe('AppError')
  expect(error.message).not.toContain(KEY)
  expect(error.message).not.toMatch(/\n|\bat \S+ \(|node:/)
  return error as AppError
}

const problem = (status: number, message: string, headers: Record<string, string> = {}) => ({
  status,
  message,
  headers,
})

test.each([
  { fault: problem(401, `wrong ${KEY}`), code: 'not_configured', says: 'LLM_API_KEY' },
  { fault: problem(402, 'no credit'), code: 'upstream_failed', says: 'no credit' },
  { fault: problem(403, 'your country'), code: 'upstream_failed', says: 'your country' },
  {
    fault: problem(400, 'This model has a maximum context length of 4096 tokens'),
    code: 'too_large',
    says: 'small',
  },
  { fault: problem(400, 'image input is not supported'), code: 'upstream_failed', says: 'VISION_MODEL' },
  { fault: problem(400, 'blocked by the content filter'), code: 'upstream_failed', says: 'content filter' },
  { fault: problem(429, 'slow down', { 'retry-after': '900' }), code: 'upstream_failed', says: '900 s' },
])('$fault.status "$fault.message" is told as $code', async ({ fault, code, says }) => {
  await using server = await ownServer((response) => {
    response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
    response.end(JSON.stringify({ error: { message: fault.message } }))
  })
  await using on = await stageAt(server)
  const error = await failure(on.models.ask(question('hello')))
  expect(error.code).toBe(code)
  expect(error.message).toContain(says)
  expect(server.received).toHaveLength(1)
})

test('what may pass is tried again, three times at most', async () => {
  await using server = await ownServer((response) => {
    response.writeHead(503, { 'retry-after': '0' }).end('busy')
  })
  await using on = await stageAt(server)
  const error = await failure(on.models.ask(question('hello')))
  expect(error).toMatchObject({ code: 'upstream_failed' })
  expect(error.message).toContain('503')
  expect(server.received).toHaveLength(3)
})

test('a server that recovers is not noticed', async () => {
  await using server = await ownServer((response, _, count) => {
    if (count === 1) return response.writeHead(429, { 'retry-after-ms': '1' }).end()
    if (count === 2) return response.socket?.destroy()
    return sse(response, [{ content: 'All' }, { content: ' well' }])
  })
  await using on = await stageAt(server)
  expect((await on.models.ask(question('hello'))).text).toBe('All well')
})

test('a server that stays silent is given up', async () => {
  await using server = await ownServer(() => {})
  await using on = await stageAt(server, {}, { silence: untilFirst })
  expect(await failure(on.models.ask(question('hello')))).toMatchObject({ code: 'upstream_timeout' })
  expect(server.received).toHaveLength(1)
})

test('a server that falls silent in the middle is given up, and what it said was passed on', async () => {
  await using server = await ownServer((response) => sse(response, [{ content: 'Once' }], null))
  await using on = await stageAt(server, {}, { silence: untilNext })
  const texts: string[] = []
  const error = await failure(on.models.answer(question('hello'), (delta) => texts.push(delta)))
  expect(error.code).toBe('upstream_timeout')
  expect(texts).toEqual(['Once'])
})

test.each([
  { how: 'by closing the connection', end: (response: { destroy(): unknown }) => response.destroy() },
  { how: 'by ending too early', end: (response: { end(): unknown }) => response.end() },
])('an answer cut off $how is a failure, and is not begun again', async ({ end }) => {
  const heard = Promise.withResolvers<void>()
  await using server = await ownServer(async (response) => {
    sse(response, [{ content: 'Once upon' }], null)
    await heard.promise
    end(response)
  })
  await using on = await stageAt(server)
  const listen = async () => {
    for await (const { type } of on.models.stream(question('hello'))) if (type === 'text') heard.resolve()
  }
  const error = await failure(listen())
  expect(error.message).toContain('stopped in the middle of its answer')
  expect(server.received).toHaveLength(1)
})

test('an answer without end is cut off', async () => {
  await using server = await ownServer(async (response) => {
    const big = 'x'.repeat(100_000)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    while (!response.destroyed) {
      response.write(chunk({ content: big }, null))
      await sleep(0)
    }
  })
  await using on = await stageAt(server)
  const error = await failure(on.models.ask(question('hello')))
  expect(error.code).toBe('upstream_failed')
  expect(error.message).toContain('cut off')
})

test.each([
  { what: 'nothing', answer: '' },
  { what: 'white space', answer: ' \n ' },
])('an answer of $what is a failure', async ({ answer }) => {
  await using server = await ownServer((response) => sse(response, [{ content: answer }]))
  await using on = await stageAt(server)
  expect((await failure(on.models.ask(question('hello')))).message).toContain("'s answer was empty")
})

test('what is no answer at all is a failure', async () => {
  await using server = await ownServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"choices": oops\n\n')
  })
  await using on = await stageAt(server)
  expect(await failure(on.models.ask(question('hello')))).toMatchObject({ code: 'upstream_failed' })
})

test.each([404, 200])('a page for people, with %s, is told apart from a model', async (status) => {
  await using server = await ownServer((response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><h1>Welcome</h1></html>')
  })
  await using on = await stageAt(server)
  const error = await failure(on.models.ask(question('hello')))
  expect(error.message).toContain('LLM_BASE_URL')
  expect(error.message).not.toContain('<')
})

test('an answer held back by the provider says so', async () => {
  await using server = await ownServer((response) => sse(response, [], 'content_filter'))
  await using on = await stageAt(server)
  expect((await failure(on.models.ask(question('hello')))).message).toContain('content filter')
})

test('where nobody listens, that is told at once', async () => {
  await using on = await stageAt({ url: `http://127.0.0.1:${await freePort()}` })
  const error = await failure(on.models.ask(question('hello')))
  expect(error.message).toContain('nothing is listening there')
})

test('arguments that are no JSON are handed on with the reason', async () => {
  await using server = await ownServer((response) =>
    sse(
      response,
      [
        {
          tool_calls: [
            { index: 0, id: 'c1', type: 'function', function: { name: 'get', arguments: '{"city": Os' } },
          ],
        },
      ],
      'tool_calls',
    ),
  )
  await using on = await stageAt(server)
  const parts = await partsOf(
    on.models.stream(
      question('hello', { tools: [{ name: 'get', description: '', parameters: { type: 'object' } }] }),
    ),
  )
  expect(parts.find(({ type }) => type === 'tool_call')).toMatchObject({
    call_id: 'c1',
    args: '{"city": Os',
    problem: expect.stringContaining('not valid JSON') as string,
  })
})

test('an unknown model is answered with the names that are there', async () => {
  await using server = await ownServer((response, { path }) => {
    if (path === '/v1/models')
      return response.end(JSON.stringify({ data: [{ id: 'smaller' }, { id: 'other' }] }))
    response.writeHead(404, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ error: { message: 'no such model' } }))
  })
  await using on = await stageAt(server)
  expect((await failure(on.models.ask(question('hello')))).message).toContain('It has: smaller, other.')
})

test('a redirect is not followed, least of all with the key', async () => {
  await using elsewhere = await ownServer((response) => sse(response, [{ content: 'Thanks' }]))
  await using server = await ownServer((response) => {
    response.writeHead(307, { location: `${elsewhere.url}/v1/chat/completions` }).end()
  })
  await using on = await stageAt(server)
  const error = await failure(on.models.ask(question('hello')))
  expect(error.message).toContain('redirects')
  expect(elsewhere.received).toHaveLength(0)
})

test('a client that goes away ends the call', async () => {
  let isGone = false
  await using server = await ownServer((response) => {
    response.once('close', () => (isGone = true))
    sse(response, [{ content: 'Once' }], null)
  })
  await using on = await stageAt(server)
  for await (const part of on.models.stream(question('hello'))) if (part.type === 'text') break
  await expect.poll(() => isGone).toBe(true)
})

test('after a failure the next call works', async () => {
  await using server = await ownServer((response, _, count) =>
    count === 1 ? response.writeHead(403).end('no') : sse(response, [{ content: 'Yes' }]),
  )
  await using on = await stageAt(server)
  await failure(on.models.ask(question('hello')))
  expect(on.models.health()).toMatchObject({ status: 'degraded' })
  expect((await on.models.ask(question('hello'))).text).toBe('Yes')
  expect(on.models.health()).toMatchObject({ status: 'ok' })
})
