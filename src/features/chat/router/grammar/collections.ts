import { rules, type Rule } from './rule.ts'

/** Budget and boards. */
export const collectionRules: readonly Rule[] = [
  ...rules(
    'budget.add',
    [
      /\b(?:add|log|record|track|put)\b.*\d.*\b(?:expense|budget|income|payment)\b/,
      /\b(?:add|log|record|track)\b.*\b(?:expense|payment|income) of\b/,
    ],
    /\bhow much\b/,
  ),
  ...rules('budget_tracker', [
    /^(?:show|open|how is|what is|see|check)(?: me)?(?: my)? (?:budget|expenses|expense tracker|budget tracker)\b/,
    /^(?:my )?(?:budget|budget tracker|expense tracker)$/,
  ]),
]
