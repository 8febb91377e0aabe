import type { Component } from '../../../../../contract/component-schema.ts'
import { Type } from '../../../../../contract/type.ts'
import {
  addDays,
  dayOfIso,
  daysBetween,
  dayText,
  isoDay,
  momentIn,
  partsIn,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import { readEventTime, type EventTime } from '../../../../../platform/language/values/event-time.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import { callTool } from '../../answers/call-tool.ts'
import { caughtText, defineIntent, optional, type SlotsOf } from '../../define-intent.ts'
import type { When } from '../../readers/reader.ts'
import { Clock, firstDayOf, showDay, timesText } from './appointments.ts'
import { eventNamed, isOtherThing, saysMore } from './event-words.ts'
import { findEvents, placeOf, theOne, type ListedEvent } from './find-events.ts'
import { saying } from '../../answers/act.ts'

const Slots = {
  title: optional.text,
  /** The day that it is on, and when it begins. */
  from: optional.text,
  at: Type.Optional(Clock),
  /** Where it goes. */
  date: optional.text,
  time: Type.Optional(Clock),
  minutes: optional.number,
  impossible: optional.text,
}
type Slots = SlotsOf<typeof Slots>

const shift =
  '(move|reschedule|push [back]|shift|change|postpone|delay|bring forward|bring|put off|switch) [the (date|time|day) of]'
const to = '[back|forward|off] (to|until|till|for|onto) [be (on|at)]'

export const intent = defineIntent({
  name: 'calendar.move',
  label: 'Move an event',
  example: 'Move the dentist to 4 pm',
  effect: 'changes',
  shownBy: 'calendar_view',
  slots: Slots,
  templates: [
    `${shift} [<my>|that] {name:event} [event] [(in|on) <my> <calendar>] ${to} {target:eventTime}`,
    `${shift} [<my>] {day:day} 's {name:event} ${to} {target:eventTime}`,
    `${shift} [<my>|that] {name:event} [event] [(in|on) <my> <calendar>] from {old:eventTime} ${to} {target:eventTime}`,
    `(move|reschedule|postpone) {name} (in|on) <my> <calendar> ${to} {target:eventTime}`,
    `(move|reschedule|postpone|push back) {name} on {day:day} ${to} {target:eventTime}`,
  ],
  fill({ name, day, old, target }, _said, when) {
    const words = caughtText(name)
    if (saysMore(words) || isOtherThing(words)) return undefined
    const named = readEventTime(words, when)
    const from = (day as { day: Day } | undefined)?.day ?? (old as EventTime | undefined)?.day ?? named.day
    const { day: date, clock, minutes, impossible } = target as EventTime
    return {
      title: eventNamed(named.rest),
      from: from && isoDay(from),
      at: (old as EventTime | undefined)?.clock ?? named.clock,
      date: date && isoDay(date),
      time: clock,
      minutes,
      impossible,
    }
  },
  read: () => undefined,
  async act(understood, port) {
    const { slots, writer, when } = understood
    const { title, from, at: clock, impossible } = slots
    if (impossible !== undefined)
      return writer.decline(`“${impossible}” is not a valid time, so nothing was moved.`)
    const wanted = { title, clock, day: from === undefined ? undefined : dayOfIso(from) }
    const found = await findEvents(port, understood, wanted)
    const offer = (event: ListedEvent) => moving(event, slots, when)
    const one = found && theOne(found, wanted, { writer, offer })
    if (!one) return
    const target = targetOf(one, slots, when)
    if (target.moment <= when.now)
      return writer.decline(`${target.text} is in the past, so “${one.title}” stays where it is.`)
    const added = await callTool(port, understood, { action: 'CALENDAR_ADD', args: target.args })
    if (!added) return
    const deleted = await callTool(port, understood, {
      action: 'CALENDAR_DELETE',
      args: { event_id: one.event_id, ...(one.repeats && { start: one.start }) },
      // All of it stands at its new time already.
      isPart: true,
    })
    const only = one.repeats ? ' Only this one was moved; the rest of the series stays.' : ''
    writer.say(
      deleted
        ? `Moved “${one.title}” from ${placeOf(one, when)} to ${target.text}.${only}`
        : `“${one.title}” is now also on ${target.text}. The one on ${placeOf(one, when)} wasn't deleted.`,
    )
    await showDay(port, understood, target.day)
  },
})

interface Target {
  readonly args: Record<string, unknown>
  readonly day: Day
  readonly moment: Date
  readonly text: string
}

/** The same event at the new time: its day or its hour stays where only the other one was said. */
function targetOf(one: ListedEvent, { date, time, minutes: said }: Slots, when: When): Target {
  const old = one.all_day ? undefined : partsIn(when.timeZone, new Date(one.start))
  const { year, month, day: number } = firstDayOf(one, when)
  const day = date === undefined ? { year, month, day: number } : dayOfIso(date)
  const clock = time ?? (old && { hour: old.hour, minute: old.minute })
  const minutes = said ?? lengthOf(one)
  if (!clock) return wholeDays(one, day, when)
  return {
    day,
    moment: momentIn(when.timeZone, { ...day, ...clock }),
    text: `${dayText(day)}${timesText(clock, minutes, when)}`,
    args: {
      ...belongings(one),
      start: `${isoDay(day)}T${clockText(clock)}`,
      time_zone: when.timeZone,
      duration_minutes: minutes,
    },
  }
}

/** As many whole days as it had. */
function wholeDays(one: ListedEvent, day: Day, when: When): Target {
  const end = addDays(day, daysBetween(dayOfIso(one.start), dayOfIso(one.end)))
  const until = isoDay(end) > isoDay(day) ? ` until ${dayText(end)}` : ''
  return {
    day,
    moment: momentIn(when.timeZone, { ...day, hour: 23, minute: 59 }),
    text: `${dayText(day)}${timesText(undefined, undefined, when)}${until}`,
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

/** Says the wish again with the day of the event. */
function moving(event: ListedEvent, { date, time }: Slots, when: When): Component {
  const to = [date, time && `at ${clockText(time)}`].filter((text) => text !== undefined).join(' ')
  const message = `Move ${event.title} on ${isoDay(firstDayOf(event, when))} to ${to}`
  return saying(`${event.title}, ${placeOf(event, when)}`, message)
}
