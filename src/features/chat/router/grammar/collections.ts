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
  ...rules(
    'board.add',
    [
      /\b(?:add|put|create|new)\b.*\b(?:board|card)\b.*\bboard\b|\b(?:add|put)\b.+\b(?:to|on|onto)\b.*\bboard\b/,
    ],
    /\b(?:flight|boarding)\b/,
  ),
  ...rules(
    'kanban_board',
    [/\bkanban\b/, /^(?:show|open|create|make|start|new)(?: me)?(?: my| a| the)? ?(?:[a-z-]+ )?board\b/],
    /\b(?:boarding|dash)\b/,
  ),
]
