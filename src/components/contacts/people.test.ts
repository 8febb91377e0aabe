import { expect, test } from 'vitest'
import { byName, initialsOf, readLines } from './people.ts'

test('people are in the order of their names, whatever their letters', () => {
  expect(byName([{ name: 'émile' }, { name: 'Zoe' }, { name: 'Ada' }]).map(({ name }) => name)).toEqual([
    'Ada',
    'émile',
    'Zoe',
  ])
})

test('initials are the first letters of the first and the last word', () => {
  expect(initialsOf('Grace Brewster Hopper')).toBe('GH')
  expect(initialsOf('ada')).toBe('A')
  expect(initialsOf('👩‍🔬 Curie')).toBe('👩‍🔬C')
  expect(initialsOf(' ')).toBe('')
})

test('several values stand between commas', () => {
  expect(readLines('a@b.c, d@e.f;', 320)).toEqual(['a@b.c', 'd@e.f'])
  expect(readLines(' ', 320)).toBeUndefined()
})
