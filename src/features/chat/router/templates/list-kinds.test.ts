import { expect, test } from 'vitest'
import { whenOf } from '../readers/reader.ts'
import { listKinds } from './list-kinds.ts'

const when = whenOf({
  now: new Date('2026-11-15T09:00:00Z'),
  timeZone: 'UTC',
  kept: (kind) => (kind === 'lists' ? ['packing', 'christmas-shopping', 'trip-to-rome'] : []),
})
const read = (kind: string, text: string) => listKinds[kind]!.read(text, when)

test.each([
  ['listTitle', 'grocery', 'shopping'],
  ['listTitle', 'weekly grocery', 'shopping'],
  ['listTitle', 'christmas shopping', 'christmas-shopping'],
  ['listTitle', 'hardware store', 'hardware-store'],
  ['listTitle', 'books to lend', 'books-to-lend'],
  ['listTitle', 'things to do today', 'todo'],
  ['listName', 'to do', 'todo'],
  ['listName', 'packing', 'packing'],
  ['keptList', 'trip to rome', 'trip-to-rome'],
  ['keptList', 'Groceries', 'shopping'],
])('%s: "%s" is the list %s', (kind, text, id) => {
  expect(read(kind, text)).toMatchObject({ id })
})

test.each([
  ['listTitle', 'guest'],
  ['listTitle', 'reading'],
  ['listTitle', 'tomorrow'],
  ['listTitle', 'self to my todo'],
  ['listTitle', 'shopping and todo'],
  ['listName', 'show shopping'],
  ['listName', 'books to lend'],
  ['keptList', 'birthday presents'],
  ['goods', 'everything'],
  ['goods', 'two minutes'],
  ['goods', 'socks to packing'],
  ['ordinal', 'milk'],
])('%s: "%s" is none', (kind, text) => {
  expect(read(kind, text)).toBeUndefined()
})

test('things are read as they are said, and places as numbers', () => {
  expect(read('goods', 'some milk, 2 kg of flour and eggs')).toBe('some milk, 2 kg of flour and eggs')
  expect(['first', 'second', 'twelfth', 'last'].map((text) => read('ordinal', text))).toEqual([1, 2, 12, -1])
})
