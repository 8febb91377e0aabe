import { afterAll, beforeAll, expect, test } from 'vitest'
import { toWire, type CallInput } from '../../src/client/wire.ts'
import type { AnyEndpoint, Contract } from '../../src/contract/endpoint.ts'
import { api } from '../../src/features/contracts.ts'
import { sampleRoutes } from '../live-data-routes.ts'
import { startTestService, type TestService } from '../service.ts'
import { startUpstream, type TestUpstream } from '../upstream.ts'

const contracts: Readonly<Record<string, Contract>> = api

/** What databases, search indexes, files, terminals and regular expressions stumble over. */
const hostile = [
  'ä\0ö',
  '\0',
  'a\u0001b\u001b[2Jc',
  '\r\n\r\nx',
  '\u202egnp.exe',
  '\uffff\ufffe',
  '\u{1f468}\u200d\u{1f469}'.repeat(3),
  '"\'`\\*?%_[]{}()^~-AND OR NOT NEAR(',
]

const operations = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract)
    // It would end the test.
    .filter(([, { path }]) => !path.startsWith('/api/restart'))
    .map(([name, endpoint]) => ({ id: `${feature}.${name}`, endpoint })),
)

let upstream: TestUpstream
let service: TestService
beforeAll(async () => {
  upstream = await startUpstream(sampleRoutes())
  const targets = JSON.stringify([new URL(upstream.origin).host])
  service = await startTestService({
    environment: { ...upstream.environment, DESKHAND_ALLOWED_PRIVATE_TARGETS: targets },
  })
  // What is empty is not searched.
  await service.client.chat.send({ body: { message: 'remember that my cat is called Äöma' } })
  for (const { endpoint } of operations) await send(endpoint, endpoint.example)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

test.each(operations)('$id takes or refuses control characters in every member', async ({ endpoint }) => {
  const failed: string[] = []
  for (const [where, input] of variants(endpoint)) {
    const { status, text } = await send(endpoint, input)
    if (status === 500) failed.push(`${where}: ${text.slice(0, 300)}`)
  }
  expect(failed).toEqual([])
})

async function send(endpoint: AnyEndpoint, input: CallInput): Promise<{ status: number; text: string }> {
  const { method, headers, path, body = null } = toWire(endpoint, input)
  const response = await fetch(service.address + path, { method, headers, body, redirect: 'manual' })
  const { status } = response
  if (endpoint.stream !== true || status !== 200) return { status, text: await response.text() }
  // It has begun, and need not end.
  await response.body?.cancel()
  return { status, text: '' }
}

/** The example with one text at a time exchanged, and with every member of query and body that it leaves out. */
function* variants({ example, query, body: schema }: AnyEndpoint): Generator<[string, CallInput]> {
  const { params, body } = example
  const declared = Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
  const given = { ...Object.fromEntries(declared.map((name) => [name, 'x'])), ...example.query }
  for (const text of hostile) {
    for (const name of Object.keys(params ?? {}))
      yield [`params.${name} ${JSON.stringify(text)}`, { ...example, params: { ...params, [name]: text } }]
    for (const name of Object.keys(given))
      yield [
        `query.${name} ${JSON.stringify(text)}`,
        { ...example, query: { ...example.query, [name]: text } },
      ]
    for (const name of leftOut(body, schema))
      yield [
        `body./${name} ${JSON.stringify(text)}`,
        { ...example, body: { ...(body as object), [name]: text } },
      ]
    for (const [place, changed] of exchanged(body, text))
      yield [`body${place} ${JSON.stringify(text)}`, { ...example, body: changed }]
  }
}

function leftOut(body: unknown, schema: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  const declared = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
  return declared.filter((name) => !Object.hasOwn(body, name))
}

function* exchanged(value: unknown, text: string, place = ''): Generator<[string, unknown]> {
  if (typeof value === 'string') yield [place, text]
  if (Array.isArray(value))
    for (const [at, item] of value.entries())
      for (const [inner, changed] of exchanged(item, text, `${place}/${at}`))
        yield [inner, value.with(at, changed)]
  else if (value !== null && typeof value === 'object')
    for (const [name, item] of Object.entries(value))
      for (const [inner, changed] of exchanged(item, text, `${place}/${name}`))
        yield [inner, { ...value, [name]: changed }]
}
