import { expect, test } from 'vitest'
import { componentSchemas, storedSchemas } from '../../../components/schemas.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import { chatContract } from '../contract.ts'
import { componentCatalog, componentGuide } from './component-catalog.ts'
import { knownTypes } from './known-types.ts'

const known = knownTypes(componentSchemas)
const catalog = componentCatalog(known, storedSchemas)

test('the catalog is what GET /api/components promises', () => {
  expect(checkFor(chatContract.listComponents.result, 'result')(catalog)).toEqual([])
  expect(catalog.limits).toEqual({ depth: 50, children: 300, nodes: 2000 })
  expect(catalog.components).toHaveLength(componentSchemas.length)
})

test.each(catalog.components.map((entry) => ({ ...entry })))(
  'a client can check $type by the schema that is published',
  ({ schema, example }) => {
    const check = checkFor(JSON.parse(JSON.stringify(schema)) as object, 'result')
    expect(check(example)).toEqual([])
    expect(check({ ...example, type: 'another' })).not.toEqual([])
    expect(JSON.stringify(schema)).not.toContain('$id')
  },
)

const offered = catalog.components.flatMap(({ gallery, ...entry }) =>
  gallery ? [{ ...entry, gallery }] : [],
)

test.each(offered)(
  'the gallery begins $type with what fits, and asks for the rest',
  ({ type, schema, gallery }) => {
    const names = Object.keys(schema['properties'] as object)
    expect(names).toEqual(expect.arrayContaining([...gallery.settings, ...Object.keys(gallery.own)]))
    expect(gallery.settings).toEqual(expect.arrayContaining(gallery.required))
    expect(gallery.start).not.toHaveProperty('initial')
    const problems = checkFor(
      JSON.parse(JSON.stringify(schema)) as object,
      'result',
    )({ ...gallery.start, type })
    const missing = gallery.required.filter((name) => !Object.hasOwn(gallery.start, name))
    expect(problems.length, JSON.stringify(problems)).toBe(missing.length)
  },
)

test('the gallery has what is of use alone, and nothing that needs an answer around it', () => {
  const types = offered.map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['live_clock', 'live_weather', 'todo_list', 'calendar_view']))
  for (const type of ['row', 'button', 'held', 'confirmation', 'task_tracker'])
    expect(types).not.toContain(type)
})

test('what a widget keeps in the store is published with it', () => {
  const kept = catalog.components.filter(({ stored }) => stored !== undefined).map(({ type }) => type)
  expect(kept.toSorted()).toEqual(Object.keys(storedSchemas).toSorted())
})

test('the guide has one line for every type that a model may write', () => {
  const lines = componentGuide(known).split('\n')
  for (const { type, summary } of componentSchemas) {
    const own = lines.filter((line) => line.startsWith(`${type} {`))
    const isWritten = !['confirmation', 'task_tracker', 'held', 'mcp_app'].includes(type)
    expect(own, type).toHaveLength(isWritten ? 1 : 0)
    if (isWritten) expect(own[0]).toContain(summary)
  }
})

test('a line of the guide names the members and what they hold', () => {
  const lines = componentGuide(known, {
    types: new Set(['live_weather', 'tabs', 'gauge', 'todo_list', 'button']),
  })
  expect(lines.split('\n').slice(3)).toEqual([
    'tabs {tabs: [{label, icon?, children: [component]}], selected?: integer} - ' +
      'Parts that are read one at a time, e.g. a week by day or one plan per city.',
    'button {label, action, look?: secondary|primary|danger|quiet, icon?, hint?, question?, disabled?: boolean} - ' +
      'Something to press: choose it to offer a next step or a suggestion.',
    'gauge {label, value: number, min?: number, max?: number, unit?, decimals?: integer, ' +
      'thresholds?: [{from: number, tone}]} - A value within its range on a dial, e.g. CPU load or a temperature.',
    'live_weather {city, focus?: current|hourly|daily, units?: metric|imperial} - ' +
      'Weather of a place, now and ahead: always choose it for a question about the weather.',
    'todo_list {id, title?, show_done?: boolean, initial?: {items: [{id, text, done?: boolean, due?, ' +
      'repeat?, time_zone?, priority?: low|normal|high, note?}]}} - A list to tick off that is kept: tasks, shopping, packing.',
  ])
})
