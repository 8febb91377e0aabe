import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { boundedJson } from './bounded-json.ts'
import { readLiteral } from './calls-in-text/loose-literal.ts'
import { withFallback } from './fallback.ts'
import { ModelFault } from './faults.ts'
import { gather } from './gather.ts'
import type { ModelAnswer, ModelPart } from './language-model.ts'
import { llamaCppFacts, ollamaFacts } from './model-facts.ts'
import { readPicture } from './pictures.ts'
import { answerReader, repairRequest } from './structured.ts'
import type { Target } from './target.ts'

const { signal } = new AbortController()
const end = { type: 'end', model: 'm', provider: 'p', usage: {}, finish: 'stop' } as unknown as ModelPart

async function* parts(...given: (ModelPart | Error)[]): AsyncGenerator<ModelPart> {
  for (const part of given) {
    if (part instanceof Error) throw part
    yield part
  }
}

test('an answer is gathered whole: texts joined, calls without what was wrong with them, warnings after notices', async () => {
  const heard: string[] = []
  const answer = await gather(
    parts(
      { type: 'notice', text: 'Another answers.' },
      { type: 'text', delta: 'Hel' },
      { type: 'reasoning', delta: 'Hmm' },
      { type: 'text', delta: 'lo' },
      { type: 'tool_call', call_id: '1', name: 'LOOK', args: {}, problem: 'odd' },
      { ...end, warnings: ['Cut.'] } as ModelPart,
    ),
    (delta) => heard.push(delta),
  )
  expect(answer).toMatchObject({ text: 'Hello', warnings: ['Another answers.', 'Cut.'], model: 'm' })
  expect(answer.calls).toEqual([{ call_id: '1', name: 'LOOK', args: {} }])
  expect(heard).toEqual(['Hel', 'lo'])
})

test('an answer without warnings has none, and one without an end is a bug', async () => {
  expect(await gather(parts(end), () => {})).not.toHaveProperty('warnings')
  await expect(gather(parts({ type: 'text', delta: 'x' }), () => {})).rejects.toThrow(TypeError)
})

const target = (model: string) =>
  ({ provider: 'openai', model, origin: `https://${model}`, info: { title: model } }) as unknown as Target
const failed = (fault: ModelFault) =>
  new AppError('upstream_failed', `It failed: ${fault.kind}.`, { cause: fault })
const busy = failed(new ModelFault('status', { status: 503 }))

/** Lets each model answer as given, and tells who was asked. */
async function fallingBack(...answers: (readonly (ModelPart | Error)[])[]) {
  const asked: string[] = []
  const heard: ModelPart[] = []
  const targets = answers.map((_, index) => target(`model-${index}`)) as [Target, ...Target[]]
  const call = (one: Target) => {
    asked.push(one.model)
    return parts(...answers[targets.indexOf(one)]!)
  }
  const error: unknown = await (async () => {
    for await (const part of withFallback({ targets, call })) heard.push(part)
  })().catch((thrown: unknown) => thrown)
  return { asked, heard, error: error as AppError | undefined }
}

test.each([
  ['out of reach', failed(new ModelFault('network'))],
  ['overloaded', busy],
  ['at its limit', failed(new ModelFault('status', { status: 429 }))],
  ['without credit', failed(new ModelFault('status', { status: 402 }))],
])('a model that is %s is replaced, and it is said who answers', async (_what, error) => {
  const { asked, heard, error: thrown } = await fallingBack([error], [{ type: 'text', delta: 'hi' }, end])
  expect(thrown).toBeUndefined()
  expect(asked).toEqual(['model-0', 'model-1'])
  expect(heard.map(({ type }) => type)).toEqual(['notice', 'text', 'end'])
  expect((heard[0] as { text: string }).text).toMatch(/model-0.*model-1/)
})

test.each([
  ['refuses the request', failed(new ModelFault('status', { status: 400 }))],
  ['broke off', failed(new ModelFault('cut'))],
  ['is not set up', new AppError('not_configured', 'Set it.')],
])('a model that %s is not replaced', async (_what, error) => {
  const { asked, error: thrown } = await fallingBack([error], [end])
  expect(asked).toEqual(['model-0'])
  expect(thrown).toBe(error)
})

test('a model that has begun to answer is not replaced', async () => {
  const { asked, heard, error } = await fallingBack([{ type: 'text', delta: 'On' }, busy], [end])
  expect({ asked, heard: heard.length, error }).toEqual({ asked: ['model-0'], heard: 1, error: busy })
})

test('when nobody answers, the first failure counts, and the last is told as well', async () => {
  const last = new AppError('not_configured', 'The last one.')
  const { asked, error } = await fallingBack([busy], [failed(new ModelFault('network'))], [last])
  expect(asked).toEqual(['model-0', 'model-1', 'model-2'])
  expect(error).toMatchObject({ code: 'upstream_failed', cause: busy.cause })
  expect(error!.message).toContain(busy.message)
  expect(error!.message).toContain('The last one.')
})

test('a bug is no reason to ask another one', async () => {
  const bug = new TypeError('oops')
  const { asked, error } = await fallingBack([bug], [end])
  expect(asked).toEqual(['model-0'])
  expect(error).toBe(bug)
})

const person = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { name: { type: 'string' }, mail: { type: 'string', format: 'email' } },
  required: ['name'],
}

test.each([
  ['plain', '{"name":"Ada"}'],
  ['in a fence', 'Here:\n```json\n{"name":"Ada"}\n```\nDone.'],
  ['between words', 'I think {"name":"Ada"} is right.'],
  ['with a comma too many', '{"name":"Ada",}'],
  ['in single quotes', "{'name':'Ada'}"],
  ['cut off at its end', '{"name":"Ada"'],
])('JSON is read %s', async (_how, text) => {
  expect(await (await answerReader(person))(text)).toEqual({ object: { name: 'Ada' } })
})

test('what does not fit is told place by place, and what is no JSON at all is told so', async () => {
  const read = await answerReader(person)
  const answer = (await read('{"name":7,"mail":"nobody"}')) as { problem: string }
  expect(answer.problem).toContain('/name')
  expect(answer.problem).toContain('/mail')
  expect(await read('no idea')).toHaveProperty('problem')
  expect(await read('')).toHaveProperty('problem')
})

test('a schema that is none is the fault of whoever gave it', async () => {
  await expect(answerReader({ type: 'nonsense' })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: '/body/schema' }],
  })
})

test('a question is asked again with the answer and what was wrong with it', () => {
  const request = { turns: [{ role: 'user', text: 'who?' }], schema: person, signal } as const
  const { turns } = repairRequest(request, { text: '{"nam":1}' } as ModelAnswer, 'the whole must have name')
  expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(turns[1]).toMatchObject({ text: '{"nam":1}' })
  expect((turns[2] as { text: string }).text).toContain('the whole must have name')
})

test.each([
  ['{"a": [1, -2.5e3, true, null]}', { a: [1, -2500, true, null] }],
  ["{'a': True, 'b': None,}", { a: true, b: null }],
  ['"two\nlines"', 'two\nlines'],
  ['"""a "quoted" word"""', 'a "quoted" word'],
  [String.raw`"\u00fc\x41\n\q"`, 'üA\nq'],
  ['[]', []],
  ['[1 2]', undefined],
  ['{"a" 1}', undefined],
  ['{"a": 1', undefined],
  ['"never closed', undefined],
  ['{a: 1}', undefined],
  ['hello', undefined],
  ['1.2.3', undefined],
  ['', undefined],
])('a literal is read as models write it: %s', (text, value) => {
  expect(readLiteral({ text, at: 0 })).toEqual(value)
})

test('nesting without end is not followed, and no name changes what objects are', () => {
  expect(readLiteral({ text: '['.repeat(100_000), at: 0 })).toBeUndefined()
  const read = readLiteral({ text: '{"__proto__": {"polluted": 1}}', at: 0 }) as object
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect(Object.keys(read)).toEqual(['__proto__'])
})

const png = Buffer.from('89504e470d0a1a0a', 'hex')
const nowhere = () => Promise.reject(new Error('No file was named.'))

test.each([
  ['image/png', png],
  ['image/jpeg', Buffer.from('ffd8ffe0', 'hex')],
  ['image/gif', Buffer.from('GIF89a')],
  ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
])('a picture is %s by its bytes, whatever it is labelled', async (mime_type, bytes) => {
  const data = `data:text/plain;base64,${bytes.toString('base64')}`
  expect(await readPicture({ data, mime_type: 'text/plain' }, nowhere)).toEqual({
    mime_type,
    data: bytes.toString('base64'),
  })
})

test.each(['', 'not base64!', Buffer.from('<svg/>').toString('base64')])(
  '"%s" is no picture',
  async (data) => {
    await expect(readPicture({ data }, nowhere)).rejects.toMatchObject({ code: 'invalid_request' })
  },
)

test('a picture comes from a file, unless that is larger than any model takes', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-pictures-'))
  const path = join(folder.path, 'a')
  await writeFile(path, png)
  expect(await readPicture({ file_id: 'a' }, async () => path)).toMatchObject({ mime_type: 'image/png' })
  await writeFile(path, Buffer.alloc(20 * 1024 * 1024 + 1))
  await expect(readPicture({ file_id: 'a' }, async () => path)).rejects.toMatchObject({ code: 'too_large' })
})

const answering = (response: Response) => boundedJson('http://x/', { fetch: async () => response, signal })

test('of a server that nobody knows only an object of moderate size is taken', async () => {
  expect(await answering(Response.json({ a: 1 }))).toEqual({ a: 1 })
  expect(await answering(Response.json([1]))).toEqual({})
  await expect(answering(new Response('', { status: 302 }))).rejects.toThrow('302')
  await expect(answering(new Response('<html>'))).rejects.toThrow(SyntaxError)
  await expect(answering(new Response('x'.repeat(2 * 1024 * 1024 + 1)))).rejects.toThrow(TypeError)
})

test('what Ollama and llama.cpp say about a model is read, and what they leave out is left open', () => {
  const shown = { model_info: { 'llama.context_length': 8192.5 }, capabilities: ['tools'] }
  expect(ollamaFacts(shown)).toEqual({ contextTokens: 8192, tools: true, vision: false })
  expect(ollamaFacts({ model_info: null })).toEqual({})
  expect(ollamaFacts({ model_info: { 'a.context_length': 0 } })).toEqual({})
  const props = { default_generation_settings: { n_ctx: 4096 }, modalities: { vision: true } }
  expect(llamaCppFacts(props)).toEqual({ contextTokens: 4096, vision: true })
  expect(llamaCppFacts({ chat_template_caps: { supports_tools: false } })).toEqual({})
})
