import type { Act } from './act.ts'
import { boardActs } from './boards.ts'
import { budgetActs, type BudgetDeps } from './budget.ts'
import { contactActs } from './contacts.ts'
import { habitActs } from './habits.ts'
import { journalActs } from './journal.ts'

/** Boards, books, bookmarks, people, days, payments, habits and pieces of code: shown, searched and changed. */
export function collectionActs(deps: BudgetDeps): Readonly<Record<string, Act>> {
  const { store } = deps
  return {
    ...boardActs(store),
    ...contactActs(store),
    ...journalActs(store),
    ...budgetActs(deps),
    ...habitActs(store),
  }
}
