import { expect, test } from 'vitest'
import { today } from '../view-kit/live/today.ts'
import { dayAfter, withEntry } from './days.ts'

test('the first word of a day begins its entry, the next one goes on with it', () => {
  const first = withEntry({ entries: [] }, '2026-03-02', (entry) => ({ ...entry, text: 'Snow' }))
  const second = withEntry(first, '2026-03-02', (entry) => ({ ...entry, text: `${entry.text} and sun` }))
  expect(second.entries).toEqual([expect.objectContaining({ id: 'day-2026-03-02', text: 'Snow and sun' })])
})

test('other days stay as they are', () => {
  const journal = { entries: [{ id: 'x', date: '2026-03-01', text: 'Rain' }] }
  expect(withEntry(journal, '2026-03-02', (entry) => entry).entries.map(({ date }) => date)).toEqual([
    '2026-03-02',
    '2026-03-01',
  ])
})

test('days follow each other over the ends of months and years', () => {
  expect(dayAfter('2026-02-28', 1)).toBe('2026-03-01')
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31')
  expect(today(new Date(2026, 2, 5))).toBe('2026-03-05')
})
