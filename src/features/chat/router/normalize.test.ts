import { expect, test } from 'vitest'
import { normalize } from './normalize.ts'

test.each([
  [
    'Could you please tell me whether I put soap on the shopping list?',
    'did i put soap on the shopping list',
  ],
  ['let me know if it is going to rain', 'is it going to rain'],
  ['can you check if i have a reminder for friday', 'do i have a reminder for friday'],
  ['see if my list has milk', 'my list has milk'],
  ['check my todo list for laundry', 'check my todo list for laundry'],
  ['if it is noon in paris what time is it here', 'if it is noon in paris what time is it here'],
])('a question stays one: "%s"', (said, lower) => {
  expect(normalize(said).lower).toBe(lower)
})

test.each([
  ['would you mind telling me the time', 'the time'],
  ['do you mind setting a timer', 'set a timer'],
  ['time please', 'time'],
  ['yes please', 'yes please'],
  ['great, thanks', 'great thanks'],
  ['Hello Deskhand!', 'hello'],
  ['hey alexa, weather', 'weather'],
  ['Hey there, would you be able to tell me does my list have milk', 'does my list have milk'],
  ['sorry to bother you but what time is it', 'what time is it'],
  ['Quick one: flip a coin', 'flip a coin'],
  ['hello there', 'hello there'],
])('courtesy is not what is meant: "%s"', (said, lower) => {
  expect(normalize(said).lower).toBe(lower)
})

test.each([
  ['weather tmrw', 'weather tomorrow'],
  ['is it raining rn', 'is it raining right now'],
  ['wats the time', 'what is the time'],
  ["what's todays date", "what is today's date"],
  ['can u add milk to teh list', 'add milk to the list'],
])('short writing is written out: "%s"', (said, lower) => {
  expect(normalize(said).lower).toBe(lower)
})
