import { rules, type Rule } from './rule.ts'

export const calendarRules: readonly Rule[] = [
  ...rules(
    'calendar_view',
    [
      /\b(?:what|show|open|check|read|tell|see|do|does|is|are|any|view|how (?:busy|full)|anything)\b.*\b(?:my|the) (?:calendar|agenda|schedule)\b/,
      /^(?:my |open |show )?(?:calendar|agenda|schedule)(?: (?:for|today|tomorrow|this week)\b.*)?$/,
      /^(?:what|which|how many|when|are there any|do i have any|any|list|show)(?: me)?(?: is| are)?(?: all)?(?: my)?(?: next| upcoming)? ?(?:meetings?|appointments?|events)\b(?=.*\b(?:i have|do i|my|today|tomorrow|this week|next|on \w+day|scheduled|upcoming|coming up)\b)/,
      /^(?:do i have|have i got) (?:anything|something|plans|any (?:plans|meetings|appointments|events|commitments))\b(?! (?:left |else )?to (?:do|buy|get))/,
      /^(?:when|what time|what day) is (?:my|the) (?:next )?(?:[\p{L}']+ ){0,2}(?:appointment|meeting)\b/u,
      /^(?:who|what) am i (?:meeting|seeing)\b/,
      /^am i (?:free|busy|available|booked)\b/,
      /^what (?:do i have|have i got|am i doing|is) (?:planned|scheduled|going on|coming up|on)\b(?=.*\b(?:today|tomorrow|week|weekend|month|day|january|february|march|april|may|june|july|august|september|october|november|december)\b)/,
      /^what do i have (?:to do |going on |planned |scheduled |on )*(?:on|for) (?:the )?(?:\w+day|january|february|march|april|may|june|july|august|september|october|november|december|\d)/,
      /^when is my next (?:meeting|appointment|event)\b/,
    ],
    /\b(?:add|put|remove|delete|cancel|clear|create|schedule a|set up|set|book|change|move|reschedule|invite|remind|reminders?|vacation|pto|maintenance|near me|in the area|local|concert|doctor'?s? office|make sure|send|wipe|erase|update|mark|block|todo|list|request|day off|keep|workflows?|backup|jobs?|schedules|recurring)\b/,
  ),
]
