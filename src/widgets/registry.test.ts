import { glob, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleRoutes } from '../../test/live-data-routes.ts'
import { componentSchemas } from '../components/schemas.ts'
import type { Component } from '../contract/component-schema.ts'
import type { TSchema } from '../contract/type.ts'
import { intents } from '../features/chat/router/intents.ts'
import { settingDefinitions } from '../features/settings/definitions.ts'
import { checkFor } from '../platform/validation/validation.ts'
import { liveDataContract } from './contracts.ts'
import { wishOf, type AnyWidget } from './kit/widget.ts'
import { lookups, widgets } from './registry.ts'

const all = Object.entries(widgets).map(([kind, widget]) => ({ kind, widget: widget as AnyWidget }))

test('every folder with a contract is registered under its own name', async () => {
  const folders: string[] = []
  for await (const file of glob('src/widgets/*/contract.ts')) folders.push(file.split('/')[2]!)
  const named = Object.keys(liveDataContract).map((kind) =>
    kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  )
  expect(named.toSorted()).toEqual(folders.toSorted())
})

test('every component that shows live data has its widget, and every widget its component', () => {
  const shown = componentSchemas
    .filter(({ tier, type }) => tier === 2 && type !== 'data_bound')
    .map(({ type }) => type)
  expect(
    Object.values(liveDataContract)
      .map(({ component }) => component)
      .toSorted(),
  ).toEqual(shown.toSorted())
})

test('every widget is opened by the intent of its name', () => {
  const components = Object.values(liveDataContract).map(({ component }) => component)
  expect(components.filter((component) => !Object.hasOwn(intents, component))).toEqual([])
})

test.each(all)('$kind names the providers that it asks', ({ widget: { contract, lookups: asked } }) => {
  const providers = asked.filter(({ provider }) => !provider.anyHost).map(({ provider }) => provider.name)
  expect(new Set(contract.providers)).toEqual(new Set(providers))
})

test('every provider has a setting for its address, and a sample for the tests', () => {
  const names = new Set(
    lookups.filter(({ provider }) => !provider.anyHost).map(({ provider }) => provider.name),
  )
  const settings = new Set<string>(settingDefinitions.map(({ name }) => name))
  expect([...names].filter((name) => !settings.has(`UPSTREAM_${name}`))).toEqual([])
  expect([...names].filter((name) => !Object.hasOwn(sampleRoutes(), name))).toEqual([])
})

test.each(all)('the component of $kind asks for what the endpoint takes', ({ widget }) => {
  const { component, query, body } = widget.contract
  const wish = structuredClone(wishOf(widget, exampleOf(component)))
  expect(query || body ? checkFor((query ?? body) as TSchema, 'body')(wish) : []).toEqual([])
})

test.each(all)('what $kind says is a sentence for a model', ({ widget: { summary, contract } }) => {
  expect(summary(contract.example.result)).toMatch(/^(?!.*(?:undefined|null|NaN)).*\p{L}{3}/u)
})

test('the page can load every contract without a provider', async () => {
  const reached = new Set<string>()
  const follow = async (file: string): Promise<void> => {
    if (reached.has(file)) return
    reached.add(file)
    const source = stripTypeScriptTypes(await readFile(file, 'utf8'))
    for (const [, target] of source.matchAll(/from '(\.{1,2}\/[^']+)'/g))
      await follow(join(dirname(file), target!))
  }
  await follow('src/features/contracts.ts')
  const ofWidgets = [...reached].filter((file) => file.startsWith('src/widgets/'))
  expect(ofWidgets.filter((file) => !/\/(?:contracts?|live-endpoint)\.ts$/.test(file))).toEqual([])
})

function exampleOf(type: string): Component {
  const { example } = componentSchemas.find((schema) => schema.type === type)!
  return { type, ...example }
}
