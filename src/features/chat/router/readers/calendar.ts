import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { readEventTime, type EventTime } from '../../../../platform/language/values/event-time.ts'
import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { weekdayWord } from '../../../../platform/language/values/when-words.ts'
import { asSaid } from './as-said.ts'
import { present, trimmed, type SlotReader, type Slots, type When } from './reader.ts'
import { capital } from '../../../../platform/language/capital.ts'

/** What people put into calendars, by the word that says so. */
export const eventNoun = String.raw`(?:appointments?|meetings?|dentist|doctor|gp|vet|optician|physio|hairdresser|barber|haircut|check-?up|lunch|dinner|breakfast|brunch|supper|coffee|drinks|call|phone call|video call|zoom(?: call)?|stand-?up|interview|catch-?up|catch up|one on one|1:1|1-1|one-on-one|sync|retro(?:spective)?|demo|workshop|webinar|seminar|conference|training|review|kick-?off|party|birthday|wedding|anniversary|funeral|exam|lesson|class|session|viewing|rehearsal|school run|parents'? evening|book club|yoga|pilates|gym|massage|therapy)`

const wholeDays =
  /\b(?:birthday|anniversary|holidays?|vacation|day off|days off|leave|trip|deadline|festival|bank holiday|conference)\b/i

/** Something else is wanted beside it: then half of it would be another thing. */
const another =
  /\b(?:and|then) (?:then )?(?:please )?(?:set|remind|add|tell|send|email|call me|show|play|turn|open|delete|cancel|move|invite|text|message|book|start|create|make|buy|order)\b/i

const opening = new RegExp(
  String.raw`^(?:add|put|enter|pop|stick|place|schedule|book|arrange|organi[sz]e|set up|plan|create|make|new|block(?: out| off)?|pencil in|save|record)\b(?: in| me)?[:,]?\s*(?:(?:an?|the|another|my|new) )*(?:(?:calendar )?(?:event|entry|appointment(?= (?:called|titled|named|:))|reminder(?= event)))?(?: (?:to|in|into|on) (?:my|the|our) (?:calendar|diary|agenda|schedule))?\s*(?:called|titled|named|for(?= ["'])|:)?\s*`,
  'i',
)
const calendarAtEnd =
  /[\s,]+(?:to|in|into|on|onto)(?: (?:my|the|our))? (?:calendar|diary|agenda|schedule)(?= |,|$)/i

const month = String.raw`(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*`
const nth = String.raw`(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)?`
const through = String.raw`\s*(?:-|–|to|until|till|through)\s*`
/** "from 1 to 5 december": read as hours, it would be one afternoon. */
const severalDays = new RegExp(
  String.raw`\b${nth}(?: ${month})?${through}${nth} ${month}\b|\b${month} ${nth}${through}(?:${month} )?${nth}(?![:.\d]| ?[ap]m)\b|\bfrom ${weekdayWord}${through}${weekdayWord}\b`,
  'i',
)

/** "book a meeting with Sue on monday at 3pm", "add Review to my calendar tomorrow at 10", "dentist thursday 3:30pm". */
export const readNewEvent: SlotReader = (sentence, when) => {
  const { text } = sentence
  if (another.test(text) || severalDays.test(text)) return undefined
  const spoken = text.replace(/[.!]+$/, '').replace(statement, '')
  const given = readEventTime(withoutCalendar(spoken.replace(opening, '')), when)
  const title = capital(asSaid(sentence, titleOf(readQuoted(given.rest) ?? withoutCalendar(given.rest))))
  if (statement.test(text) || !opening.test(spoken))
    return isWholeBareEvent(given, { title, said: text })
      ? slotsAs(statement.test(text), given, title)
      : undefined
  if (isOnlyScheduled(text, title)) return slotsAs(true, given, title)
  return isWhole(given) || asksForRest(text, given) ? slotsOf(given, title) : undefined
}

function isWhole({ day, clock }: EventTime): boolean {
  return day !== undefined && clock !== undefined
}

/** What is only offered must be whole, and said by one sentence again. */
function slotsAs(isOffered: boolean, given: EventTime, title: string | undefined): Slots | undefined {
  if (!isOffered) return slotsOf(given, title)
  return isWhole(given) && given.recurrence === undefined
    ? { ...slotsOf(given, title), told: true }
    : undefined
}

/** Who tells of an event may want it written down, or only talks of it. */
const statement = /^(?:i|we) (?:have(?: got)?|am having|are having) (?:an? |the |my |our )?/i

/** Surely about the calendar, so that what is missing can be asked for. */
function asksForRest(text: string, { day, clock, impossible }: EventTime): boolean {
  if (
    /\b(?:calendar|diary|agenda|event|meeting|appointment)\b|^(?:schedule|arrange|set up|pencil in)\b/i.test(
      text,
    )
  )
    return !/^block\b/i.test(text)
  return day !== undefined || (impossible !== undefined && clock === undefined) || /^book\b/i.test(text)
}

/** "Schedule the dishwasher for 9pm" may want it to be done rather than written down. */
function isOnlyScheduled(text: string, title: string | undefined): boolean {
  if (!/^schedule\b/i.test(text) || /\b(?:calendar|diary|agenda|event)\b/i.test(text)) return false
  return title !== undefined && !named.test(title)
}

function withoutCalendar(text: string): string {
  return text.replace(calendarAtEnd, '').trim()
}

function titleOf(words: string): string | undefined {
  const title = trimmed(words)
    .replace(/^(?:an? |the |my )?(?:event|meeting|appointment|entry) (?:called|titled|named) /i, '')
    .replace(/^(?:an?|the|my|for|that|about|to have|called|titled|named|:)\s+/i, '')
    .replace(/[\s,]+(?:on|at|for|by|from|with|in|to|and)$/i, '')
    .trim()
  if (title === '' || /^(?:an?|the|my|it|this|that|event|entry|something|me)$/i.test(title)) return undefined
  return title
}

function slotsOf(
  { day, clock, minutes, recurrence, impossible, isFullDate }: EventTime,
  title: string | undefined,
): Slots {
  return present({
    title: title?.slice(0, 500),
    date: day && isoDay(day),
    time: clock,
    minutes,
    recurrence,
    impossible,
    all_day: title !== undefined && clock === undefined && wholeDays.test(title) ? true : undefined,
    full_date: isFullDate,
  })
}

/** Without a verb it is an event only when all of it is there and nothing asks or orders. */
const noTitle =
  /^(?:what|which|who|when|where|why|how|is|are|am|was|do|does|did|can|could|should|will|would|shall|if|show|tell|set|play|remind|wake|turn|find|get|give|order|weather|forecast|news|alarm|timer|cancel|delete|remove|move|change|reschedule|postpone|open|close|start|stop|call(?! with\b)|text|email|mail|send|message|buy|go|let|not|never|no|yes|recipe|traffic|directions|add|put|note|todo|task|translate|search|look|check|list|read|write|i|you|we|he|she|it|they)\b/i
const otherMatter =
  /\b(?:recipes?|ideas?|restaurants?|places|near|nearby|reservations?|tickets?|flights?|trains?|bus|taxi|uber|hours|open|closed|score|scores|price|weather|menu|music|songs?|timer|alarm|reminder|remind|order|delivery|calories|cancelled|canceled|moved|over|was|is|are|were|how|what|when|who|which|why|do|does|did|am|i|we|have|has|should|will|can|attending)\b/i
/** What is told of an event is no name of one: "the meeting tomorrow at 10 got postponed". */
const tellsOfIt =
  /\b(?:said|says|told|tells|sounds|sounded|went|goes|going|got|gets|would|could|might|must|costs?|seems|seemed|feels|felt|looks|looked|works|worked|thanks?|sorry|congratulations|hopes|hoped|postponed|rescheduled|happened|happens|starts|started|ended|ends|begins|began|took|takes|lasted|lasts|needs|needed|wants|wanted|had|been|be|being|not|never|missed|misses|hates|hated|loves|loved|likes|liked|sucks|sucked|failed|fails|tastes|tasted|enjoyed|enjoys|attended|attends|forgot|forgets|skipped|skips|left|became|becomes|makes|made|came|comes|ran|runs|clashes|conflicts|finished|finishes|rocks|rocked|ruined|bored|boring)\b/i
const named = new RegExp(String.raw`\b${eventNoun}\b`, 'i')

function isWholeBareEvent(
  { day, clock, rest }: EventTime,
  { title, said }: { title: string | undefined; said: string },
): boolean {
  if (!day || !clock || title === undefined || /\?\s*$/.test(said)) return false
  if (!named.test(title) || title.split(' ').length > 8) return false
  return !noTitle.test(rest) && !otherMatter.test(title) && !tellsOfIt.test(title)
}

const removing = new RegExp(
  String.raw`^(?:cancel|delete|remove|drop|scrap|take|clear|erase|call off)\s+`,
  'i',
)
const fromCalendar =
  /[\s,]+(?:from|off|out of|in|on)(?: (?:my|the|our))? (?:calendar|diary|agenda|schedule)(?= |,|$)/i

/** "cancel lunch with tom", "delete the dentist appointment on thursday" */
export const readEventToRemove: SlotReader = ({ text }, when) => {
  if (another.test(text)) return undefined
  const spoken = text
    .replace(/[.!?]+$/, '')
    .replace(removing, '')
    .replace(fromCalendar, '')
  const { rest, day, clock } = readEventTime(spoken, when)
  const all =
    /^(?:everything|all(?: (?:my|the))?(?: (?:events|meetings|appointments))?|my (?:calendar|diary|agenda|schedule|day|week)(?: .*)?|the (?:calendar|diary)|all .*)?$/i.test(
      rest,
    )
  const one = /^(?:my |the |all )+(?:meetings|appointments|events)$/i.test(rest)
  return present({
    title: all || one ? undefined : eventNamed(rest),
    all: all || one ? true : undefined,
    date: day && isoDay(day),
    time: clock,
  })
}

/** "move the dentist to 4pm", "reschedule lunch with Tom from tomorrow to friday at 1" */
export const readEventMove: SlotReader = ({ text }, when) => {
  const spoken = text.replace(/[.!?]+$/, '')
  const match =
    /^(?:move|reschedule|push(?: back)?|shift|change|postpone|bring forward|put off|switch)\s+(.+?)(?:\s+(?:back|forward))?\s+(?:to|until|till|for|onto)\s+(.+)$/i.exec(
      spoken,
    )
  if (!match || another.test(text)) return undefined
  const target = readEventTime(`to be ${match[2]!}`, when)
  if (!/^to be$/i.test(target.rest) || (!target.day && !target.clock && target.impossible === undefined))
    return undefined
  const from = readEventTime(
    match[1]!.replace(/\s+from\s+(?=\S+$|\S+ at )/i, ' on ').replace(fromCalendar, ''),
    when,
  )
  return present({
    title: eventNamed(from.rest),
    from: from.day && isoDay(from.day),
    at: from.clock,
    date: target.day && isoDay(target.day),
    time: target.clock,
    minutes: target.minutes,
    impossible: target.impossible,
  })
}

function eventNamed(words: string): string | undefined {
  const name = trimmed(words)
    .replace(/^(?:the|my|our|that|an?)\s+/i, '')
    .replace(/^(?:date|time|day) (?:of|for) (?:the |my |our )?/i, '')
    .replace(/[\s,]+(?:on|at|for|from)$/i, '')
    .trim()
  return name === '' || /^(?:it|this|that|one|(?:this |that |next |an )?event|something)$/i.test(name)
    ? undefined
    : name
}

export const calendarSearch =
  /^(?:search|look(?: in| through)?|check) (?:my|the) (?:calendar|diary|agenda) for (?:the |my |an? )?(.+)$/i

/** "when is the dentist", "what time is my lunch with Tom": the event that is asked for. */
export function askedEvent(text: string, when: When): string | undefined {
  const spoken = text.replace(/[.!?]+$/, '').replace(fromCalendar, '')
  const match =
    /^(?:when|what time|what day|at what time|on what day|which day) (?:is|was|will|are)(?: be)? (?:the |my |our )?(?:next )?(.+)$/i.exec(
      spoken,
    ) ??
    /^what is the (?:date|day|time) of (?:the |my |our )?(?:next )?(.+)$/i.exec(spoken) ??
    calendarSearch.exec(text.replace(/[.!?]+$/, '')) ??
    /^(?:when|what time|what day|which day) (?:am i|are we|do i|do we|did i|will i)(?: (?:be|next))? (?:having|have|meeting|meet|seeing|see|at|going to|go to|got)? ?(?:the |my |an? )?(.+)$/i.exec(
      spoken,
    )
  if (!match) return undefined
  const name = eventNamed(
    readEventTime(match[1]!.replace(/ (?:be|again|scheduled|booked|planned)$/i, ''), when).rest,
  )
  return name === undefined || /^(?:appointments?|meetings?|events?|next .+)$/i.test(name) ? undefined : name
}
