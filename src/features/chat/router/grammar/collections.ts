import { rules, type Rule } from './rule.ts'

/** Contacts, journal, budget and boards. */
export const collectionRules: readonly Rule[] = [
  ...rules(
    'contact.add',
    [/\b(?:add|save|create|new)\b.*\bcontacts?\b/, /\badd\b.*\baddress book\b/],
    /^(?:call|email|text)\b/,
  ),
  ...rules('contacts', [
    /^(?:show|open|list|my|see)(?: me)?(?: all)?(?: my)? (?:contacts|address book)$/,
    /\bin my (?:contacts|address book)\b/,
    /^(?:what is|find|look up) [a-z .]+'s (?:phone number|number|email|email address|contact)\b/,
  ]),
  ...rules('journal.add', [
    /^(?:add|write|log|put|new|make)\b.*\b(?:journal|diary)\b/,
    /^(?:journal|diary) entry\b/,
  ]),
  ...rules('journal', [
    /^(?:show|open|read|my)(?: me)?(?: my)? (?:journal|diary)(?: entries)?$/,
    /\bin my (?:journal|diary)\b/,
    /^(?:journal|diary)$/,
  ]),
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
