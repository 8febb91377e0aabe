import { readEventTime, type EventTime } from '../../../../../platform/language/values/event-time.ts'
import { readQuoted } from '../../../../../platform/language/values/quoted.ts'
import {
  dayWord,
  roughDay,
  roughTime,
  waitWord,
  weekdayWord,
} from '../../../../../platform/language/values/when-words.ts'
import { trimmed, type When } from '../../readers/reader.ts'

/** What people put into calendars, by the word that says so. */
const noun = String.raw`(?:appointments?|meetings?|dentist|doctor|gp|vet|optician|physio|hairdresser|barber|haircut|check-?up|lunch|dinner|breakfast|brunch|supper|coffee|drinks|call|phone call|video call|zoom(?: call)?|stand-?up|interview|catch-?up|catch up|one on one|1:1|1-1|one-on-one|sync|retro(?:spective)?|demo|workshop|webinar|seminar|conference|training|review|kick-?off|party|birthday|wedding|anniversary|funeral|exam|lesson|class|session|viewing|rehearsal|school run|parents'? evening|book club|yoga|pilates|gym|massage|therapy)`
/** What is one only where somebody tells when it is. */
const datedNoun = String.raw`(?:${noun}|\p{L}+ night(?= )|(?:flight|train|ferry|coach|bus) (?:to|from) \p{L}+)`

/** What is arranged elsewhere, or is no event. */
const elsewhere =
  /\b(?:meeting rooms?|conference rooms?|reservations?|table|restaurant|flights?|hotel|tickets?|taxi|uber|cab|maintenance|oil change|tune[- ]?up|tires?|tyres?|my car|workflows?|back ?ups?|back up|jobs?|script|list|reminders?|remind|timer|alarm|poll|playlist|note|kanban|vacation request|pto|order|subscription|remember)\b/i

const named = new RegExp(String.raw`\b${noun}\b`, 'i')
const titled = new RegExp(String.raw`\b${datedNoun}(?![\p{L}\d])`, 'iu')
/** The word that says so stands near the beginning, and what follows says with whom, where or when. */
const nearNoun = new RegExp(
  String.raw`^(?:(?!(?:from|of|to|in|on|at|for|with|about|and)\b)\S+ ){0,3}?${noun}(?:$| (?:with|at|about|on|for|from|in|of|regarding|${roughDay}|${roughTime}))`,
  'i',
)

/** Whether a text names an event: "the dentist", "my meeting with Sue on friday". */
export function readEventName(text: string): string | undefined {
  const isOther = elsewhere.test(text) || otherThing.test(text) || severalEvents.test(text)
  return nearNoun.test(text) && !isOther ? text : undefined
}

const severalEvents = new RegExp(String.raw`\band (?:my|the|our) (?:\S+ ){0,3}?${noun}\b`, 'i')

/** Things that are moved, cancelled and asked about too. */
const otherThing =
  /\b(?:alarms?|timers?|reminders?|cards?|files?|folders?|money|name|subject|password|subscription|lists?|notes?|contacts?|workflows?|bookings?|call log|history|devices?|phone's|phones?(?! call)|schedule)\b/i

export function isOtherThing(text: string): boolean {
  return otherThing.test(text)
}

export function hasEventNoun(text: string): boolean {
  return named.test(text)
}

export function isArrangedElsewhere(text: string): boolean {
  return elsewhere.test(text)
}

/** A day, a time and what is then, in any order, and no word beside them: "friday 3pm dentist". */
export function readDatedEvent(text: string, when: When): NamedEvent | undefined {
  if (!titled.test(text) || !mayBeDated.test(text) || saysMore(text)) return undefined
  const given = readEventTime(text, when)
  const title = titleOf(given.rest)
  if (given.day === undefined || given.clock === undefined || title === undefined) return undefined
  const isOther = noTitle.test(given.rest) || elsewhere.test(text.replace(journey, ''))
  return isOther || !isTitle(title) ? undefined : { ...given, title }
}

function isTitle(title: string): boolean {
  if (title.split(' ').length > MAX_TITLE_LENGTH || !titled.test(`${title} `)) return false
  if (onAnother.test(title)) return false
  return !otherMatter.test(title.replace(journey, '')) && !tellsOfIt.test(title)
}

/** What is to be written down, and when it is as far as it was said. */
export type NamedEvent = EventTime & { readonly title?: string }

export function readNamedEvent(text: string, when: When): NamedEvent {
  const given = readEventTime(text.replace(/[.!?]+$/, ''), when)
  const title = titleOf(readQuoted(given.rest) ?? given.rest)
  return title === undefined ? given : { ...given, title }
}

const MAX_TITLE_LENGTH = 8
/** "on monday and wednesday" are two. */
const onAnother = new RegExp(String.raw` on ${dayWord}$`, 'i')
const mayBeDated = new RegExp(
  String.raw`${waitWord}|${roughDay}.*${roughTime}|${roughTime}.*${roughDay}`,
  'i',
)
const journey = /\b(?:flight|train|ferry|coach|bus) (?:to|from)\b/i

/** Without a verb it is an event only when all of it is there and nothing asks or orders. */
const noTitle =
  /^(?:what|which|who|when|where|why|how|is|are|am|was|do|does|did|can|could|should|will|would|shall|if|show|tell|set|play|remind|wake|turn|find|get|give|order|weather|forecast|news|alarm|timer|cancel|delete|remove|move|change|reschedule|postpone|open|close|start|stop|call(?! with\b)|text|email|mail|send|message|buy|go|let|not|never|no|yes|recipe|traffic|directions|add|put|note|todo|task|translate|search|look|check|list|read|write|book|schedule|arrange|organi[sz]e|plan|create|make|block|invite|alert|notify|inform|ask|i|you|we|he|she|it|they)\b/i
const otherMatter =
  /\b(?:recipes?|ideas?|restaurants?|places|near|nearby|reservations?|tickets?|flights?|trains?|bus|taxi|uber|hours|open|closed|score|scores|price|weather|menu|music|songs?|timer|alarm|reminder|remind|order|delivery|calories|cancelled|canceled|moved|over|was|is|are|were|how|what|when|who|which|why|do|does|did|am|i|we|have|has|should|will|can|attending)\b/i
/** What is told of an event is no name of one: "the meeting tomorrow at 10 got postponed". */
const tellsOfIt =
  /\b(?:said|says|told|tells|sounds|sounded|went|goes|going|got|gets|would|could|might|must|costs?|seems|seemed|feels|felt|looks|looked|works|worked|thanks?|sorry|congratulations|hopes|hoped|postponed|rescheduled|happened|happens|starts|started|ended|ends|begins|began|took|takes|lasted|lasts|needs|needed|wants|wanted|had|been|be|being|not|never|missed|misses|hates|hated|loves|loved|likes|liked|sucks|sucked|failed|fails|tastes|tasted|enjoyed|enjoys|attended|attends|forgot|forgets|skipped|skips|left|became|becomes|makes|made|came|comes|ran|runs|clashes|conflicts|finished|finishes|rocks|rocked|ruined|bored|boring)\b/i

/** Something else is wanted beside it, or it takes several days: then half of it would be another thing. */
export function saysMore(text: string): boolean {
  return another.test(text) || severalDays.test(text)
}

const another =
  /\b(?:and|then) (?:then )?(?:please )?(?:set|remind|add|tell|send|email|call me|show|play|turn|open|delete|cancel|remove|move|reschedule|repeat|invite|text|message|book|start|create|make|buy|order)\b/i

const month = String.raw`(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*`
const nth = String.raw`(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)?`
const through = String.raw`\s*(?:-|–|to|until|till|through)\s*`
/** "from 1 to 5 december": read as hours, it would be one afternoon. */
const severalDays = new RegExp(
  String.raw`\b${nth}(?: ${month})?${through}${nth} ${month}\b|\b${month} ${nth}${through}(?:${month} )?${nth}(?![:.\d]| ?[ap]m)\b|\bfrom ${weekdayWord}${through}${weekdayWord}\b`,
  'i',
)

export function titleOf(words: string): string | undefined {
  const title = trimmed(words)
    .replace(/^(?:an? |the |my )?(?:event|meeting|appointment|entry) (?:called|titled|named) /i, '')
    .replace(/^(?:an?|the|my|for|that|about|to have|called|titled|named|:)\s+/i, '')
    .replace(/[\s,]+(?:on|at|for|by|from|with|in|to|and)$/i, '')
    .trim()
  if (title === '' || /^(?:an?|the|my|it|this|that|event|entry|something|me)$/i.test(title)) return undefined
  return title
}

/** How an event that is there is called, without what only points at it. */
export function eventNamed(words: string): string | undefined {
  const name = trimmed(words)
    .replace(/^(?:the|my|our|that|an?)\s+/i, '')
    .replace(/^(?:date|time|day) (?:of|for) (?:the |my |our )?/i, '')
    .replace(/(?:^|[\s,]+)(?:on|at|for|from)$/i, '')
    .trim()
  return name === '' || /^(?:it|this|that|one|(?:this |that |next |an )?event|something)$/i.test(name)
    ? undefined
    : name
}
