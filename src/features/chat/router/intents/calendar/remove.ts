import type { Component } from '../../../../../contract/component-schema.ts'
import { Type } from '../../../../../contract/type.ts'
import { dayOfIso, isoDay } from '../../../../../platform/language/values/calendar.ts'
import { isOnlyDays } from '../../../../../platform/language/values/day-spans.ts'
import { readEventTime } from '../../../../../platform/language/values/event-time.ts'
import { callTool } from '../../answers/call-tool.ts'
import { caughtText, defineIntent, optional } from '../../define-intent.ts'
import type { When } from '../../readers/reader.ts'
import { Clock } from './appointments.ts'
import { eventNamed, isOtherThing, saysMore } from './event-words.ts'
import { findEvents, offerEach, placeOf, theOne, type ListedEvent } from './find-events.ts'

const drop = '(cancel|delete|remove|drop|scrap|take|clear|erase|call off|get rid of)'
const events = '(events|meetings|appointments)'

export const intent = defineIntent({
  name: 'calendar.remove',
  label: 'Delete an event',
  example: 'Cancel lunch with Tom',
  effect: 'removes',
  shownBy: 'calendar_view',
  slots: {
    title: optional.text,
    date: optional.text,
    time: Type.Optional(Clock),
    /** All that is there then. */
    all: optional.true,
  },
  templates: [
    `${drop} {name} (from|off|off of|out of|on|in) [<my>] (calendar|agenda|diary|events) [{more}]`,
    `{all=true} (clear|empty|wipe|erase) <my> (calendar|agenda|diary) [clean] [{more}]`,
    `{all=true} ${drop} (everything|(all|<my>) [of] [<my>] ${events}) [(from|off|on|in) [<my>] <calendar>] [{more:days}]`,
    `${drop} [<my>|that] {name:event}`,
    `${drop} [<my>] {more:day} 's {name:event}`,
    `${drop} [<my>|that] [calendar] event (<called>|:|about) {name}`,
    `${drop} the [calendar] event {name}`,
  ],
  fill({ name, more, all }, { lower }, when) {
    if (ofAnything.test(lower)) return undefined
    const said = `${caughtText(name)} ${saidDay(more)}`.trim()
    if (saysMore(said) || isOtherThing(said)) return undefined
    const { rest, day, clock, recurrence } = readEventTime(said, when)
    const isEverything = all === true || everything.test(rest)
    // "clear my calendar app": what follows says no day.
    if (all === true && rest !== '' && !isOnlyDays(rest)) return undefined
    return {
      title: isEverything ? undefined : eventNamed(rest),
      all: isEverything ? (true as const) : undefined,
      // Whatever repeats is meant whole: "the daily call".
      date: day && recurrence === undefined ? isoDay(day) : undefined,
      time: clock,
    }
  },
  read: () => undefined,
  async act(understood, port) {
    const { slots, writer, when } = understood
    const { title, date, time: clock, all } = slots
    const wanted = { title, clock, day: date === undefined ? undefined : dayOfIso(date) }
    const found = await findEvents(port, understood, wanted)
    if (!found) return
    const offer = (event: ListedEvent) => deletion(event, when)
    if (all === true) {
      writer.decline(
        found.length === 0
          ? 'Nothing in your calendar then.'
          : 'I delete events one at a time, to be safe. Which one?',
      )
      return offerEach(writer, found, offer)
    }
    const one = theOne(found, wanted, { writer, offer })
    if (!one) return
    const isSeries = one.repeats && date === undefined
    await callTool(port, understood, {
      action: 'CALENDAR_DELETE',
      args: { event_id: one.event_id, ...(one.repeats && !isSeries && { start: one.start }) },
      says: true,
      askBecause: isSeries
        ? `“${one.title}” repeats. This deletes all its days, past and coming. Name a day to delete only that one.`
        : `This deletes “${one.title}” on ${placeOf(one, when)} from your calendar.`,
    })
  },
})

/** "delete everything": nobody said of what. */
const ofAnything = /\beverything[.!]*$/
const everything = /^(?:everything|all)\b/i

function saidDay(more: unknown): string {
  return typeof more === 'object' && more !== null
    ? `on ${(more as { text: string }).text}`
    : caughtText(more)
}

function deletion(event: ListedEvent, when: When): Component {
  const label = `${event.title}, ${placeOf(event, when)}`
  const args = { event_id: event.event_id, ...(event.repeats && { start: event.start }) }
  return {
    type: 'button',
    label: `Delete ${label}`.slice(0, 80),
    look: 'danger',
    question: `Delete ${label}?`.slice(0, 300),
    action: { kind: 'tool', tool_name: 'CALENDAR_DELETE', args },
  }
}
