import type { Act } from './act.ts'
import { budgetActs, type BudgetDeps } from './budget.ts'

/** Boards, books, bookmarks, people, days, payments, habits and pieces of code: shown, searched and changed. */
export function collectionActs(deps: BudgetDeps): Readonly<Record<string, Act>> {
  const { store } = deps
  return {
    ...budgetActs(deps),
  }
}
