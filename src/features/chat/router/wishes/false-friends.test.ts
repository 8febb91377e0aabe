import { expect, test } from 'vitest'
import { isFalseFriend } from './false-friends.ts'

test.each([
  'why did the stock market crash in 1929',
  'i woke up at 7',
  'i failed my quiz',
  'my alarm clock broke',
  'timer went off already',
  'my grandmother’s recipe box got lost',
  'how safe is a 12 character password',
  'under the weather today',
  'how do i weather the storm at work',
  'no news is good news',
  'let us roll',
  'roll with it',
  'nice weather for ducks',
  'what is a good todo list app',
  'six of one half a dozen of the other',
])('"%s" asks for nothing that can be shown', (lower) => {
  expect(isFalseFriend(lower)).toBe(true)
})

test.each([
  'how strong is the wind in oslo',
  'i lost track of time what time is it',
  'i forgot what is on my list can you tell me',
  'i had a list of reminders what were they',
  'i finished the milk please put it on my list',
  'my list was too long remove milk',
  'is there a storm coming',
  'let us roll some dice',
  'why hello',
])('"%s" may ask for something', (lower) => {
  expect(isFalseFriend(lower)).toBe(false)
})
