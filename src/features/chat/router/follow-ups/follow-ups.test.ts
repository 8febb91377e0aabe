import { expect, test } from 'vitest'
import { answerTo, followUp } from './follow-ups.ts'
import { whenOf, type Slots } from '../readers/reader.ts'
import { quietTurn } from './turns.ts'

const when = whenOf({ now: new Date('2026-11-15T09:00:00Z'), timeZone: 'Europe/Oslo' })

const said = {
  weather: ['weather in Oslo', 'live_weather', { city: 'Oslo', focus: 'current' }],
  tomorrow: ['weather in Oslo tomorrow', 'live_weather', { city: 'Oslo', focus: 'daily' }],
  clock: ['what time is it in Tokyo', 'live_clock', { places: [{ label: 'Tokyo' }] }],
  money: ['100 usd in eur', 'currency_converter', { amount: 100, from: 'USD', to: 'EUR' }],
  miles: ['20 miles in km', 'unit_converter', { value: 20, from: 'mi', to: 'km' }],
  french: ['translate good morning to french', 'translator', { text: 'good morning', target: 'fr' }],
  timer: ['timer for 20 minutes', 'live_timer', { seconds: 1_200 }],
  jam: [
    'add jam to my shopping list',
    'list.add',
    { list: { id: 'shopping', title: 'Shopping' }, items: ['jam'] },
  ],
  lunch: ['I spent 12 on lunch', 'budget.add', { amount: 12, text: 'lunch', kind: 'expense' }],
  call: [
    'remind me to call mum tomorrow at 5pm',
    'reminder.add',
    { text: 'call mum', due: '2026-11-16T17:00' },
  ],
  stock: ['apple stock', 'live_stock', { symbol: 'AAPL' }],
} as const satisfies Record<string, readonly [string, string, Slots]>

function after(before: keyof typeof said, message: string) {
  const [sentence, intent, slots] = said[before]
  return followUp(message, { ...quietTurn(sentence), intent, slots }, when)
}

test.each([
  ['weather', 'and tomorrow?', 'weather in Oslo tomorrow'],
  ['weather', 'what about London', 'weather in London'],
  ['weather', 'And in London?', 'weather in London'],
  ['tomorrow', 'how about Bergen?', 'weather in Bergen tomorrow'],
  ['weather', 'tomorrow?', 'weather in Oslo tomorrow'],
  ['weather', 'no, I meant Bergen', 'weather in Bergen'],
  ['weather', 'and the weekend?', 'weather in Oslo this weekend'],
  ['clock', 'and in New York?', 'what time is it in New York'],
  ['money', 'in pounds', '100 USD in GBP'],
  ['money', 'and 250?', '250 USD in EUR'],
  ['money', 'how about yen', '100 USD in JPY'],
  ['money', 'sorry I meant 30', '30 USD in EUR'],
  ['miles', 'and 50?', '50 mi in km'],
  ['miles', 'no, kilometers to miles', '20 kilometers to miles'],
  ['french', 'in spanish', 'translate "good morning" to spanish'],
  ['french', 'and good night?', 'translate "good night" to French'],
  ['timer', 'sorry I meant 30', 'timer for 30 minutes'],
  ['timer', 'no, an hour', 'timer for an hour'],
  ['jam', 'no, marmalade', 'add marmalade to my shopping list'],
  ['jam', 'and eggs', 'add eggs to my shopping list'],
  ['lunch', 'no, I meant 30', 'I spent 30 on lunch'],
  ['lunch', 'sorry, I meant 9.50', 'I spent 9.5 on lunch'],
  ['call', 'no, at 6pm', 'remind me to call mum tomorrow at 6pm'],
  ['call', 'no, on friday', 'remind me to call mum on friday at 5pm'],
  ['stock', 'and Microsoft?', 'Microsoft stock price'],
] as const)('after %s "%s" stands for "%s"', (before, message, sentence) => {
  expect(after(before, message)?.sentence).toBe(sentence)
})

test.each([
  ['weather', 'and what time is it in Rome?'],
  ['weather', 'and set a timer for 5 minutes'],
  ['weather', 'in a minute'],
  ['weather', 'no'],
  ['weather', 'no, stop'],
  ['weather', 'to bed'],
  ['jam', 'no, wait'],
  ['jam', 'no, cancel that'],
  ['jam', 'and thanks'],
  ['money', 'and bananas?'],
  ['miles', 'and dollars?'],
  ['jam', 'and tomorrow?'],
  ['jam', 'and remind me to call mom'],
  ['jam', 'what about you?'],
  ['jam', 'in spanish'],
  ['timer', 'in spanish'],
  ['lunch', 'and 30'],
  ['stock', 'London'],
  ['jam', 'no problem'],
  ['jam', 'no worries'],
  ['jam', 'no way'],
  ['jam', 'no more'],
  ['jam', 'no, thank you'],
  ['jam', 'no, good'],
  ['jam', 'sorry about that'],
  ['jam', 'sorry, my bad'],
  ['jam', 'oops wrong list'],
  ['jam', 'also great'],
  ['jam', 'and order a pizza'],
  ['jam', 'and email Bob'],
  ['weather', 'no problem'],
  ['stock', 'no way'],
] as const)('after %s "%s" stands for itself', (before, message) => {
  expect(after(before, message)).toBeUndefined()
})

test.each([
  ['live_weather', {}, 'Oslo', 'weather in Oslo'],
  ['live_timer', {}, '10 minutes', 'timer for 10 minutes'],
  [
    'list.add',
    { list: { id: 'shopping', title: 'Shopping' } },
    'eggs and milk',
    'add eggs and milk to my shopping list',
  ],
  ['list.add', { items: ['jam'] }, 'eggs', undefined],
  ['live_weather', {}, 'what do you mean', undefined],
  ['live_timer', {}, 'never mind that', undefined],
  ['note.add', {}, 'eggs', undefined],
] as const)('asked back by %s %j "%s" stands for "%s"', (intent, slots, message, sentence) => {
  expect(answerTo(message, { ...quietTurn('before'), intent, slots }, when)?.sentence).toBe(sentence)
})

test('what takes the place of the former is told apart from what comes beside it', () => {
  expect(after('jam', 'no, marmalade')).toMatchObject({ corrects: true, name: 'marmalade' })
  expect(after('jam', 'and marmalade')).toMatchObject({ corrects: false })
  expect(after('weather', 'and tomorrow?')).not.toHaveProperty('name')
})
