import { afterAll, expect, test } from 'vitest'
import type { Corrections } from '../corrections.ts'
import { createEmbedder } from '../../../../platform/embedding/embedder.ts'
import { createRouter } from '../router.ts'

const context = {
  // A Sunday.
  now: new Date('2026-11-15T09:00:00Z'),
  timeZone: 'Europe/Oslo',
  signal: new AbortController().signal,
}
const none: Corrections = { find: () => undefined, list: () => [], keep: async () => {} }
const embedder = createEmbedder()
const router = createRouter({ corrections: none, embedder })

afterAll(() => embedder.close())

/** Intents of the parts in their order, with the words of those that are not understood. */
async function parts(sentence: string) {
  const { parts, meaning } = await router.understand(sentence, context)
  return (parts ?? [{ said: sentence, meaning }]).map(({ said, meaning: found }) =>
    found ? [found.intent, found.slots] : said,
  )
}

const shopping = expect.objectContaining({ id: 'shopping' })
const todo = expect.objectContaining({ id: 'todo' })

test.each([
  [
    'add milk to shopping and set a timer for 5 minutes',
    ['list.add', { list: shopping, items: ['milk'] }],
    ['live_timer', { seconds: 300 }],
  ],
  [
    'set a timer for 5 minutes and remind me to call Joe at 5 pm',
    ['live_timer', { seconds: 300 }],
    ['reminder.add', { text: 'call Joe', due: '2026-11-15T16:00:00.000Z' }],
  ],
  ['roll a dice and flip a coin', ['dice_roller', {}], ['coin_flip', {}]],
  ['show disk usage then show memory', ['system.disk', {}], ['system.memory', {}]],
  [
    'Could you roll two dice, then flip a coin; also show my shopping list?',
    ['dice_roller', { count: 2 }],
    ['coin_flip', {}],
    ['list.show', { list: shopping }],
  ],
  [
    "what's the weather in Oslo and what time is it in Tokyo",
    ['live_weather', { city: 'Oslo' }],
    ['live_clock', {}],
  ],
  ['weather in Oslo and news', ['live_weather', { city: 'Oslo' }], ['news_ticker', {}]],
  [
    'note: buy stamps and remind me tomorrow at 9',
    ['note.add', { text: 'buy stamps' }],
    ['reminder.add', { text: 'buy stamps', due: '2026-11-16T08:00:00.000Z' }],
  ],
  [
    'read ~/Documents/meeting-notes.md then add milk to shopping',
    ['file.open', { path: '~/Documents/meeting-notes.md' }],
    ['list.add', { items: ['milk'] }],
  ],
  [
    'add milk and remove eggs from my shopping list',
    ['list.add', { list: shopping, items: ['milk'] }],
    ['list.remove', { list: shopping, items: ['eggs'] }],
  ],
  [
    'delete ~/a.txt and remove milk from my shopping list',
    ['DELETE_FILE', { path: { path: '~/a.txt' } }],
    ['list.remove', { list: shopping, items: ['milk'] }],
  ],
  [
    'remove the file a.txt and add milk to my shopping list',
    ['DELETE_FILE', { path: { name: 'a.txt', kind: 'file' } }],
    ['list.add', { list: shopping, items: ['milk'] }],
  ],
  [
    'add milk to my shopping list and delete ~/a.txt',
    ['list.add', { list: shopping, items: ['milk'] }],
    ['DELETE_FILE', { path: { path: '~/a.txt' } }],
  ],
])('%s: each is done', async (sentence, ...expected) => {
  const found = await parts(sentence)
  expect(found).toHaveLength(expected.length)
  expect(found).toEqual(expected.map(([intent, slots]) => [intent, expect.objectContaining(slots as object)]))
})

test.each([
  ['add eggs to shopping and bread to todo', 'items', ['eggs'], ['bread']],
  ['add milk to my shopping list and bread', 'items', ['milk'], ['bread']],
  ['put milk on the todo list, bread and eggs on the shopping list', 'items', ['milk'], ['bread', 'eggs']],
  ['weather in Rome and London', 'city', 'Rome', 'London'],
  ['will it rain in Rome and London tomorrow?', 'city', 'Rome', 'London'],
  ['compare weather in rome and milan', 'city', 'Rome', 'Milan'],
  ['is it warmer in Malaga or Athens', 'city', 'Malaga', 'Athens'],
  ['which is warmer, Rome or Milan?', 'city', 'Rome', 'Milan'],
  ['set three timers: 5, 10 and 15 minutes', 'seconds', 300, 600, 900],
  ['set a timer for 5 minutes and another one for 10 minutes', 'seconds', 300, 600],
  ['set a timer for 5 minutes and a timer for 10 minutes', 'seconds', 300, 600],
  ['10 usd to eur, gbp and yen', 'to', 'EUR', 'GBP', 'JPY'],
  ['100 dollars in euros and pounds', 'to', 'EUR', 'GBP'],
  ['convert 10 miles to km and 5 pounds to kg', 'to', 'km', 'kg'],
  ['translate hello to french and german', 'target', 'fr', 'de'],
  ['remind me to call Joe at 5 and to email Ann at 6', 'text', 'call Joe', 'email Ann'],
])('%s: an enumeration is done one by one', async (sentence, slot, ...values) => {
  const found = await parts(sentence)
  expect(found.map((part) => (part[1] as Record<string, unknown>)[slot])).toEqual(values)
})

test('what is not to be added is no entry', async () => {
  const found = await parts("add milk to my shopping list and don't add eggs to my shopping list")
  expect(found).toEqual([['list.add', expect.objectContaining({ items: ['milk'] })]])
})

test('each entry goes to its own list', async () => {
  const found = await parts('add eggs to shopping and bread to todo')
  expect(found).toEqual([
    ['list.add', expect.objectContaining({ list: shopping })],
    ['list.add', expect.objectContaining({ list: todo })],
  ])
})

test.each([
  ['add milk and eggs to my shopping list', { items: ['milk', 'eggs'] }],
  ['add "milk and set a timer" to my shopping list', { items: ['milk and set a timer'] }],
  ['set a timer for 1 hour and 30 minutes', { seconds: 5_400 }],
  ['remind me to buy milk and set the table at 5 pm', { text: 'buy milk and set the table' }],
  ['I am cooking pasta, set a timer for 10 minutes', { seconds: 600 }],
  ['recipe for fish and chips', { query: 'fish and chips' }],
  ['add milk to my shopping list, thanks!', { items: ['milk'] }],
  ['add milk to my shopping list, please', { items: ['milk'] }],
  ['add milk to my shopping list, thank you so much', { items: ['milk'] }],
  [
    'remind me at noon and at 5 to eat',
    { text: 'eat', problem: 'A reminder rings at one time. Set them one at a time.' },
  ],
  ['translate good morning and good night to french', { text: 'good morning and good night' }],
  ['will it rain tomorrow and should I take an umbrella', { focus: 'daily' }],
])('%s is one wish', async (sentence, slots) => {
  const { meaning, parts } = await router.understand(sentence, context)
  expect(parts?.length ?? 1).toBe(1)
  expect(meaning?.slots).toMatchObject(slots)
})

test.each([
  ['add milk to my shopping list and call the bank', 'call the bank'],
  ['call mom and set a timer for 5 minutes', 'call mom'],
  ['turn on the lights and set a timer for 5 minutes', 'turn on the lights'],
  ['find all pdfs and zip them', 'zip them'],
  ['read ~/a.txt and translate it to french', 'translate it to french'],
])('%s: what is not understood is not dropped', async (sentence, left) => {
  expect(await parts(sentence)).toContain(left)
})

test.each([
  ['set a timer every 20 minutes', 'every 20 minutes'],
  ['roll a dice and flip a coin every day', 'every day'],
])('%s is not done once', async (sentence, repetition) => {
  const { meaning, parts } = await router.understand(sentence, context)
  expect(meaning).toMatchObject({ intent: 'repeats', slots: { repetition } })
  expect(parts?.length ?? 1).toBe(1)
})

test.each([
  ['every day at 8 tell me the weather in Berlin', 'live_weather'],
  ['every hour check disk space', 'system.disk'],
  ['each Monday show me the news', 'news_ticker'],
])('%s is set up or refused, and not done now', async (sentence, intent) => {
  const { meaning } = await router.understand(sentence, context)
  expect(meaning?.intent).not.toBe(intent)
  expect(['repeats', 'schedule.add']).toContain(meaning?.intent)
})

test.each([
  ['hourly forecast for Oslo', 'live_weather'],
  ['weather every day this week', 'live_weather'],
  ['note that the bins go out every Monday', 'note.add'],
  ['add "take pills every day" to my todo list', 'list.add'],
])('%s is done, for it loses no repetition', async (sentence, intent) => {
  expect((await router.understand(sentence, context)).meaning?.intent).toBe(intent)
})
