import { expect, test } from 'vitest'
import { addingMissing, lastDays, streakOf, timesInWeek, toggling, type Habits } from './habits.ts'

test('the last days end today, over the end of a month', () => {
  expect(lastDays('2026-03-02', 4)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
})

test('a streak goes on until a day was missed; today may still come', () => {
  const done = ['2026-02-26', '2026-02-28', '2026-03-01']
  expect(streakOf(done, '2026-03-02')).toBe(2)
  expect(streakOf([...done, '2026-03-02'], '2026-03-02')).toBe(3)
  expect(streakOf(done, '2026-03-03')).toBe(0)
})

test('a week begins on Monday', () => {
  const done = ['2026-03-01', '2026-03-02', '2026-03-08', '2026-03-09']
  expect(timesInWeek(done, '2026-03-04')).toBe(2)
})

test('days are kept in order and taken away again', () => {
  const habits: Habits = { habits: [{ id: 'a', name: 'Read', done_on: ['2026-03-02'] }] }
  const more = toggling('a', '2026-03-01', true)(habits)
  expect(more.habits[0]!.done_on).toEqual(['2026-03-01', '2026-03-02'])
  expect(toggling('a', '2026-03-02', false)(more).habits[0]!.done_on).toEqual(['2026-03-01'])
})

test('only habits that are missing are added', () => {
  let ids = 0
  const add = addingMissing(['read', 'Walk'], () => `id${(ids += 1)}`)
  const habits = add({ habits: [{ id: 'a', name: 'Read', done_on: [] }] })
  expect(habits.habits.map(({ name }) => name)).toEqual(['Read', 'Walk'])
  expect(add(habits)).toEqual(habits)
})
