import { expect, test } from 'vitest'
import { movedBeside, movedBy } from '../../web/src/pages/home/arrange.ts'

const pins = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test.each([
  ['b', 1, 'acbd'],
  ['b', -1, 'bacd'],
  ['a', -1, 'abcd'],
  ['b', 9, 'acdb'],
  ['d', -9, 'dabc'],
  ['x', 1, 'abcd'],
])('%s moved by %i places stands as %s', (id, places, order) => {
  expect(ids(movedBy(pins, id, places))).toBe(order)
})

test.each([
  ['a', 'c', 'before', 'bacd'],
  ['a', 'c', 'after', 'bcad'],
  ['d', 'a', 'before', 'dabc'],
  ['a', 'gone', 'after', 'abcd'],
] as const)('%s let go at %s, %s it, stands as %s', (id, target, edge, order) => {
  expect(ids(movedBeside(pins, id, { id: target, edge }))).toBe(order)
})
