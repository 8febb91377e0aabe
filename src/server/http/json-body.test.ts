import { assert, jsonValue, property } from 'fast-check'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { isTooDeep, parseJsonBodies } from './json-body.ts'

/** Answers with what the parser made of the body, or with the code and sentence of its refusal. */
async function parsed(payload: string | Buffer, type = 'application/json'): Promise<unknown> {
  const app = Fastify()
  parseJsonBodies(app)
  app.setErrorHandler((error: Error & { code?: string }, _request, reply) =>
    reply.send({ code: error.code, message: error.message }),
  )
  app.post('/', (request) => ({ body: request.body ?? null }))
  const response = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })
  await app.close()
  return response.json()
}

const refused = (sentence: string) => ({
  code: 'invalid_request',
  message: expect.stringContaining(sentence),
})

describe('a JSON body', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON ;x=y',
    'application/merge-patch+json',
  ])('is read under %s', async (type) => {
    expect(await parsed('{"a":[1,"ü€😀",null]}', type)).toEqual({ body: { a: [1, 'ü€😀', null] } })
  })

  test.each([
    'text/plain',
    'text/json',
    'application/xjson',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ])('is not read under %s', async (type) => {
    expect(await parsed('{"a":1}', type)).toMatchObject({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })
  })

  test('of nothing is none', async () => {
    expect(await parsed('')).toEqual({ body: null })
  })

  test('may begin with a byte order mark', async () => {
    expect(await parsed('\ufeff{"a":1}')).toEqual({ body: { a: 1 } })
  })

  test('that is refused says why', async () => {
    expect(await parsed('{"a":}')).toMatchObject(refused('not valid JSON'))
    expect(await parsed('{"__proto__":{}}')).toMatchObject(refused('prototype'))
    expect(await parsed('{"a":{"constructor":{"prototype":{}}}}')).toMatchObject(refused('prototype'))
    expect(await parsed('{"a":[1e999]}')).toMatchObject(refused('too large'))
    expect(await parsed(Buffer.from([0x22, 0x80, 0x22]))).toMatchObject(refused('UTF-8'))
    expect(await parsed('['.repeat(65))).toMatchObject(refused(`deeper than ${limits.json_depth.value}`))
  })
})

describe('depth', () => {
  test('is counted as a walk over the value counts it', () => {
    assert(
      property(jsonValue({ maxDepth: 12 }), (value) => {
        const depth = depthOf(value)
        // Spaces, so that the text is never shorter than the depth it is compared with.
        const text = JSON.stringify(value, null, 100)
        return !isTooDeep(text, depth) && (depth === 0 || isTooDeep(text, depth - 1))
      }),
    )
  })

  test('is not counted inside strings, whatever they escape', () => {
    for (const text of ['[[[[', '\\"[[[[', '\\\\\\"[[[[', '"[[[["', ']]]][[[['])
      expect(isTooDeep(JSON.stringify({ [text]: text }), 1)).toBe(false)
  })
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
