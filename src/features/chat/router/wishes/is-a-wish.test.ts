import { afterAll, expect, test } from 'vitest'
import type { Corrections } from '../corrections.ts'
import { createEmbedder } from '../../../../platform/embedding/embedder.ts'
import { createRouter } from '../router.ts'

const context = {
  now: new Date('2026-11-15T09:00:00Z'),
  timeZone: 'Europe/Oslo',
  signal: new AbortController().signal,
}
const none: Corrections = { find: () => undefined, list: () => [], keep: async () => {} }
const embedder = createEmbedder()
const router = createRouter({ corrections: none, embedder })

afterAll(() => embedder.close())

const understand = async (sentence: string) => (await router.understand(sentence, context)).meaning

test.each([
  "don't add milk to my shopping list",
  'please do not remove milk from my shopping list',
  "I don't want to add cheese to my shopping list",
  "never mind, don't set a timer for 5 minutes",
  "no, don't set a timer for 5 minutes",
  "don't wake me up at 7",
  'no need to set an alarm for 7',
  "you don't need to remind me to call mum",
  'I would rather not set a timer for 10 minutes',
  "don't pause the backup schedule",
  'do not translate good morning to French',
  "don't show me the weather in Oslo",
  'never set a timer for 5 minutes',
  'I did not say please remove milk from my shopping list',
  'do not add milk to my list if it is on sale',
  'by no means clear my shopping list',
  'under no circumstances clear my shopping list',
  'stop adding milk to my shopping list',
  'clear my shopping list, just kidding',
  'clear my shopping list (not really)',
  'add milk to my shopping list... never mind',
])('%s: nothing is done', async (sentence) => {
  expect(await understand(sentence)).toMatchObject({ intent: 'nothing', slots: {} })
})

test.each([
  ["don't set an alarm for 7, set it for 8", 'half'],
  ["don't add milk to my list and set a timer for 5 minutes", 'half'],
  ['if it rains tomorrow remind me to take an umbrella', 'condition'],
  ['when I get home remind me to call mum', 'condition'],
  ['clear my shopping list tomorrow', 'condition'],
  ['remove milk from my shopping list in 10 minutes', 'condition'],
  ['after lunch, clear my shopping list', 'condition'],
  ['add milk to my shopping list if we are out', 'condition'],
  ['wake me at 7 unless it is raining', 'condition'],
])('%s: nothing is done, and it is said why', async (sentence, because) => {
  expect(await understand(sentence)).toMatchObject({ intent: 'nothing', slots: { because } })
})

test.each([
  ['how do I add something to my shopping list?', 'list.add', undefined],
  ['how can I set a timer?', 'live_timer', undefined],
  ['can you remind me of things', 'reminder.add', undefined],
  ['can I add items to my shopping list by voice?', 'list.add', undefined],
  ['should I set an alarm for 6?', 'alarm', 'set an alarm for 6'],
  ['can I add eggs to my shopping list', 'list.add', 'add eggs to my shopping list'],
])('%s is answered, not done', async (sentence, of, wish) => {
  expect(await understand(sentence)).toMatchObject({ intent: 'how_to', slots: { of, ...(wish && { wish }) } })
})

test.each([
  ['why did you add milk to my shopping list', 'list.show'],
  ['did I add milk to my shopping list', 'list.show'],
  ['what did I write in my journal yesterday', 'journal'],
  ['what did I write in my diary last monday', 'journal'],
  ['when did I write in my diary about the marathon', 'journal'],
  ['have I set an alarm for 7', 'alarm.show'],
])('%s shows what there is', async (sentence, intent) => {
  expect((await understand(sentence))?.intent).toBe(intent)
})

test.each([
  'I was told to add sugar to my shopping list yesterday',
  'my wife asked me to add eggs to the shopping list',
  'I was going to add eggs to the shopping list',
  'she said "remove milk from my shopping list"',
  'he said remove milk from my shopping list',
  'the sign says "add milk to my shopping list"',
  'I hate when you add milk to my shopping list',
  'you cleared my shopping list',
  'I cleared my shopping list',
  'you should not have cleared my shopping list',
  'nobody should clear my shopping list',
  'I am going to clear my shopping list',
])('%s: what others said is no wish', async (sentence) => {
  const { meaning } = await router.understand(sentence, context)
  expect(meaning).toBeUndefined()
})

test.each([
  ['can you add milk to my shopping list', 'list.add'],
  ['could you please set a timer for 5 minutes?', 'live_timer'],
  ['would you mind adding milk to my shopping list', 'list.add'],
  ["why don't you add milk to my shopping list", 'list.add'],
  ['why not add milk to my shopping list', 'list.add'],
  ['can I get a timer for 5 minutes', 'live_timer'],
  ["don't forget to add milk to my shopping list", 'list.add'],
  ["don't let me forget to call Anna at 4", 'reminder.add'],
  ["I don't need milk on my shopping list any more", 'list.remove'],
  ['no, add milk to my shopping list', 'list.add'],
  ["note: don't call Bob", 'note.add'],
  ['translate do not disturb to Spanish', 'translator'],
  ['if possible set a timer for 5 minutes', 'live_timer'],
  ['before I forget, add milk to my shopping list', 'list.add'],
  ['add milk to my shopping list if it is not on it', 'list.add'],
  ['add milk to my shopping list if you can', 'list.add'],
  ['"add milk to my shopping list"', 'list.add'],
  ['remind me to call Bob if he has not called by 5', 'reminder.add'],
])('%s is a wish', async (sentence, intent) => {
  expect((await understand(sentence))?.intent).toBe(intent)
})
