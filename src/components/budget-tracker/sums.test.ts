import { expect, test } from 'vitest'
import { monthAfter, sumOf, withLimit, type Payment } from './sums.ts'

const pay = (id: string, date: string, amount: number, rest: Partial<Payment> = {}): Payment => ({
  id,
  date,
  amount,
  kind: 'expense',
  ...rest,
})

test('a month is summed by category, with its limits', () => {
  const budget = {
    categories: [{ name: 'Food', monthly_limit: 400 }, { name: 'Fun' }],
    entries: [
      pay('1', '2026-03-02', 0.1, { category: 'Food' }),
      pay('2', '2026-03-03', 0.2, { category: 'Food' }),
      pay('3', '2026-03-03', 5),
      pay('4', '2026-02-03', 99, { category: 'Food' }),
      pay('5', '2026-03-01', 2_000, { kind: 'income' }),
    ],
  }
  expect(sumOf(budget, '2026-03')).toEqual({
    spent: 5.3,
    earned: 2_000,
    categories: [
      { name: 'Food', spent: 0.3, limit: 400 },
      { name: 'Fun', spent: 0, limit: undefined },
      { name: 'Other', spent: 5, limit: undefined },
    ],
  })
})

test('months follow each other over the end of a year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
})

test('a limit is set for a category, known or new, and taken away again', () => {
  const set = withLimit({ entries: [] }, 'Food', 300)
  expect(set.categories).toEqual([{ name: 'Food', monthly_limit: 300 }])
  expect(withLimit(set, 'Food', undefined).categories).toEqual([{ name: 'Food' }])
})
