import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beginning,
  destinationBy,
  neighbourOf,
  placeOf,
  sentenceOf,
  withCard,
  withMoved,
  withMovedColumn,
  withoutColumn,
  type Board,
} from './board.ts'

const card = (id: string) => ({ id, title: id })
const board: Board = {
  columns: [
    { id: 'todo', title: 'To do', cards: ['a', 'b', 'c'].map(card) },
    { id: 'doing', title: 'Doing', cards: ['d'].map(card) },
    { id: 'done', title: 'Done', cards: [] },
  ],
}
const ids = ({ columns }: Board) => columns.map(({ cards }) => cards.map(({ id }) => id).join(''))

test('a card goes beside another one or to the end of a column', () => {
  expect(ids(withMoved(board, 'a', { columnId: 'todo', beside: { cardId: 'b', edge: 'after' } }))).toEqual([
    'bac',
    'd',
    '',
  ])
  expect(ids(withMoved(board, 'c', { columnId: 'doing', beside: { cardId: 'd', edge: 'before' } }))).toEqual([
    'ab',
    'cd',
    '',
  ])
  expect(ids(withMoved(board, 'a', { columnId: 'done' }))).toEqual(['bc', 'd', 'a'])
})

test('a move is kept when the neighbour has gone, and nothing happens when the card or the column has', () => {
  expect(
    ids(withMoved(board, 'a', { columnId: 'doing', beside: { cardId: 'gone', edge: 'before' } })),
  ).toEqual(['bc', 'da', ''])
  expect(withMoved(board, 'gone', { columnId: 'doing' })).toBe(board)
  expect(withMoved(board, 'a', { columnId: 'gone' })).toBe(board)
})

test('steps lead to the neighbour and end at the edge of the board', () => {
  const step = (id: string, way: 'up' | 'down' | 'left' | 'right') => {
    const destination = destinationBy(board, id, way)
    return destination && ids(withMoved(board, id, destination))
  }
  expect(step('b', 'up')).toEqual(['bac', 'd', ''])
  expect(step('b', 'down')).toEqual(['acb', 'd', ''])
  expect(step('b', 'right')).toEqual(['ac', 'db', ''])
  expect(step('a', 'right')).toEqual(['bc', 'ad', ''])
  expect(step('d', 'right')).toEqual(['abc', '', 'd'])
  expect(step('a', 'up')).toBeUndefined()
  expect(step('a', 'left')).toBeUndefined()
})

test('the focus goes to the card beside, past columns without one', () => {
  expect(neighbourOf(board, 'c', 'right')?.id).toBe('d')
  expect(neighbourOf(board, 'd', 'left')?.id).toBe('a')
  expect(neighbourOf(board, 'd', 'right')).toBeUndefined()
})

test('columns change places, and one with cards in it is not removed', () => {
  expect(withMovedColumn(board, 'done', -1).columns.map(({ id }) => id)).toEqual(['todo', 'done', 'doing'])
  expect(withMovedColumn(board, 'todo', -1)).toBe(board)
  expect(withoutColumn(board, 'done').columns).toHaveLength(2)
  expect(withoutColumn(board, 'todo').columns).toHaveLength(3)
})

test('a move is said in a sentence', () => {
  expect(sentenceOf(withMoved(board, 'a', { columnId: 'doing' }), 'a')).toBe('“a” is now in Doing, 2 of 2.')
})

test('whatever is moved wherever, every card is there exactly once', () => {
  const all = ['a', 'b', 'c', 'd']
  const moves = fc.array(
    fc.record({
      id: fc.constantFrom(...all),
      columnId: fc.constantFrom('todo', 'doing', 'done'),
      beside: fc.option(
        fc.record({
          cardId: fc.constantFrom(...all, 'gone'),
          edge: fc.constantFrom('before' as const, 'after' as const),
        }),
        { nil: undefined },
      ),
    }),
  )
  fc.assert(
    fc.property(moves, (steps) => {
      const end = steps.reduce(
        (current, { id, columnId, beside }) =>
          withMoved(current, id, beside ? { columnId, beside } : { columnId }),
        board,
      )
      expect(ids(end).join('').split('').sort()).toEqual(all)
    }),
  )
})

test('a new board has its columns, and a card is edited where it is', () => {
  expect(beginning(['A', 'B']).columns.map(({ id, title }) => [id, title])).toEqual([
    ['column-1', 'A'],
    ['column-2', 'B'],
  ])
  expect(
    placeOf(
      withCard(board, 'd', (one) => ({ ...one, title: 'new' })),
      'd',
    )?.card.title,
  ).toBe('new')
})
