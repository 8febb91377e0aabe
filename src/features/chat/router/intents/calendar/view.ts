import {
  addDays,
  dayOfIso,
  daysBetween,
  mondayOf,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import type { DaySpan } from '../../../../../platform/language/values/day-spans.ts'
import { readEventTime } from '../../../../../platform/language/values/event-time.ts'
import type { Understood } from '../../answers/act.ts'
import { caughtText, defineIntent } from '../../define-intent.ts'
import {
  firstDayOf,
  isNamed,
  isWholeDay,
  midnight,
  showDays,
  startOf,
  type Appointment,
} from './appointments.ts'
import { readAsked, Slots, slotsOf } from './asked-days.ts'
import { eventNamed } from './event-words.ts'
import { tellDays, tellFound } from './tell-days.ts'

const events = '(events|meetings|appointments)'
const me = '(i|we|you)'
const planned = '(planned|scheduled|booked|arranged|happening|going on|coming up|on|lined up|in store)'
const anything = `(anything|something|any [upcoming|more] (plans|commitments|meeting|appointment|${events})|plans|a (meeting|appointment))`
const having = `((do|did|will) ${me} [already] have|have ${me} [got]|(is|are|was|were) there)`
const when = '(when|[at|on] (what|which) (time|day|date))'

export const intent = defineIntent({
  name: 'calendar_view',
  label: 'Calendar',
  example: 'What is on my calendar this week?',
  slots: Slots,
  templates: [
    `[<tell>|let me see|open|view|go to|i (want|need|would like) [to see]|what does|what (is|was|are) (on|in)] [<my>] (calendar|agenda) [{days:days}]`,
    `(<tell>|let me see|open|view|i (want|need|would like) [to see]|what (is|was|are) (on|in)) (my|the|our) (diary {days:days}|schedule [{days:days}])`,
    `(my|our) (schedule|diary) {days:days}`,
    `[<show>|list|what is|what are] [my|the] {days:days} 's (<calendar>|${events})`,
    `(what|which ${events}) (do|did|does|will) ${me} have (on|in) (my|the|our) <calendar> [{days:days}]`,
    `(is|are|was|were|do ${me} have|have ${me} got) [there] ${anything} [${planned}] (on|in) (my|the|our) <calendar> [{days:days}]`,
    `what (is|was|are) (on|planned|scheduled [for me]|coming up|in store) {days:days}`,
    `{public=true} what (is|was) (happening|going on) {days:days}`,
    `what (is|have ${me} [got]|do ${me} have) coming up`,
    `what (have ${me} [got]|do ${me} have|did ${me} have|am i doing|are we doing|was i doing|were we doing|did ${me} do|will ${me} be doing) [${planned}] {days:days}`,
    `${having} ${anything} [${planned}] [for me] {days:days}`,
    `(is|are|was) ${anything} ${planned} [for me] {days:days}`,
    `anything [${planned}] {days:days}`,
    `(what|how) (does|is|will|do|are) {days:days} (look|looking) [like] [{more:days}]`,
    `(list|show|read|tell|give|check|see|any|what|which) [me] [out] [all] [of] [is|are] [my|the] [upcoming|next] ${events} (do|did|have) ${me} [have|got] {days:days}`,
    `(list|show|read|tell|give|check|see|any) [me] [out] [all] [of] [my|the] [upcoming|next] ${events} [${planned}] {days:days}`,
    `(what|which|what are|which are) [my|the] [upcoming|next] ${events} [${planned}] {days:days}`,
    `(what|which) ${events} are there {days:days}`,
    `(what|how) (is|does) (my|our) (day|week|schedule) [look|looking] [like] {days:days}`,
    `(show|open) [me] {days:month}`,
    `{asks=count} how many (${events}|things) (do|did|have|will) ${me} [have|got] [${planned}] [(on|in) (my|the) <calendar>] {days:days}`,
    `{asks=count} how many (${events}|things) (are|were) [there] [${planned}] [(on|in) (my|the) <calendar>] {days:days}`,
    `{asks=free} (am i|are we|was i|were we|will (i|we) be) [already] (free|busy|available|booked|doing (anything|something)) [right now|{days:days}]`,
    `{asks=free} (do ${me} have|have ${me} got) [any] [free] time {days:days}`,
    `{asks=when} ${when} (is|was|are|will be|will) [<my>] [next|{days:days} 's] {title:event} [be] [scheduled|booked|planned|again] [(on|in) [<my>] <calendar>] [{days:days}]`,
    `{asks=when} ${when} (am i|are we|do ${me}|did ${me}|will ${me} [be]) [next] (having|have|meeting|meet|seeing|see|got|going to|go to|at) [<my>|a|an] [next] {title:event} [{days:days}]`,
    `{asks=when} when (am i|are we) (meeting|seeing) {title:person} [{days:days}]`,
    `{asks=when} what is the (date|day|time) of <my> [next] {title:event}`,
    `{asks=when} (search|look|check) [in|through] (my|the|our) (calendar|diary|agenda) for [<my>|a|an] {title:searched}`,
    `{asks=next} (when|what) is <my> next (event|meeting|appointment)`,
    `{asks=next} what (do ${me} have|have ${me} got|am i doing) next`,
  ],
  wideTemplates: [
    '[{before}] (what|show|open|check|read|tell|see|do|does|is|are|any|view|how (busy|full)|anything) [{between}] (my|the) (calendar|agenda|schedule) [{after}]',
    '[my|open|show] schedule [(for|today|tomorrow|this week) [{after}]]',
    `(what|which|how many|when|are there any|do i have any|any|list|show) [me] [is|are] [all] [my] [next|upcoming] (meeting|appointment|${events}) {after}`,
    `(do i have|have i got) ${anything} {after}`,
    '(when|what time|what day) is (my|the) [next] {between} (appointment|meeting) [{after}]',
    '(who|what) am i (meeting|seeing) [{after}]',
    'am i (free|busy|available|booked) [{after}]',
    'what (do i have|have i got|am i doing|is) (planned|scheduled|going on|coming up|on) {after}',
    'what do i have [to do|going on|planned|scheduled|on] (on|for) {after}',
  ],
  examples: [
    'what do i have to do on {date}',
    'what is (happening|on) (on|for) {date}',
    'what have i got (on|set for|planned for) {date}',
    'does (the|my) calendar (have|say) (anything|something|{event}) [for|on] [{date}]',
    'my (weekly|daily) (plan|schedule)',
    'show [me] (my|all) [upcoming] (events|appointments|meetings) [today|this week]',
    'tell me about my (events|appointments|day)',
    '(show|open|check|read) [me] my (calendar|schedule|agenda) [for today|for {weekday}]',
    'do i have (anything|something) (scheduled|planned|on my calendar|going on|on) [for|on] [tomorrow|{weekday}|{date}|this weekend]',
    'what (meetings|appointments|events) do i have [today|tomorrow|on {weekday}|this week]',
    'what do i have (planned|going on|coming up) (today|this week|on {date}|next month)',
    'how (busy|full) is my (calendar|day|schedule) [tomorrow|on {weekday}]',
    '(any|are there any) (appointments|events|meetings) (today|on {weekday}|coming up|in my calendar)',
    'is there (anything|an event) on my calendar (for|on) {date}',
    'my (schedule|agenda|appointments) for {weekday}',
    'what does my (day|week|schedule) look like [on {weekday}|tomorrow]',
    'upcoming (events|appointments|meetings)',
    'did i put {event} on my calendar',
    'is {event} (on|in) my calendar',
    '(who|what) am i (meeting|meeting with|seeing) [at {clock_time}|on {weekday}|today]',
    "(have|do) i (got|have) (plans|anything on|something on) (on|for) ({date}|{weekday}|new year's eve)",
    "(what's|what is) (my|the) (plan|day|week|schedule) (for|on|like) ({weekday}|today|{date}|next week)",
    '(where|what) do i (have to be|need to be) (on|at|this) ({date}|{weekday}|{clock_time})',
    '(search|check|look at|look through) my calendar [for {event}]',
    '(give|get) me (an overview|a rundown|a summary) of [my] (day|week|{weekday}|{date}|calendar)',
    'what am i [supposed to be] doing (on {date}|today|tomorrow|this weekend|at {clock_time})',
    'is [my] ({weekday}|day|morning|{date}) (open|free|clear|booked|busy) [for me]',
    '(when|what time) (is|was) (my|the) ({event}|next {event}) [scheduled]',
    'are there any events (for|on|around) {date} [on my calendar]',
    'do i have {event} (scheduled|on the calendar|coming up) (for|on) {date}',
    '(tell|show) me [all] (the|my) (events|appointments|meetings) (between|from) {date} (and|to) {date}',
    'which day is my {event} [on]',
    'what (are|do i have for) my (commitments|engagements|obligations) [on {date}|today]',
    '(do i|will i) have (room|time|a gap) in my (schedule|calendar) (on {weekday}|tomorrow)',
    "[tell me] if (i am|i'm) (busy|free|booked) (next|on) {weekday}",
    'any (birthdays|anniversaries) coming up on my calendar',
  ],
  counterExamples: [
    '(prepare|brief) me for my next (meeting|appointment)',
    'write (notes|an agenda) for (my|the) next meeting',
  ],
  fill({ asks = 'list', title, days, more, public: isPublic, before, between, after }, said, when) {
    const isWide = [before, between, after].some((words) => words !== undefined)
    if (isWide) return otherWish.test(said.lower) ? undefined : readAsked(said, when)
    const text = `${caughtText(days)} ${caughtText(more)}`.trim()
    // What is happening today is asked of the news.
    if (isPublic === true && /^(?:today|tonight)$/i.test(text)) return undefined
    const name = title === undefined ? undefined : eventNamed(readEventTime(title, when).rest)
    if (title !== undefined && name === undefined) return undefined
    const isAny = name !== undefined && anyEvent.test(name)
    return slotsOf(text, { asks: isAny ? 'next' : asks, title: isAny ? undefined : name }, { said, when })
  },
  read: (said, when) => (orders.test(said.lower) ? undefined : readAsked(said, when)),
  async act(understood, { appointments }) {
    const { slots, writer, asked, when } = understood
    if (!appointments) {
      writer.say('No calendar is connected yet.')
      return showDays(understood, { view: 'agenda', date: when.today, events: [] })
    }
    const read = (from: Day, to: Day) =>
      appointments({ from: midnight(from, when), to: midnight(to, when) }, asked.signal)
    if (slots.title !== undefined || slots.asks === 'next') return tellWhen(understood, read)
    const span: DaySpan = { view: slots.view, from: dayOfIso(slots.from), to: dayOfIso(slots.to) }
    const around = shownAround(span)
    const found = await read(around.from, around.to)
    writer.say(tellDays(slots, { events: found, span, when }))
    showDays(understood, { view: span.view, date: span.from, events: found })
  },
})

/** Which of them is not said. */
const anyEvent = /^(?:next )?(?:appointments?|meetings?|events?)$/i
/** An order to change the calendar is no wish to see it. */
const orders =
  /^(?:add|put|schedule (?!for|today|tomorrow|this|next|on)|create|set|make (?!sure)|book|write|mark|save|enter|move|change|update|reschedule|cancel|delete|remove|clear|erase|wipe|invite|let me know|notify|alert|send|note|block|plan|arrange|new|start|remind)\b/
/** Where the calendar is only mentioned, something else may be wanted. */
const otherWish =
  /\b(?:add|put|remove|delete|cancel|clear|create|schedule a|set up|set|book|change|move|reschedule|invite|remind|reminders?|vacation|pto|maintenance|near|local|(?:in|at|around) (?:(?:my|me|the|our) )?(?:area|town|city|neighbo\p{L}+|library|park|mall|museum|school|club)|concert|doctor'?s? office|make sure|send|wipe|erase|update|mark|block|todo|list|request|day off|keep|workflows?|backup|jobs?|schedules|recurring|news|tv|telly|television|radio|netflix)\b/u

/** All that the component shows: the weeks begin on Monday, and a month begins and ends within a week. */
function shownAround({ view, from, to }: DaySpan): { from: Day; to: Day } {
  if (view === 'week') return { from: mondayOf(from), to: addDays(mondayOf(from), 7) }
  return view === 'month' ? { from: mondayOf(from), to: addDays(mondayOf(addDays(to, -1)), 7) } : { from, to }
}

type Read = (from: Day, to: Day) => Promise<readonly Appointment[]>

/** How far ahead and back an event is looked for by its name. */
const AHEAD_DAYS = 400
const BACK_DAYS = 366
const PIECE_DAYS = 50
const MORE_TOLD = 3

async function tellWhen(understood: Understood<Slots>, read: Read): Promise<void> {
  const { slots, writer, when } = understood
  const { title, is_past: isPast = false } = slots
  const all = isPast
    ? await readFar(read, addDays(when.today, -BACK_DAYS), addDays(when.today, 1))
    : await readFar(read, when.today, addDays(when.today, AHEAD_DAYS))
  const open = all.filter((event) => startOf(event, when) <= when.now === isPast || isWholeDay(event))
  const named = title === undefined ? open : open.filter((event) => isNamed(event.title, title))
  const found = isPast ? named.toReversed() : named
  const [first] = found
  if (!first) {
    const what = title === undefined ? 'Nothing' : `Nothing called “${title}”`
    const isBirthday = /\bbirthday$/i.test(title ?? '')
    const hint = isBirthday ? ' For somebody famous, ask when they were born.' : ''
    const told = `${what} in your calendar for the ${isPast ? 'last' : 'coming'} year.${hint}`
    return title === undefined ? writer.say(told) : writer.decline(told)
  }
  writer.say(tellFound(found.slice(0, title === undefined ? 1 : 1 + MORE_TOLD), { isPast, when }))
  const day = firstDayOf(first, when)
  showDays(understood, { view: 'day', date: day, events: await read(day, addDays(day, 1)) })
}

/** In pieces: of a busy year not all events are told at once. */
async function readFar(read: Read, from: Day, to: Day): Promise<readonly Appointment[]> {
  const found = new Map<string, Appointment>()
  for (let day = from; daysBetween(day, to) > 0; day = addDays(day, PIECE_DAYS)) {
    const end = addDays(day, Math.min(PIECE_DAYS, daysBetween(day, to)))
    for (const event of await read(day, end)) found.set(`${event.id} ${event.start}`, event)
  }
  return [...found.values()]
}
