import {
  addDays,
  dayText,
  daysBetween,
  isoDay,
  momentIn,
  partsIn,
  type Day,
} from '../../../../platform/language/values/calendar.ts'
import { clockText } from '../../../../platform/language/values/times.ts'
import { numberOf, textOf, type Act, type Understood } from './act.ts'
import { addEvent, showDay, timeText, type CalendarChangeDeps, type Clock } from './calendar-adding.ts'
import { dayFrom } from './calendar.ts'
import { callTool } from './call-tool.ts'
import { isNamed } from './event-names.ts'

/** An event as CALENDAR_LIST tells it. */
interface ListedEvent {
  readonly event_id: string
  readonly title: string
  readonly start: string
  readonly end: string
  readonly all_day: boolean
  readonly location: string | null
  readonly notes: string | null
  readonly repeats: boolean
  readonly reminder_minutes: number | null
}

const AHEAD_DAYS = 400
const MOST_LISTED = 500
const OFFERED = 8

/** Putting events into the calendar, taking them out and moving them. */
export function calendarChangeActs(deps: CalendarChangeDeps): Readonly<Record<string, Act>> {
  return {
    'calendar.add': (understood) => addEvent(deps, understood),
    'calendar.remove': (understood) => removeEvent(deps, understood),
    'calendar.move': (understood) => moveEvent(deps, understood),
  }
}

async function removeEvent(deps: CalendarChangeDeps, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const found = await findEvents(deps, understood, dayFrom(textOf(slots, 'date')))
  if (!found) return
  if (slots['all'] === true) {
    voice.decline(
      found.length === 0
        ? 'Nothing is in your calendar then.'
        : 'I delete events one at a time, so that none goes by mistake. Which one?',
    )
    return offer(understood, found)
  }
  const one = theOne(found, understood)
  if (!one) return
  const where = one.repeats && slots['date'] === undefined ? 'all of its days' : placeOf(one, when)
  const isWhole = one.repeats && slots['date'] === undefined
  await callTool(deps, understood, {
    action: 'CALENDAR_DELETE',
    args: { event_id: one.event_id, ...(one.repeats && !isWhole && { start: one.start }) },
    says: true,
    askBecause: isWhole
      ? `“${one.title}” repeats: ${where} would be deleted, also the coming ones. Name a day to delete only that one.`
      : `“${one.title}” on ${where} would be deleted from your calendar.`,
  })
}

async function moveEvent(deps: CalendarChangeDeps, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const impossible = textOf(slots, 'impossible')
  if (impossible !== undefined)
    return voice.decline(`There is no such time as “${impossible}”, so nothing was moved.`)
  const found = await findEvents(deps, understood, dayFrom(textOf(slots, 'from')))
  const one = found && theOne(found, understood)
  if (!one) return
  const target = targetOf(one, understood)
  if (target.moment <= when.now)
    return voice.decline(`${target.text} has passed, so “${one.title}” stays where it is.`)
  const added = await callTool(deps, understood, { action: 'CALENDAR_ADD', args: target.args })
  if (!added) return
  const deleted = await callTool(deps, understood, {
    action: 'CALENDAR_DELETE',
    args: { event_id: one.event_id, ...(one.repeats && { start: one.start }) },
    // All of it stands at its new time already.
    isPart: true,
  })
  const only = one.repeats ? ' Only this one was moved; the others of the series stay.' : ''
  voice.say(
    deleted
      ? `Moved “${one.title}” from ${placeOf(one, when)} to ${target.text}.${only}`
      : `“${one.title}” is now also on ${target.text}; the one on ${placeOf(one, when)} was not deleted.`,
  )
  await showDay(deps, understood, target.day)
}

interface Target {
  readonly args: Record<string, unknown>
  readonly day: Day
  readonly moment: Date
  readonly text: string
}

/** The same event at the new time: its day or its hour stays where only the other one was said. */
function targetOf(one: ListedEvent, { slots, when }: Understood): Target {
  const old = one.all_day ? undefined : partsIn(when.timeZone, new Date(one.start))
  const day =
    dayFrom(textOf(slots, 'date')) ??
    (old ? { year: old.year, month: old.month, day: old.day } : dayFrom(one.start)!)
  const clock = (slots['time'] as Clock | undefined) ?? (old && { hour: old.hour, minute: old.minute })
  const minutes = numberOf(slots, 'minutes') ?? lengthOf(one)
  if (!clock) return wholeDays(one, day, when)
  return {
    day,
    moment: momentIn(when.timeZone, { ...day, ...clock }),
    text: `${dayText(day)}${timeText(clock, { minutes, when })}`,
    args: {
      ...belongings(one),
      start: `${isoDay(day)}T${clockText(clock)}`,
      time_zone: when.timeZone,
      duration_minutes: minutes,
    },
  }
}

/** As many whole days as it had. */
function wholeDays(one: ListedEvent, day: Day, when: Understood['when']): Target {
  const end = addDays(day, daysBetween(dayFrom(one.start)!, dayFrom(one.end)!))
  const until = isoDay(end) > isoDay(day) ? ` until ${dayText(end)}` : ''
  return {
    day,
    moment: momentIn(when.timeZone, { ...day, hour: 23, minute: 59 }),
    text: `${dayText(day)}${timeText(undefined, { minutes: undefined, when })}${until}`,
    args: { ...belongings(one), start: isoDay(day), end: isoDay(end) },
  }
}

function lengthOf({ all_day, start, end }: ListedEvent): number {
  return all_day ? 60 : Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / 60_000))
}

function belongings({ title, location, notes, reminder_minutes }: ListedEvent): Record<string, unknown> {
  const all = Object.entries({ title, location, notes, reminder_minutes })
  return Object.fromEntries(all.filter(([, value]) => value !== null))
}

/** The events of the day, or those to come, that are called so; undefined when they cannot be read. */
async function findEvents(
  deps: CalendarChangeDeps,
  understood: Understood,
  day: Day | undefined,
): Promise<readonly ListedEvent[] | undefined> {
  const { when } = understood
  // The tool tells days of this machine: a day more on both sides has all of the person's.
  const from = addDays(day ?? when.today, -1)
  const to = addDays(day ?? when.today, day ? 1 : AHEAD_DAYS)
  const all = new Map<string, ListedEvent>()
  for (let begin: string | undefined = isoDay(from); begin !== undefined;) {
    const data = await callTool(deps, understood, {
      action: 'CALENDAR_LIST',
      args: { from: begin, to: isoDay(to), limit: MOST_LISTED },
    })
    if (!data) return undefined
    const events = (Array.isArray(data['events']) ? data['events'] : []) as readonly ListedEvent[]
    const before = all.size
    for (const event of events) all.set(`${event.event_id} ${event.start}`, event)
    // It goes on from the day of the last one, which may not have been told to its end.
    begin = data['more'] === true && all.size > before ? events.at(-1)?.start.slice(0, 10) : undefined
  }
  return [...all.values()].filter((event) => isCalled(event, understood) && isThen(event, { day, when }))
}

/** By its name; "my 3pm meeting" is whatever begins then. */
function isCalled({ title, start, all_day }: ListedEvent, { slots, when, intent }: Understood): boolean {
  const name = textOf(slots, 'title')
  const clock = slots[intent === 'calendar.move' ? 'at' : 'time'] as Clock | undefined
  const isGeneric = clock !== undefined && /^(?:meeting|appointment|event)$/i.test(name ?? '')
  if (name !== undefined && !isGeneric && !isNamed(title, name)) return false
  return (
    clock === undefined ||
    (!all_day && clockText(partsIn(when.timeZone, new Date(start))) === clockText(clock))
  )
}

function isThen(
  event: ListedEvent,
  { day, when }: { day: Day | undefined; when: Understood['when'] },
): boolean {
  const own = event.all_day ? event.start : isoDay(partsIn(when.timeZone, new Date(event.start)))
  if (day) return own === isoDay(day)
  return event.all_day ? event.end >= isoDay(when.today) : new Date(event.end) > when.now
}

/** Exactly one event is meant, or it is asked which. Of a series it is the next one. */
function theOne(found: readonly ListedEvent[], understood: Understood): ListedEvent | undefined {
  const { slots, voice } = understood
  const title = textOf(slots, 'title')
  const [first] = found
  if (title !== undefined && first && found.every(({ event_id }) => event_id === first.event_id)) return first
  if (!first) {
    const date = dayFrom(textOf(slots, 'date') ?? textOf(slots, 'from'))
    const isAsked =
      date !== undefined && textOf(slots, 'from') === undefined && understood.intent === 'calendar.move'
    const where = date && !isAsked ? ` on ${dayText(date)}` : ''
    voice.decline(
      title === undefined
        ? 'Which event? Say its name.'
        : `Nothing called “${title}” is in your calendar${where}.`,
    )
    return undefined
  }
  voice.decline('Which one? Nothing was changed yet.')
  offer(understood, found)
  return undefined
}

/** One button for each: it deletes, or says the wish again with the day. */
function offer({ voice, intent, when, slots }: Understood, found: readonly ListedEvent[]): void {
  const children = found.slice(0, OFFERED).map((event) => {
    const label = `${event.title}, ${placeOf(event, when)}`.slice(0, 80)
    if (intent === 'calendar.move') {
      const day = event.all_day ? event.start : isoDay(partsIn(when.timeZone, new Date(event.start)))
      const clock = slots['time'] as Clock | undefined
      const to = [textOf(slots, 'date'), clock && `at ${clockText(clock)}`]
        .filter((text) => text !== undefined)
        .join(' ')
      return {
        type: 'button',
        label,
        action: { kind: 'chat', message: `Move ${event.title} on ${day} to ${to}`.slice(0, 4_000) },
      }
    }
    const args = { event_id: event.event_id, ...(event.repeats && { start: event.start }) }
    return {
      type: 'button',
      label: `Delete ${label}`.slice(0, 80),
      look: 'danger',
      question: `Delete ${label}?`.slice(0, 300),
      action: { kind: 'tool', tool_name: 'CALENDAR_DELETE', args },
    }
  })
  if (children.length > 0) voice.add({ type: 'column', children })
}

/** Thursday, 19 November 2026 at 15:30 */
function placeOf({ start, all_day }: ListedEvent, { timeZone }: Understood['when']): string {
  if (all_day) return dayText(dayFrom(start)!)
  const parts = partsIn(timeZone, new Date(start))
  return `${dayText(parts)} at ${clockText(parts)}`
}
