import { expect, test } from 'vitest'
import { asNumber, partOf, readable, rowsOf } from './bound-value.ts'

const answer = { cpu: { percent: 12.5 }, disks: [{ name: 'root', free_bytes: 10 }], tags: ['a'] }

test('a path names a part of an answer, in objects and in lists', () => {
  expect(partOf(answer, 'cpu.percent')).toBe(12.5)
  expect(partOf(answer, 'disks[0].free_bytes')).toBe(10)
  expect(partOf(answer, undefined)).toBe(answer)
})

test('a path that leads nowhere or to what every object has is nothing', () => {
  expect(partOf(answer, 'cpu.cores')).toBeUndefined()
  expect(partOf(answer, 'disks[7].name')).toBeUndefined()
  expect(partOf(answer, 'constructor')).toBeUndefined()
})

test('a list counts as how many it has, and words are no number', () => {
  expect(asNumber([1, 2, 3])).toBe(3)
  expect(asNumber('4.5')).toBe(4.5)
  expect(asNumber('many')).toBeUndefined()
})

test('a table is made of the first list that is there', () => {
  expect(rowsOf(answer)).toEqual([{ name: 'root', free_bytes: 10 }])
  expect(rowsOf(['a', 2])).toEqual([{ value: 'a' }, { value: 2 }])
  expect(rowsOf({ at: 'now', load: { one: 1 } })).toEqual([{ at: 'now', load: '{"one":1}' }])
})

test('a name is read as words', () => {
  expect(readable('free_bytes')).toBe('Free bytes')
})
