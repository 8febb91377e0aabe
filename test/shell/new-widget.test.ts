import { expect, test } from 'vitest'
import { componentCatalog } from '../../src/features/chat/components/component-catalog.ts'
import { knownTypes } from '../../src/features/chat/components/known-types.ts'
import { componentSchemas, storedSchemas } from '../../src/components/schemas.ts'
import {
  firstValues,
  isOffered,
  newWidget,
  problemsOf,
  storeKeyOf,
  type ComponentKind,
  type Offered,
} from '../../web/src/pages/home/new-widget.ts'

const catalog = componentCatalog(knownTypes(componentSchemas), storedSchemas)
const kinds = (catalog.components as readonly ComponentKind[]).filter(isOffered)
const kind = (type: string): Offered => kinds.find((one) => one.type === type)!
const none: ReadonlySet<string> = new Set()

test('a widget begins with the settings of the person where there are any', () => {
  expect(firstValues(kind('live_weather'), { HOME_CITY: 'Bergen' })).toEqual({ city: 'Bergen' })
  expect(firstValues(kind('live_weather'), { HOME_CITY: null })).toEqual({ city: 'Oslo' })
  expect(firstValues(kind('currency_converter'), { BASE_CURRENCY: 'NOK' })).toMatchObject({ from: 'NOK' })
})

test.each([
  ['rss_reader', {}, { url: 'Fill this in.' }],
  ['rss_reader', { url: 'https://example.org/feed' }, {}],
  ['live_stock', { symbol: 'A B' }, { symbol: expect.stringContaining('Expected: Ticker') }],
  ['pomodoro', { rounds: 40 }, { rounds: 'Between 1 and 12.' }],
  ['live_clock', { places: [{ label: 'Oslo' }] }, { places: 'Fill in every row, or remove it.' }],
  ['live_clock', { places: [{ label: 'Oslo', time_zone: 'Europe/Oslo' }] }, {}],
  ['poll', { question: 'Lunch?', options: [{ label: 'Soup' }] }, { options: 'At least 2.' }],
])('what is wrong with %s %j is told', (type, values, problems) => {
  expect(problemsOf(kind(type), values)).toEqual(problems)
})

test.each([
  ['todo_list', 'To do', 'todo'],
  ['todo_list', 'Shopping list', 'shopping'],
  ['todo_list', "Ada's trip to Rome", 'adas-trip-to-rome'],
  ['todo_list', 'Notes', 'notes-list'],
  ['kanban_board', 'Board', 'board'],
  ['kanban_board', 'Website', 'website-board'],
  ['notes', undefined, 'notes'],
])('a %s called %s is stored under %s', (type, title, key) => {
  expect(storeKeyOf(kind(type), { title }, new Set(['notes']))).toBe(key)
})

test('what is not stored has an id of its own, and what is empty is left out', () => {
  const one = newWidget(kind('news_ticker'), { topic: '', limit: 5 }, none)
  expect(one).toEqual({ type: 'news_ticker', limit: 5, id: expect.stringMatching(/^cmp_/) })
  expect(newWidget(kind('news_ticker'), {}, none)['id']).not.toBe(one['id'])
})
