import { rules, type Rule } from './rule.ts'

export const numberRules: readonly Rule[] = [
  ...rules(
    'habit_tracker',
    [/\bhabit tracker\b/, /\b(?:track|show|my|open) (?:my )?habits?\b/, /\badd (?:the |a )?(?:new )?habit\b/],
    /\b(?:bad habits|break)\b/,
  ),
]
