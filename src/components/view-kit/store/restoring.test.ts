import { expect, test } from 'vitest'
import { restoring } from './restoring.ts'

const list = (...ids: string[]) => ({ items: ids.map((id) => ({ id, text: id.toUpperCase() })) })
const without = (value: ReturnType<typeof list>, id: string) => ({
  ...value,
  items: value.items.filter((item) => item.id !== id),
})

test('an entry comes back where it stood, and what others wrote meanwhile stays', () => {
  const before = list('a', 'b', 'c')
  const undo = restoring(before, without(before, 'b'))
  const meanwhile = { items: [{ id: 'a', text: 'changed' }, ...list('c', 'd').items], title: 'new' }
  expect(undo(meanwhile)).toEqual({
    items: [{ id: 'a', text: 'changed' }, ...list('b', 'c', 'd').items],
    title: 'new',
  })
})

test('where what it stood behind is gone, it stands at the beginning', () => {
  const before = list('a', 'b', 'c')
  expect(restoring(before, without(before, 'b'))(list('c'))).toEqual(list('b', 'c'))
})

test('what somebody else removed meanwhile stays removed', () => {
  const before = list('a', 'b', 'c')
  expect(restoring(before, without(before, 'b'))(list('a'))).toEqual(list('a', 'b'))
})

test('a card comes back into its column, with the column when that is gone too', () => {
  const [todo, done] = [
    { id: 'todo', cards: list('a', 'b').items },
    { id: 'done', cards: list('z').items },
  ]
  const before = { columns: [todo, done] }
  const after = { columns: [{ ...todo, cards: list('b').items }, done] }
  const undo = restoring(before, after)
  expect(undo({ columns: [{ ...todo, cards: list('b', 'n').items }, done] })).toEqual({
    columns: [{ ...todo, cards: list('a', 'b', 'n').items }, done],
  })
  expect(undo({ columns: [done] })).toEqual({ columns: [todo, done] })
})

test('the entry of a day that was begun anew keeps both texts', () => {
  const before = { entries: [{ id: 'day-1', text: 'Long ago', mood: 'good' }] }
  const undo = restoring<object>(before, { entries: [] })
  expect(undo({ entries: [{ id: 'day-1', text: 'Now' }] })).toEqual({
    entries: [{ id: 'day-1', text: 'Long ago\n\nNow', mood: 'good' }],
  })
})
