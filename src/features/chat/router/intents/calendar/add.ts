import type { Component } from '../../../../../contract/component-schema.ts'
import { Type } from '../../../../../contract/type.ts'
import { capital } from '../../../../../platform/language/capital.ts'
import {
  addDays,
  dayOfIso,
  dayText,
  isoDay,
  momentIn,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import { readRule, repetitionWords } from '../../../../../platform/language/values/repetition.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import { askFor, saying, type Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { caughtText, defineIntent, optional, type Found, type SlotsOf } from '../../define-intent.ts'
import type { Sentence } from '../../normalize.ts'
import { asSaid } from '../../readers/as-said.ts'
import { present, type When } from '../../readers/reader.ts'
import { Clock, showDay, timesText } from './appointments.ts'
import {
  hasEventNoun,
  isArrangedElsewhere,
  readEventName,
  readNamedEvent,
  saysMore,
  type NamedEvent,
} from './event-words.ts'

const Slots = {
  title: optional.text,
  date: optional.text,
  time: Type.Optional(Clock),
  minutes: optional.number,
  /** As iCalendar says it. */
  recurrence: optional.text,
  /** A time or a day that there is none of. */
  impossible: optional.text,
  all_day: optional.true,
  /** With its year, so that it may lie in the past. */
  full_date: optional.true,
  /** Somebody told of it, and did not say that it is to be written down. */
  told: optional.true,
}
type Slots = SlotsOf<typeof Slots>

const into = '(to|in|into|on|onto)'
const enter =
  '(add|put|enter|pop|stick|place|save|pencil|write|note|record|schedule|book|create|set up|plan) [in|down]'
const create = '(add|create|make|schedule|set up|book|put in|new) [me] [<a>] [new] [calendar]'
const arrange = '(schedule|arrange|organize|organise|set up|plan|book|add|create|make|put in|pencil in|new)'

export const intent = defineIntent({
  name: 'calendar.add',
  label: 'New event',
  example: 'Lunch with Tom tomorrow at noon',
  effect: 'adds',
  shownBy: 'calendar_view',
  slots: Slots,
  templates: [
    `${enter} [<a>] [[new] event [<called>|:]] {body} ${into} [<my>] (calendar|agenda) [{more}]`,
    `{dated=true} ${enter} {body} ${into} <my> (diary|schedule) [{more}]`,
    `${enter} ${into} [<my>] (calendar|agenda) [that|:] {body}`,
    `${enter} [<a>] [new] (event|entry) ${into} [<my>] <calendar> [<called>|for|:] [{body}]`,
    `${create} (event|calendar entry) [<called>|labeled|for|:] [{body}]`,
    `${create} (appointment|meeting|entry) (<called>|:) {body}`,
    `{arranged=true} ${arrange} {body}`,
    'block [out|off] {timed=true} {body}',
    '(i|we) (have [got]|am having|are having) {told=true} {bare:datedEvent}',
    '{bare:datedEvent}',
  ],
  fill({ body, more, bare, told, dated, timed, arranged }, said, when) {
    if (bare !== undefined) return ofBare(bare as NamedEvent, told === true, said)
    const text = `${caughtText(body)} ${caughtText(more)}`.trim()
    if (
      saysMore(text) ||
      isArrangedElsewhere(said.lower) ||
      goesOn.test(caughtText(body)) ||
      goesOn.test(caughtText(more))
    )
      return undefined
    const given = readNamedEvent(text, when)
    const isWhole = given.day !== undefined && given.clock !== undefined
    if ((timed === true && !isWhole) || (dated === true && given.day === undefined)) return undefined
    return arranged === true ? ofArranged(text, given, said) : slotsOf(given, said)
  },
  read: () => undefined,
  async act(understood, port) {
    const { slots, writer, when } = understood
    if (isAskedFor(understood)) return
    const { title = '', date = '', time, minutes, recurrence, told } = slots
    const day = dayOfIso(date)
    if (told === true && time) return offerToAdd({ writer, when }, { title, day, time })
    const timed = time && present({ time_zone: when.timeZone, duration_minutes: minutes })
    const start = time ? `${date}T${clockText(time)}` : date
    const args = { title, start, ...timed, ...(recurrence !== undefined && { recurrence }) }
    if (!(await callTool(port, understood, { action: 'CALENDAR_ADD', args }))) return
    const repeated = recurrence === undefined ? '' : `, ${repetitionText(recurrence)}`
    writer.say(
      `Added “${title}” to your calendar: ${dayText(day)}${timesText(time, minutes, when)}${repeated}.`,
    )
    await showDay(port, understood, day)
  },
})

/** "add an event to my calendar and repeat it" */
const goesOn = /^(?:and|to|in (?:my |the )?calendar)\b/i

/** Nothing but what and when; who asks says so by a sign. */
function ofBare(given: NamedEvent, isTold: boolean, said: Sentence): Found<Slots> | undefined {
  if (said.said.endsWith('?')) return undefined
  if (!isTold) return slotsOf(given, said)
  return given.recurrence === undefined ? { ...slotsOf(given, said), told: true } : undefined
}

/** What is arranged must be something that stands in calendars; of anything else with its time it is asked. */
function ofArranged(text: string, given: NamedEvent, said: Sentence): Found<Slots> | undefined {
  const { title, day, clock, recurrence } = given
  if (title === undefined) return undefined
  if (hasEventNoun(title)) return isMeant(text, given, said) ? slotsOf(given, said) : undefined
  const isOffered = /^schedule\b/.test(said.lower) && recurrence === undefined
  return isOffered && day && clock ? { ...slotsOf(given, said), told: true } : undefined
}

const orders = /^(?:schedule|arrange|set up|pencil in|book)\b/
const meeting = /\b(?:meeting|appointment|interview|call with)\b/i
const withSomebody =
  /^(?:an?|another)?(?: ?(?:quick|short|video|phone|team))? ?\S+(?: \S+)?(?: \S+)? with (?:my |the )?[^\d,;:]{2,40}$/i

/** Whether the event stands near the beginning, and the calendar is surely spoken of: what is missing is asked for. */
function isMeant(text: string, { title = '', day, clock }: NamedEvent, said: Sentence): boolean {
  if (day) return readEventName(text) !== undefined || hasEventNoun(text.split(' ').slice(0, 5).join(' '))
  if (readEventName(text) === undefined) return false
  const isOrdered = orders.test(said.lower)
  return clock ? isOrdered || meeting.test(title) : isOrdered && withSomebody.test(text)
}

const wholeDays =
  /\b(?:birthday|anniversary|holidays?|vacation|day off|days off|leave|trip|deadline|festival|bank holiday|conference)\b/i

function slotsOf(given: NamedEvent, said: Sentence): Found<Slots> {
  const title = capital(asSaid(said, given.title))
  const { day, clock, minutes, recurrence, impossible, isFullDate, isAllDay = false } = given
  const isWholeDay = clock === undefined && title !== undefined && (isAllDay || wholeDays.test(title))
  return {
    title: title?.slice(0, 500),
    date: day && isoDay(day),
    time: clock,
    minutes,
    recurrence,
    impossible,
    all_day: isWholeDay ? (true as const) : undefined,
    full_date: isFullDate === true ? (true as const) : undefined,
  }
}

function offerToAdd(
  { writer, when }: Pick<Understood, 'writer' | 'when'>,
  { title, day, time }: { title: string; day: Day; time: Clock },
): void {
  writer.say(`Add “${title}” to your calendar: ${dayText(day)} at ${clockText(time)} (${when.timeZone})?`)
  const name = title.replaceAll('"', "'")
  const message = `Add "${name}" to my calendar on ${isoDay(day)} at ${clockText(time)}`
  writer.add(saying('Add it', message, 'primary'))
}

/** Says what is missing, with a field for it; false where nothing is. */
function isAskedFor(understood: Understood<Slots>): boolean {
  const { sentence, form } = lackingIn(understood) ?? {}
  if (sentence === undefined) return false
  understood.writer.decline(sentence)
  if (form) understood.writer.add(form)
  return true
}

interface Lacking {
  readonly sentence: string
  readonly form?: Component
}

/** What keeps the event from being added, and the question for it. */
function lackingIn({ slots, asked, when }: Understood<Slots>): Lacking | undefined {
  const said = asked.message.trim().replace(/[.!?]+$/, '')
  const { title, date, time, impossible } = slots
  if (impossible !== undefined)
    return { sentence: `“${impossible}” is not a valid time, so nothing was added.` }
  if (title === undefined) return { sentence: 'What is it called? Say e.g. "dentist on Thursday at 3:30pm".' }
  if (date === undefined)
    return {
      sentence: 'Which day? Nothing was added yet.',
      form: field('Day', 'date', `${said} on $value`),
    }
  const day = dayOfIso(date)
  if (!time && slots.all_day !== true)
    return {
      sentence: `What time on ${dayText(day)}? Nothing was added yet.`,
      form: field('Time', 'time', `${said} at $value`),
    }
  return slots.full_date === true || endOf(day, time, when) > when.now
    ? undefined
    : {
        sentence: `${dayText(day)}${time ? ` at ${clockText(time)}` : ''} is in the past, so nothing was added. Say another day.`,
      }
}

function endOf(day: Day, time: Clock | undefined, { timeZone }: When): Date {
  return momentIn(timeZone, time ? { ...day, ...time } : { ...addDays(day, 1), hour: 0, minute: 0 })
}

function field(label: string, type: string, message: string): Component {
  return askFor({ title: 'New event', label, type, message, submit: 'Add' })
}

/** "and then every Monday and Wednesday" */
function repetitionText(rule: string): string {
  const repetition = readRule(rule)
  return `and then ${repetition ? repetitionWords(repetition) : 'repeatedly'}`
}
