import { eventNoun } from '../readers/calendar.ts'
import { roughDay as day, roughTime as time } from '../../../../platform/language/values/when-words.ts'
import { rules, sureRules, type Rule } from './rule.ts'

const noun = String.raw`\b${eventNoun}\b`

/** What is arranged elsewhere, or is no event. */
const notAnEvent =
  /\b(?:meeting rooms?|conference rooms?|reservations?|table|restaurant|flights?|hotel|tickets?|taxi|uber|cab|maintenance|oil change|tune[- ]?up|tires?|tyres?|my car|workflows?|back ?ups?|back up|jobs?|script|list|reminders?|remind|timer|alarm|poll|playlist|note|kanban|vacation request|pto|order|subscription|remember)\b/

const asking: readonly RegExp[] = [
  /^what (?:is happening|is going on|is planned|does my (?:day|week|month|calendar) look like|does (?:tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next week|this week|the weekend) look like)(?: (?:on )?(?:tomorrow|next week|monday|tuesday|wednesday|thursday|friday|saturday|sunday|this week|today))?$(?<!happening|going on|planned|(?:happening|going on) today)/,
  /^(?:what is|how is|how does) my (?:day|week) (?:look(?:ing)?(?: like)?)(?: today| tomorrow)?$/,
  /^what is on (?:at|over|on|this|for) (?:the )?weekend$/,
  /^(?:what|whats) is on(?: (?:for|on))? (?:today|tonight|tomorrow|this (?:week|weekend|morning|afternoon|evening|month)|next (?:week|weekend|month)|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/,
  /^(?:whats on) (?:today|tonight|tomorrow|this week|this weekend|next week|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/,
  /^(?:my |the |show (?:me )?(?:my |the )?)?(?:agenda|diary|calendar)(?: (?:for )?(?:today|tonight|tomorrow|yesterday|(?:this|next|last) (?:week|weekend|month)|monday|tuesday|wednesday|thursday|friday|saturday|sunday))?$/,
  /^what (?:have i got|do i have|did i have|am i doing|have we got|are we doing|was i doing)(?: (?:on|going on|planned|scheduled|booked))?(?: (?:on|for))? (?:today|tonight|tomorrow|yesterday|(?:this|next|last) (?:week|weekend|month)|(?:last |next |this )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|the weekend)(?: (?:morning|afternoon|evening))?$/,
  /^(?:show (?:me )?)?(?:my )?(?:today|tomorrow|yesterday|(?:this|next|last) (?:week|month|weekend)|monday|tuesday|wednesday|thursday|friday|saturday|sunday)'?s? (?:calendar|agenda|schedule|appointments|meetings|events)$/,
  /^what (?:is|was|were|are) (?:on|in) (?:my|the) (?:calendar|agenda|diary)\b/,
  /^(?:do i have|have i got) (?:anything|something|any plans|any meetings|any appointments|any events|plans) (?:on |for )?(?:today|tonight|tomorrow|(?:this|next) (?:week|weekend)|(?:on |next |this )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/,
  new RegExp(
    String.raw`^(?:am i|will i be) (?:free|busy|available|booked)(?: (?:on|at|for|in|from|this|next|the|all)\b)* ?(?:$|${day}|${time}|(?:morning|afternoon|evening|week|weekend|month|now|right now)\b)(?!.*\b(?:loan|talk|chat|help|leave)\b)`,
  ),
  /^how many (?:meetings|appointments|events)(?: (?:do|did|have|will|are) ?(?:i|we|there)?(?: have| got| had)?)?(?: (?:on|in|scheduled|planned))? ?(?:my calendar )?(?:today|tomorrow|yesterday|(?:for )?(?:this|next|last) (?:week|month|weekend)|(?:on )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))$/,
  new RegExp(
    String.raw`^(?:when|what time|what day|which day) (?:is|was|are) (?:my |the |our )?(?:next )?(?:\S+ ){0,3}?${noun}(?: (?:with|at|about) .+|(?<!\blast .*) (?:scheduled|booked|planned))?$`,
  ),
  new RegExp(
    String.raw`^what is the (?:date|day|time) of (?!.*\b(?:last|car|car's|vehicle)\b)(?:my |the |our )(?:next )?(?:\S+ ){0,3}?${noun}(?: with .+)?$`,
  ),
  /^(?:search|look(?: in| through)?|check) (?:my|the) (?:calendar|diary|agenda) for (?!when\b|what\b|how\b|if\b|.*\blast\b)\S/,
  new RegExp(
    String.raw`^i (?:want|need|would like) (?:to see )?my (?:schedule|calendar|agenda) (?:for|on) .*${day}`,
  ),
  /^what is (?:happening|going on) on (?:the )?(?:\d|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]* (?:the )?\d)/,
  new RegExp(
    String.raw`^(?:when|what time|what day|which day) (?:am i|are we|do i|do we|did i|will i) (?:having |have |meeting |meet |seeing |see |got |going to )+(?:the |my |an? )?(?:\S+ ){0,3}?${noun}(?: (?:with|at|about) .+)?$`,
  ),
  new RegExp(
    String.raw`^(?:is|are) (?:there )?(?:anything|something|any (?:events|meetings|appointments|plans)) (?:planned|scheduled|booked|happening|going on)(?: (?:in|for) me)?(?: (?:on|for|in|at|this|next|the)\b)*(?: \d{1,2}(?:st|nd|rd|th)?(?: of)?)? (?:${day})`,
  ),
  new RegExp(
    String.raw`^(?:list|show(?: me)?|tell me|read(?: me)?)(?: all)?(?: of)?(?: my| the)? (?:events|meetings|appointments)(?: (?:on|for|in|at|this|next|the)\b)* (?:${day}|(?:week|weekend|month)$)`,
  ),
  new RegExp(
    String.raw`^anything(?: planned| scheduled| happening)?(?: on| for)? (?:${day})(?: (?:morning|afternoon|evening))?$`,
  ),
  /^when (?:am i|are we) (?:meeting|seeing|having (?:lunch|dinner|coffee|breakfast|drinks) with) \S+/,
]

const adding: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:add|put|enter|pop|stick|place|save) .+ (?:to|in|into|on|onto) (?:my |the |our )(?:calendar|agenda)\b`,
  ),
  new RegExp(
    String.raw`^(?:add|put|enter|pop|stick|pencil) .+ (?:to|in|into|on) (?:my |the |our )(?:diary|schedule)\b(?=.*${day})|^(?:add|put|enter|pop|stick|pencil)(?=.*${day}).* (?:to|in|into|on) (?:my |the |our )(?:diary|schedule)\b`,
  ),
  new RegExp(
    String.raw`^(?:add|create|make|new|schedule|set up|book|put in)(?: an?| another)?(?: new)? (?:calendar )?(?:event|entry|appointment|meeting)\b(?=.*${day}|.*${time})`,
  ),
  /^(?:add|create|make|new|schedule|set up)(?: an?| another)?(?: new)? (?:calendar )?event\b/,
  new RegExp(
    String.raw`^(?:schedule|arrange|organi[sz]e|set up|plan|book|add|create|make|put in|pencil in) (?=.*${day})(?:an? |the |another |my )?(?:\S+ ){0,3}?${noun}`,
  ),
  new RegExp(String.raw`^schedule (?=.*${day})(?=.*${time})\S.*$`),
  /^(?:schedule|arrange|set up|book)(?: an?| another)?(?: quick| short| video| phone| team)? (?:meeting|call|appointment|interview|lunch|dinner|coffee|catch-?up|one on one|1:1) with (?:my |the )?[^\d,;:]{2,40}$/,
  new RegExp(String.raw`^block (?:out |off )?(?=.*${day})(?=.*${time})\S.*$`),
]

const whole = new RegExp(String.raw`^(?=.*${noun})(?=.*${day})(?=.*${time})\S.*$`)

const removing: readonly RegExp[] = [
  /^(?:cancel|delete|remove|drop|erase|take|clear) .+ (?:from|off|out of|on|in) (?:my |the |our )?(?:calendar|agenda|diary)\b/,
  /^(?:clear|empty|wipe) (?:my |the |our )(?:calendar|agenda|diary)\b/,
  new RegExp(
    String.raw`^(?:cancel|delete|remove|call off|scrap) (?:the |my |our |that )?(?:\S+ ){0,3}?(?:${noun})(?: (?:with|at|about|on|for|today|tomorrow) ?.*| ${day}.*)?$`,
  ),
]

const moving: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:move|reschedule|push(?: back)?|shift|postpone|bring forward|put off|change|switch) (?:the |my |our )?(?:\S+ ){0,3}?${noun}.* (?:to|until|till|for) .*(?:${day}|${time})`,
  ),
  new RegExp(String.raw`^(?:move|reschedule|postpone) .+ (?:in|on) (?:my|the) (?:calendar|diary) to `),
  new RegExp(String.raw`^(?:move|reschedule|postpone|push back) .+ on \d{4}-\d{2}-\d{2} to `),
]

/** So narrow that they stand before lists and notes, which also add, move and remove. */
export const calendarEventRules: readonly Rule[] = [
  ...sureRules(
    'calendar.move',
    moving,
    /\b(?:alarm|reminder|timer|card|file|folder|money|name|subject|password|list)\b/,
  ),
  ...sureRules(
    'calendar.remove',
    removing,
    /\b(?:alarm|reminders?|timer|subscription|orders?|reservations?|list|notes?|contacts?|card|schedule|workflow|file|folder|flight|room|booking|call log|history|device|phone's|phones?(?! call))\b/,
  ),
  ...sureRules('calendar.add', adding, notAnEvent),
  ...sureRules('calendar.add', [whole], notAnEvent),
  ...sureRules('calendar_view', asking),
]

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
    /\b(?:add|put|remove|delete|cancel|clear|create|schedule a|set up|set|book|change|move|reschedule|invite|remind|reminders?|vacation|pto|maintenance|near me|in the area|local|concert|doctor'?s? office|make sure|send|wipe|erase|update|mark|block|todo|list|request|day off|keep|workflows?|backup|jobs?|schedules|recurring|news|tv|telly|television|radio|netflix)\b/,
  ),
]
