import { expect, test } from 'vitest'
import { normalize } from './normalize.ts'
import { editDistance, spellingCorrection } from './spelling.ts'

const correct = spellingCorrection(() => false)

test.each([
  ['wheather in oslo', 'weather in oslo'],
  ['set a remindr', 'set a reminder'],
  ['tommorow', 'tomorrow'],
  ['calender', 'calendar'],
  ['forcast', 'forecast'],
  ['what tiem is it', 'what time is it'],
  ['my lsit', 'my list'],
  ['on my calander', 'on my calendar'],
  ['the dectionary', 'the dictionary'],
])('%s is %s', (said, meant) => {
  expect(correct(said)).toBe(meant)
})

test.each([
  'whether it is so',
  'the transaction',
  'mondays',
  'breakfast',
  'a concert',
  'Weiher',
  'marching',
  '~/wether.txt',
  'alarms',
  'emit the last item',
  'butter is better',
  'dilute the bleach',
  'a tiger is stuck',
  'the prime of multiple transitions',
  'astrology and the transition',
  'someone is choking',
])('%s stays', (said) => {
  expect(correct(said)).toBe(said)
})

test('a distance counts changes, swaps and what is missing, up to a limit', () => {
  expect(editDistance('timer', 'timer', 2)).toBe(0)
  expect(editDistance('tmier', 'timer', 2)).toBe(1)
  expect(editDistance('tim', 'timer', 2)).toBe(2)
  expect(editDistance('calander', 'calendar', 2)).toBe(1)
  expect(editDistance('kitten', 'sitting', 2)).toBe(3)
})

test.each([
  ['hey olly what is on my list', 'what is on my list'],
  ['Could you please kindly open the door', 'open the door'],
  ["i'd like you to set a timer for me, please", 'set a timer'],
  ["what's up", 'what is up'],
  ['do you know what time it is', 'what time it is'],
  ['how do i say thank you', 'how do i say thank you'],
  ['please', 'please'],
  ['Siri', 'Siri'],
  ["don't forget Anna's book", "do not forget Anna's book"],
])('"%s" means "%s"', (said, text) => {
  expect(normalize(said).text).toBe(text)
})
