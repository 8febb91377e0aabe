import { expect, test } from 'vitest'
import { defineContract, Reply, type Call } from '../../contract/endpoint.ts'
import { silentLog } from '../../contract/log.ts'
import { Type } from '../../contract/type.ts'
import { bind } from './app.ts'
import { insideRequests } from './inside-requests.ts'

const example = { result: {} }
const contract = defineContract({
  one: {
    method: 'GET',
    path: '/things/:name',
    summary: 'One',
    params: Type.Object({ name: Type.String() }),
    query: Type.Object({ limit: Type.Integer({ default: 7 }) }),
    result: Type.Unknown(),
    example,
  },
  all: { method: 'GET', path: '/things/all', summary: 'All', result: Type.Unknown(), example },
  make: {
    method: 'POST',
    path: '/things',
    summary: 'Make',
    body: Type.Object({ name: Type.String() }),
    result: Type.Unknown(),
    example,
  },
  events: {
    method: 'GET',
    path: '/events',
    summary: 'Events',
    stream: true,
    result: Type.Unknown(),
    example,
  },
})

const caller = (members: Partial<Call> = {}): Call => ({
  signal: new AbortController().signal,
  provenance: 'local-client',
  requestId: 'outer',
  log: silentLog,
  header: (name) => `outer ${name}`,
  ...members,
})

const features = {
  things: bind(contract, {
    one: ({ params, query }, call) => ({ ...params, ...query, key: call.header('idempotency-key') ?? null }),
    all: () => 'all',
    make: ({ body }, call) => new Reply({ made: body.name, by: call.provenance }, { status: 201 }),
    async *events() {},
  }),
}
const ask = (request: { method: string; path: string; body?: string }, call: Call = caller()) =>
  insideRequests(() => features)(call)(request)

test('a fixed path goes before one with a parameter, and names may hold anything', async () => {
  expect(await (await ask({ method: 'GET', path: '/things/all' })).json()).toBe('all')
  const named = await ask({ method: 'GET', path: '/things/a%2Fb%20c?limit=3' })
  expect(await named.json()).toEqual({ name: 'a/b c', limit: 3, key: null })
})

test('what does not fit is refused as it would be over HTTP', async () => {
  const wrong = await ask({ method: 'POST', path: '/things', body: '{"name":7}' })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ code: 'invalid_request', errors: [{ path: '/body/name' }] })
  expect((await ask({ method: 'GET', path: '/nothing' })).status).toBe(404)
  expect((await ask({ method: 'DELETE', path: '/things/all' })).status).toBe(404)
  expect((await ask({ method: 'GET', path: '/events' })).status).toBe(404)
})

test('who asks is who called: a program of the service may do no more than from outside', async () => {
  const request = { method: 'POST', path: '/things', body: '{"name":"x"}' }
  const made = await ask(request)
  expect({ status: made.status, body: await made.json() }).toEqual({
    status: 201,
    body: { made: 'x', by: 'local-client' },
  })
  const refused = await ask(request, caller({ provenance: 'plugin' }))
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 403,
    body: { code: 'forbidden', detail: expect.stringContaining('Only you can do this') },
  })
})

test('a bug is for the log, and no caller sees its inside', async () => {
  const bug = () => {
    throw new TypeError('/secret/place is broken')
  }
  const broken = { things: bind(contract, { ...features.things.handlers, all: bug } as never) }
  const logged: object[] = []
  const log = { ...silentLog, error: (fields: object) => void logged.push(fields) }
  const answer = await insideRequests(() => broken)(caller({ log }))({ method: 'GET', path: '/things/all' })
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('/secret/place')
  expect(logged).toEqual([expect.objectContaining({ err: expect.any(TypeError) as unknown })])
})
