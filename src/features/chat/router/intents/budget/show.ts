import { defineIntent } from '../../define-intent.ts'
import { budget } from './stored-budget.ts'

const payments = '(expenses|spending|payments|spendings|income and expenses|expenses and income)'

export const intent = defineIntent({
  name: 'budget_tracker',
  label: 'Budget',
  example: 'Show my budget',
  templates: [
    '[<show>|open] [<my>] (budget|budget tracker|expense tracker)',
    `(<find>|<show>|<my>) [<my>] ${payments} [(of|for) this month]`,
  ],
  examples: [
    "(show|open|how is|how's) [me] my budget",
    'how much have i (logged|written down) in my budget',
    'my expenses [this month]',
  ],
  act: ({ writer }) => writer.add(budget.card),
})
