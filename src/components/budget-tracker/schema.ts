import { defineComponent } from '../../contract/component.ts'
import { closed, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { currencyCode, day, line, title } from '../members.ts'
import { createdAt, entryId, initial, storeKey } from '../stored.ts'

/** What is kept under the key `id` of a budget_tracker. */
export const stored = Type.Object(
  {
    currency: Type.Optional(currencyCode('Currency of every amount')),
    monthly_limit: Type.Optional(Type.Number({ minimum: 0, description: 'Monthly limit for all spending' })),
    categories: Type.Optional(
      Type.Array(
        Type.Object({
          name: line('Name used by the entries', 80),
          monthly_limit: Type.Optional(Type.Number({ minimum: 0, description: 'Monthly limit' })),
        }),
        { maxItems: 100, description: 'Categories in order' },
      ),
    ),
    entries: Type.Array(
      Type.Object({
        id: entryId,
        date: day('Day of the payment'),
        amount: Type.Number({
          minimum: 0,
          description: 'How much; kind says whether it was spent or earned',
        }),
        kind: literals(['expense', 'income'], { default: 'expense', description: 'Out or in' }),
        category: Type.Optional(line('Name of its category', 80)),
        text: Type.Optional(line('What for', 300)),
        created_at: createdAt,
      }),
      { maxItems: 5_000, description: 'Payments, the newest first' },
    ),
  },
  { description: 'Payments and limits' },
)

export const budgetTracker = defineComponent({
  type: 'budget_tracker',
  tier: 3,
  summary: 'Expenses and income by category that are kept: choose it for budgets and "I spent 12 on lunch".',
  props: closed({
    id: storeKey('budget'),
    title,
    currency: Type.Optional(currencyCode('Currency of a new budget; default: the setting BASE_CURRENCY')),
    initial: initial(stored),
  }),
  example: {
    id: 'budget',
    currency: 'EUR',
    initial: {
      categories: [{ name: 'Food', monthly_limit: 400 }],
      entries: [
        { id: '1', date: '2026-03-02', amount: 12, kind: 'expense', category: 'Food', text: 'Lunch' },
      ],
    },
  },
  gallery: {
    group: 'Lists and notes',
    title: 'Budget',
    about: 'Expenses and income by category',
    icon: 'wallet',
    settings: ['currency'],
    start: { id: 'budget', title: 'Budget' },
    own: { currency: 'BASE_CURRENCY' },
  },
})
