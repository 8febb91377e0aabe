import { expect, test } from 'vitest'
import { matchGrammar } from './grammar/grammar.ts'
import { normalize } from './normalize.ts'
import { whenOf } from './readers/reader.ts'
import { readMoney } from '../../../platform/language/values/currencies.ts'
import { moonAt, nextPhase } from './intents/live/moon-phases.ts'
import { plainNumbers } from '../../../platform/language/values/notation.ts'
import { spellingCorrection } from './spelling.ts'

/** A Sunday, nine in the morning. */
const when = whenOf({ now: new Date('2026-11-15T09:00:00Z'), timeZone: 'UTC' })
const correct = spellingCorrection(() => false)

function understood(said: string) {
  const { intent, slots } = matchGrammar(normalize(said, correct), when) ?? {}
  return { intent, ...slots }
}

test.each([
  ['100 + 20%', 120],
  ['240 minus 15%', 204],
  ['89.99 less 30%', 62.993],
  ['add 19% VAT to 250', 297.5],
  ['remove 25% tax from 100', 80],
  ['increase 200 by 12.5 percent', 225],
  ['reduce 80 by 25%', 60],
  ['50% off 80', 40],
  ['take 15% off 240', 204],
  ['5 * 20%', 1],
  ['12345678 * 12345678', 152_415_765_279_684],
  ['7² + 1', 50],
  ['what is 100 divided by 3 rounded to 2 decimals', 33.33],
  ['what is 3/4 as a percentage', 75],
  ['What is 1/3 of 99?', 33],
  ['two thirds of 90', 60],
  ['1 million / 7', 142_857.142857],
  ['1.234,56 * 2', 2_469.12],
  ['1,234.56 * 2', 2_469.12],
  ['12,5 * 2', 25],
  ['round 3.14159 to 2 decimals', 3.14],
  ['round 1250 to the nearest hundred', 1_300],
  ['split 90 between 3 people', 30],
  ['calculate mortgage 300000 at 4% over 25 years', 1_583.51],
  ['monthly payment on a 12000 loan at 0% over 12 months', 1_000],
])('%s is %d', (said, result) => {
  expect(understood(said)).toMatchObject({ intent: 'calculator', result })
})

test('nothing is divided by zero, and that is known apart from what is no calculation', () => {
  expect(understood('10/0')).toMatchObject({ intent: 'calculator', problem: 'zero' })
  expect(understood('10/0')).not.toHaveProperty('result')
})

test('an ambiguous number is told as it was read', () => {
  expect(plainNumbers('1.234 * 2')).toMatchObject({
    text: '1.234 * 2',
    note: expect.stringContaining('1.234'),
  })
  expect(plainNumbers('2.500,00 + 1.500')).toMatchObject({
    text: '2500.00 + 1500',
    note: expect.stringContaining('1500'),
  })
  expect(plainNumbers('1,234 * 2')).toEqual({ text: '1234 * 2' })
  expect(plainNumbers('3,4,5')).toEqual({ text: '3,4,5' })
})

test.each([
  ['5 lbs 3 oz in kg', { value: 83, from: 'oz', to: 'kg', result: 2.353010419 }],
  ['6 ft 2 in cm', { value: 74, from: 'in', to: 'cm', result: 187.96 }],
  ['convert 180 c to f', { value: 180, from: '°C', to: '°F', result: 356 }],
  ['350f in c', { from: '°F', to: '°C', result: 176.6666667 }],
  ['-40 c in f', { result: -40 }],
  ['minus 10 celsius in fahrenheit', { value: -10, result: 14 }],
  ['3/4 of a cup in ml', { value: 0.75, result: 177.4411774 }],
  ['1½ cups in ml', { value: 1.5, result: 354.8823547 }],
  ['20 degrees in fahrenheit', { from: '°C', result: 68 }],
  ['convert 90 min to hours', { from: 'min', to: 'h', result: 1.5 }],
  ['1500 sq ft in m2', { from: 'ft²', to: 'm²', result: 139.35456 }],
  ['10 ft to m', { to: 'm', result: 3.048 }],
  ['30 mpg in l/100km', { result: 7.840486111 }],
  [
    '180 cm in feet and inches',
    {
      as: [
        { value: 5, unit: 'ft' },
        { value: 10.9, unit: 'in' },
      ],
    },
  ],
  ['a cup of flour in grams', { isAcross: true, substance: 'flour', result: 125 }],
])('%s', (said, slots) => {
  expect(understood(said)).toMatchObject({ intent: 'unit_converter', ...slots })
})

test('money that is wanted in a currency need not be in it', () => {
  expect(readMoney('3 grand in euros')).toEqual({ amount: 3_000, to: 'EUR' })
  expect(readMoney('3 grand euros')).toEqual({ amount: 3_000, from: 'EUR' })
})

test('grams of a spoon are not known before it is said what is in it', () => {
  const slots = understood('how many grams in 3 tablespoons')
  expect(slots).toMatchObject({ intent: 'unit_converter', value: 3, from: 'tbsp', to: 'g', isAcross: true })
  expect(slots).not.toHaveProperty('result')
})

test.each([
  ['5 mil yen in usd', { intent: 'currency_converter', amount: 5e6, from: 'JPY', to: 'USD' }],
  ['1.234,56 eur in usd', { intent: 'currency_converter', amount: 1_234.56, from: 'EUR', to: 'USD' }],
  ["what's 1 bitcoin worth in eur", { intent: 'live_stock', symbol: 'BTC-EUR' }],
  ['how much is one ethereum in pounds', { intent: 'live_stock', symbol: 'ETH-GBP' }],
  ['100 usd in bitcoin', { intent: 'live_stock', symbol: 'BTC-USD', amount: 100, paid: 'USD' }],
  ['show me the colour navy', { intent: 'color_picker', color: '#000080' }],
  ['what colour is teal in hex', { intent: 'color_picker', color: '#008080' }],
  ['hex code for light sea green', { intent: 'color_picker', color: '#20b2aa' }],
  ['pick one: red, blue or green', { intent: 'random_choice', choices: ['red', 'blue', 'green'] }],
  ['roll 3d6+2', { intent: 'dice_roller', count: 3, sides: 6, modifier: 2 }],
])('%s', (said, expected) => {
  expect(understood(said)).toMatchObject(expected)
})

test.each([
  'move /tmp/d2.csv to /tmp/d4.csv',
  'open ~/d6',
  'roll back /srv/d20/x',
  '2026-11-15',
  '555-123-4567',
])('in "%s" there is neither a die nor a sum', (said) => {
  expect(['dice_roller', 'calculator']).not.toContain(understood(said).intent)
})

test.each([
  ['is 2028 a leap year', { asks: 'leap', year: 2028 }],
  ['days between 1 march and 15 april 2026', { from: '2026-03-01', to: '2026-04-15' }],
  ['how many days between 20 december and 5 january 2027', { from: '2026-12-20', to: '2027-01-05' }],
  ['how many days between 1 november and 25 december', { from: '2026-11-01', to: '2026-12-25' }],
  ['how long is it from 2026-01-15 to 2026-11-15', { from: '2026-01-15', to: '2026-11-15' }],
  ['add 45 days to 10 june 2026', { asks: 'sum', date: '2026-07-25' }],
  ['31 january 2028 plus 1 month', { asks: 'sum', date: '2028-02-29' }],
  ['3 weeks before christmas', { asks: 'sum', date: '2026-12-04' }],
  ['10 working days from today', { asks: 'sum', date: '2026-11-27' }],
  ['days since 11/09/2001', { asks: 'since', from: '2001-11-09', other: '2001-09-11' }],
  ['how many days since 1 december', { asks: 'since', from: '2025-12-01' }],
  ['how old am I if i was born on 12 may 1990', { asks: 'age', from: '1990-05-12' }],
  ['how old is someone born in 1990', { asks: 'age', year: 1_990 }],
])('%s', (said, slots) => {
  expect(understood(said)).toMatchObject({ intent: 'date_sum', ...slots })
})

test.each([
  'how long is it from london to paris',
  'remind me 2 days before christmas',
  'book a room 3 days from today',
  'how old is my dog',
])('"%s" is no sum of days', (said) => {
  expect(understood(said).intent).not.toBe('date_sum')
})

test.each([
  ['how many weeks until 1 march', { intent: 'countdown', target: '2027-03-01', unit: 'week' }],
  ['how long until 5pm', { intent: 'countdown', target: '2026-11-15T17:00:00.000Z' }],
  ['timer 1h30', { intent: 'live_timer', seconds: 5_400 }],
  ['timer 90', { intent: 'live_timer', bare: 90 }],
  ['set a timer for 7:30pm', { intent: 'live_timer', target: '2026-11-15T19:30:00.000Z' }],
  ['put twenty minutes on the timer', { intent: 'live_timer', seconds: 1_200 }],
  ['add two minutes to the timer', { intent: 'timer.change', seconds: 120 }],
  ["what's the time difference between London and Tokyo", { intent: 'live_clock', asks: 'difference' }],
])('%s', (said, expected) => {
  expect(understood(said)).toMatchObject(expected)
})

test('a timer of less than nothing does not run', () => {
  expect(understood('set a timer for -5 minutes')).toEqual({ intent: 'live_timer', problem: 'negative' })
})

test('so long before something else is no time to wait', () => {
  expect(understood('set an alarm 2 hours before sunset')).toEqual({ intent: 'alarm' })
  expect(understood('set an alarm for ten minutes before 8')).toMatchObject({
    target: '2026-11-15T19:50:00.000Z',
  })
})

test('the moon is new at an eclipse of the sun and full at the time of the almanac', () => {
  expect(moonAt(new Date('2024-04-08T18:21:00Z'))).toMatchObject({ name: 'new moon', percentLit: 0 })
  const full = nextPhase('full', new Date('2024-04-10T00:00:00Z'))
  expect(Math.abs(full.getTime() - Date.parse('2024-04-23T23:49:00Z'))).toBeLessThan(15 * 60_000)
})

test('what stands before the colon is the question of a poll', () => {
  expect(understood('create a poll about where to eat: thai, indian, burgers')).toMatchObject({
    intent: 'poll',
    question: 'Where to eat',
    options: ['Thai', 'Indian', 'Burgers'],
  })
  expect(understood('poll: pizza or sushi')).toMatchObject({ options: ['Pizza', 'Sushi'] })
})

test('a name is drawn from those that are said', () => {
  expect(understood('pick a random name from Bob, Sue, Ann')).toMatchObject({
    intent: 'random_choice',
    choices: ['Bob', 'Sue', 'Ann'],
  })
  expect(understood('pick a name for my cat').intent).not.toBe('random_choice')
})

test('a tip of half a percent more is not rounded', () => {
  expect(understood('12.5% tip on $48')).toMatchObject({ intent: 'tip_calculator', tip_percent: 12.5 })
})

test('a day that is told from another one is that day', () => {
  expect(understood('what date is a week on friday')).toMatchObject({ date: '2026-11-27' })
  expect(understood('what date is a week tomorrow')).toMatchObject({ date: '2026-11-23' })
})

test('setting an alarm off sets none', () => {
  expect(understood('set off the alarm').intent).not.toBe('alarm')
  expect(understood('set the alarm for 7').intent).toBe('alarm')
})
