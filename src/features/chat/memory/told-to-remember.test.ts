import { expect, test } from 'vitest'
import { toldToRemember } from './told-to-remember.ts'

test.each([
  ['remember that my sister Nora is allergic to peanuts', 'My sister Nora is allergic to peanuts'],
  ['Please remember that the garage code is 4711.', 'The garage code is 4711'],
  ['remember this: the wifi password is hunter2!', 'The wifi password is hunter2'],
  ['could you remember my locker number is 12', 'My locker number is 12'],
  ['please remember the bins go out on Tuesdays', 'The bins go out on Tuesdays'],
  ["don't forget that Bob doesn't drink coffee", "Bob doesn't drink coffee"],
  ['keep in mind that the office closes at 6', 'The office closes at 6'],
  ['remember: Nora is vegetarian', 'Nora is vegetarian'],
  ['remember that the bins go out on Tuesdays', 'The bins go out on Tuesdays'],
] as const)('%j', (message, fact) => {
  expect(toldToRemember(message)).toBe(fact)
})

test.each([
  'remember the milk',
  'remember to buy stamps',
  'remember that I need to call mom',
  'remember that time when we met',
  'remember that I have a dentist appointment tomorrow at 5',
  'keep in mind that Bob is on holiday until Friday',
  'do you remember that my name is Ada?',
  'do you remember my birthday',
  'remember this link: https://example.org',
  'remember me',
  'I remember that the sea was cold',
  'write a note to remember that the sea is cold',
])('%j asks for something else', (message) => {
  expect(toldToRemember(message)).toBeUndefined()
})
