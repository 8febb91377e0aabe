import type { StoredOf } from '../schemas.ts'

type Budget = StoredOf<'budget_tracker'>
export type Payment = Budget['entries'][number]

export interface CategorySum {
  readonly name: string
  readonly spent: number
  readonly limit: number | undefined
}

export interface MonthSum {
  readonly spent: number
  readonly earned: number
  readonly categories: readonly CategorySum[]
}

export const NO_CATEGORY = 'Other'

export function paymentsOf(payments: readonly Payment[], month: string): Payment[] {
  return payments
    .filter(({ date }) => date.startsWith(month))
    .sort((one, other) => other.date.localeCompare(one.date))
}

/** What went out and came in during a month, and how each category stands. */
export function sumOf(budget: Pick<Budget, 'entries' | 'categories'>, month: string): MonthSum {
  const payments = paymentsOf(budget.entries, month)
  const total = (kind: Payment['kind']) => added(payments.filter((payment) => payment.kind === kind))
  const expenses = payments.filter(({ kind }) => kind === 'expense')
  const limits = new Map((budget.categories ?? []).map(({ name, monthly_limit }) => [name, monthly_limit]))
  const names = new Set([...limits.keys(), ...expenses.map(({ category }) => category ?? NO_CATEGORY)])
  const categories = [...names].map((name) => ({
    name,
    spent: added(expenses.filter(({ category }) => (category ?? NO_CATEGORY) === name)),
    limit: limits.get(name),
  }))
  return { spent: total('expense'), earned: total('income'), categories }
}

/** In whole cents, so that a hundred small sums do not leave a crumb. */
function added(payments: readonly Payment[]): number {
  return payments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
}

export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** Categories with a limit set, changed or taken away. */
export function withLimit(budget: Budget, name: string, limit: number | undefined): Budget {
  const { categories = [] } = budget
  const category = limit === undefined ? { name } : { name, monthly_limit: limit }
  const known = categories.some((one) => one.name === name)
  return {
    ...budget,
    categories: known
      ? categories.map((one) => (one.name === name ? category : one))
      : [...categories, category],
  }
}
