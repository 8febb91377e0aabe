import { glob, readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AnyEndpoint, Contract } from '../src/contract/endpoint.ts'
import { eventTypes } from '../src/contract/event-types.ts'
import { api } from '../src/features/contracts.ts'
import { settingDefinitions } from '../src/features/settings/definitions.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { checkFor } from '../src/platform/validation/validation.ts'
import { plugins } from '../src/plugins/registry.ts'

const contracts: Readonly<Record<string, Contract>> = api
const operations = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract).map(([operation, endpoint]) => ({ id: `${feature}.${operation}`, endpoint })),
)

test('every feature with a contract is part of the interface', async () => {
  const folders: string[] = []
  for await (const file of glob('src/features/**/contract.ts'))
    folders.push(file.split('/').at(-2)!.replaceAll('-', '_'))
  expect(Object.keys(contracts).toSorted()).toEqual(folders.toSorted())
})

test('every folder of a plugin that needs nothing but a call is registered', async () => {
  const registered = plugins.map(({ agent }) => agent.replaceAll('_', '-'))
  const folders: string[] = []
  for (const entry of await readdir('src/plugins', { withFileTypes: true }))
    if (entry.isDirectory()) folders.push(entry.name)
  const wiredByTheServer = [
    'calendar',
    'code',
    'computer-control',
    'documents',
    'flow',
    'live-data',
    'organizer',
    'skills',
  ]
  expect([...registered, ...wiredByTheServer].toSorted()).toEqual(folders.toSorted())
})

test('every migration file is listed, in order and without a gap', async () => {
  const files = (await readdir('src/migrations')).filter((name) => /^\d{4}-/.test(name)).toSorted()
  expect(migrations.map(({ version }) => version)).toEqual(files.map((name) => Number(name.slice(0, 4))))
})

test('no two endpoints answer the same request', () => {
  const requests = operations.map(
    ({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, ':')}`,
  )
  expect(requests.filter((request, index) => requests.indexOf(request) !== index)).toEqual([])
})

test.each(operations)('the example of $id fits its own declaration', ({ endpoint }) => {
  const problems = [
    ...issues(endpoint, 'params'),
    ...issues(endpoint, 'query'),
    ...(endpoint.bodyKind === 'raw' ? [] : issues(endpoint, 'body')),
    ...checkFor(endpoint.result, 'result')(endpoint.example.result),
  ]
  expect(problems).toEqual([])
})

function issues(endpoint: AnyEndpoint, part: 'params' | 'query' | 'body') {
  const schema = endpoint[part]
  if (!schema) return []
  return checkFor(schema, part)(structuredClone(endpoint.example[part] ?? (part === 'body' ? undefined : {})))
}

test.each(operations)('the path of $id names exactly its parameters', ({ endpoint }) => {
  const named = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const declared = Object.keys((endpoint.params as { properties?: object } | undefined)?.properties ?? {})
  expect(declared.toSorted()).toEqual(named.toSorted())
})

test.each(eventTypes.map((definition) => ({ ...definition })))(
  'the example of the event $type fits it',
  ({ data, example }) => {
    expect(checkFor(data, 'result')(example)).toEqual([])
  },
)

test.each(settingDefinitions.map((definition) => ({ ...definition })))(
  'the default of $name fits it',
  (definition) => {
    const values = [definition.default, (definition as { example?: unknown }).example].filter(
      (value) => value !== null && value !== undefined,
    )
    for (const value of values) expect(checkFor(definition.schema, 'result')(value)).toEqual([])
    expect(definition.name).toMatch(/^[A-Z][A-Z0-9_]*$/)
  },
)

const tools = plugins.flatMap(({ agent, tools: list }) =>
  list.map((tool) => ({ agent, action: tool.action, tool })),
)

test.each(tools)('$action of $agent is declared whole', ({ tool }) => {
  expect(tool.action).toMatch(/^[A-Z][A-Z0-9_]*$/)
  expect(tool.description.length).toBeGreaterThan(20)
  expect(checkFor(tool.params, 'body')(structuredClone(tool.example.args))).toEqual([])
  const { properties = {} } = tool.params as { properties?: Record<string, { description?: string }> }
  const undescribed = Object.entries(properties).filter(([, { description }]) => !description)
  expect(undescribed.map(([name]) => name)).toEqual([])
  // A name that is misspelt here would let the argument leave unasked.
  expect((tool.leaves ?? []).filter((name) => !(name in properties))).toEqual([])
})

test('no two tools have the same name', () => {
  const names = tools.map(({ action }) => action)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
