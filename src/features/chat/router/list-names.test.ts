import { expect, test } from 'vitest'
import { listIn } from './list-names.ts'

test.each([
  ['add milk to my shopping list', 'shopping'],
  ['what is on the grocery list', 'shopping'],
  ['put it on my to-do list', 'todo'],
  ['my list of chores', 'todo'],
  ['add socks to my packing list', 'packing'],
  ['add it to my list', undefined],
])('the list of "%s" is %s', (said, id) => {
  expect(listIn(said)?.id).toBe(id)
})
