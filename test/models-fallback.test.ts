import { expect, test } from 'vitest'
import type { AppError } from '../src/contract/errors.ts'
import type { ModelPart } from '../src/features/models/language-model.ts'
import { freePort } from './free-port.ts'
import {
  chunk,
  modelsStage,
  ownServer,
  partsOf,
  patient,
  question,
  sse,
  type OwnServer,
} from './models-stage.ts'

const KEY = 'key-of-the-first'
const OTHER_KEY = 'key-of-the-second'

const fallbackTo = ({ url }: { url: string }, more: object = {}) => [
  {
    provider: 'openai_compatible',
    model: 'spare',
    base_url: url,
    key_setting: 'LLM_FALLBACK_API_KEY',
    ...more,
  },
]

const first = (url: string, more: object = {}) => ({
  LLM_PROVIDER: 'openai_compatible',
  LLM_MODEL: 'main',
  LLM_BASE_URL: url,
  LLM_API_KEY: KEY,
  LLM_FALLBACK_API_KEY: OTHER_KEY,
  ...more,
})

const stage = (values: object, deps: object = {}) =>
  modelsStage(values as Record<string, unknown>, { silence: patient, ...deps })

const answering = (text: string) => ownServer((response) => sse(response, [{ content: text }]))
const failing = (status: number, headers: Record<string, string> = { 'retry-after': '900' }) =>
  ownServer((response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":"no"}'),
  )

const textOf = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.delta] : [])).join('')
const noticesOf = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'notice' ? [part.text] : []))
const keysAt = ({ received }: OwnServer) => received.map(({ headers }) => headers.authorization)

async function failure(promise: Promise<unknown>): Promise<AppError> {
  return promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as AppError,
  )
}

test.each([402, 429, 500, 503, 529])(
  '%s: the next one answers, is named first, and gets its own key',
  async (status) => {
    await using broken = await failing(status)
    await using spare = await answering('Hello')
    await using on = await stage(first(broken.url, { LLM_FALLBACK: fallbackTo(spare) }))
    const parts = await partsOf(on.models.stream(question('hi')))
    expect(parts[0]).toEqual({ type: 'notice', text: expect.stringContaining('spare') })
    expect(textOf(parts)).toBe('Hello')
    expect(keysAt(broken).every((sent) => sent === `Bearer ${KEY}`)).toBe(true)
    expect(keysAt(spare)).toEqual([`Bearer ${OTHER_KEY}`])
    // The one that is set is still what is wrong.
    expect(on.models.health().status).toBe('degraded')
  },
)

test('where nothing listens, the next one answers at once', async () => {
  await using spare = await answering('Hello')
  const url = `http://127.0.0.1:${await freePort()}`
  await using on = await stage(first(url, { LLM_FALLBACK: fallbackTo(spare) }))
  const { text, warnings, model } = await on.models.ask(question('hi'))
  expect({ text, model }).toEqual({ text: 'Hello', model: 'own' })
  expect(warnings).toEqual([`${url} can't be reached. Using spare from ${spare.url} instead.`])
})

test('without a list nobody stands in', async () => {
  await using broken = await failing(429)
  await using on = await stage(first(broken.url))
  expect(await failure(on.models.ask(question('hi')))).toMatchObject({ code: 'upstream_failed' })
})

// Two halves of two models would be read as one answer.
test('after the first word nobody stands in', async () => {
  await using broken = await ownServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ content: 'Once upon' }, null), () => response.destroy())
  })
  await using spare = await answering('Hello')
  await using on = await stage(first(broken.url, { LLM_FALLBACK: fallbackTo(spare) }))
  const parts: ModelPart[] = []
  const reading = (async () => {
    for await (const part of on.models.stream(question('hi'))) parts.push(part)
  })()
  expect(await failure(reading)).toMatchObject({ code: 'upstream_failed' })
  expect(textOf(parts)).toBe('Once upon')
  expect(noticesOf(parts)).toEqual([])
  expect(spare.received).toEqual([])
})

test.each([400, 401, 403, 404])(
  '%s is about the question or the settings: nobody stands in',
  async (status) => {
    await using broken = await failing(status)
    await using spare = await answering('Hello')
    await using on = await stage(first(broken.url, { LLM_FALLBACK: fallbackTo(spare) }))
    await failure(on.models.ask(question('hi')))
    expect(spare.received).toEqual([])
  },
)

test('what was asked of one model by its name, or with pictures, is for no other', async () => {
  await using broken = await failing(429)
  await using spare = await answering('Hello')
  await using on = await stage(first(broken.url, { LLM_FALLBACK: fallbackTo(spare) }))
  await failure(on.models.ask(question('hi', { model: 'this-one' })))
  await failure(on.models.ask(question('hi', { purpose: 'vision' })))
  expect(spare.received).toEqual([])
})

test('when all fail, the sentence says what is wrong with the first and the last', async () => {
  await using broken = await failing(429)
  await using alsoBroken = await failing(503)
  await using on = await stage(first(broken.url, { LLM_FALLBACK: fallbackTo(alsoBroken) }))
  const { message } = await failure(on.models.ask(question('hi')))
  expect(message).toMatch(/request limit.*The fallback didn't answer either: .*503/)
  expect(message).not.toContain(KEY)
})

test('the list is walked in its order', async () => {
  await using broken = await failing(500)
  await using second = await failing(429)
  await using third = await answering('Third')
  const LLM_FALLBACK = [
    ...fallbackTo(second),
    ...fallbackTo(third, { key_setting: 'LLM_FALLBACK_2_API_KEY' }),
  ]
  await using on = await stage(
    first(broken.url, { LLM_FALLBACK, LLM_FALLBACK_2_API_KEY: 'key-of-the-third' }),
  )
  expect((await on.models.ask(question('hi'))).text).toBe('Third')
  expect(keysAt(third)).toEqual(['Bearer key-of-the-third'])
})

// Attack: whoever changes where the fallback is must not get the key that was set for another address.
test('a key of the fallback goes to no other address than the one it was set for', async () => {
  await using broken = await failing(429)
  await using spare = await answering('Hello')
  await using thief = await answering('Thanks')
  await using on = await stage(first(broken.url, { LLM_FALLBACK: fallbackTo(spare) }))
  on.set({ LLM_FALLBACK: fallbackTo(thief) })
  await on.models.ask(question('hi'))
  expect(keysAt(thief)).toEqual([undefined])
  // Nor does it get the first one's, by naming that.
  on.set({ LLM_FALLBACK: fallbackTo(thief, { key_setting: 'LLM_API_KEY' }) })
  await on.models.ask(question('hi'))
  expect(keysAt(thief)).toEqual([undefined, undefined])
  // Set again, it belongs there.
  on.set({ LLM_FALLBACK: fallbackTo(thief), LLM_FALLBACK_API_KEY: 'key-for-there' })
  await on.models.ask(question('hi'))
  expect(keysAt(thief).at(-1)).toBe('Bearer key-for-there')
})

test('where each key belongs is known after a restart', async () => {
  await using broken = await failing(429)
  await using spare = await answering('Hello')
  await using on = await stage(first(broken.url, { LLM_FALLBACK: fallbackTo(spare) }))
  await on.models.ask(question('hi'))
  const again = await on.again()
  await again.ask(question('hi'))
  expect(keysAt(spare)).toEqual([`Bearer ${OTHER_KEY}`, `Bearer ${OTHER_KEY}`])
})

// A conversation for which a person chose a model on this machine may be one that must stay here.
test('a local model that was picked for a conversation is replaced by local ones only', async () => {
  await using hosted = await answering('From afar')
  await using spare = await answering('From here')
  const toHosted: typeof fetch = (input, init) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
    return origin === 'https://models.example' ? fetch(hosted.url + pathname, init) : fetch(input, init)
  }
  const away = { provider: 'openai_compatible', model: 'big', base_url: 'https://models.example' } as const
  const nobody = `http://127.0.0.1:${await freePort()}`
  const pick = { provider: 'ollama', model: 'small', base_url: nobody } as const
  await using on = await stage(first(nobody, { LLM_FALLBACK: [away] }), { fetch: toHosted })
  await failure(on.models.ask(question('hi', { pick })))
  expect(hosted.received).toEqual([])
  // Listed and not picked, it stands in: the person said so.
  expect((await on.models.ask(question('hi'))).text).toBe('From afar')
  on.set({ LLM_FALLBACK: [away, ...fallbackTo(spare)] })
  expect((await on.models.ask(question('hi', { pick }))).text).toBe('From here')
})

test('a fallback that cannot be asked is passed over', async () => {
  await using broken = await failing(429)
  await using spare = await answering('Hello')
  const keyless = { provider: 'anthropic', model: 'claude-sonnet-4-5', key_setting: 'LLM_FALLBACK_2_API_KEY' }
  await using on = await stage(first(broken.url, { LLM_FALLBACK: [keyless, ...fallbackTo(spare)] }))
  expect((await on.models.ask(question('hi'))).text).toBe('Hello')
})
