import { afterAll, beforeAll, expect, test } from 'vitest'
import { toWire, type CallInput } from '../../src/client/wire.ts'
import type { AnyEndpoint, Contract } from '../../src/contract/endpoint.ts'
import { api } from '../../src/features/contracts.ts'
import { startTestService, type TestService } from '../service.ts'

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

/** It asks the outside world, ends the test, or never ends. */
const isLeftOut = (feature: string, { stream, path }: AnyEndpoint) =>
  feature === 'live_data' || stream === true || path.startsWith('/api/restart')

const operations = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract)
    .filter(([, endpoint]) => !isLeftOut(feature, endpoint))
    .map(([name, endpoint]) => ({ id: `${feature}.${name}`, endpoint })),
)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  // What is empty is not searched.
  await service.client.chat.send({ body: { message: 'remember that my cat is called Äöma' } })
  for (const { endpoint } of operations) await send(endpoint, endpoint.example)
})
afterAll(() => service[Symbol.asyncDispose]())

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
  return { status: response.status, text: await response.text() }
}

/** The example with one text at a time exchanged, and with every member of the query that it leaves out. */
function* variants({ example, query }: AnyEndpoint): Generator<[string, CallInput]> {
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
    for (const [place, changed] of exchanged(body, text))
      yield [`body${place} ${JSON.stringify(text)}`, { ...example, body: changed }]
  }
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
