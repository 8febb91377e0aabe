import ICAL from 'ical.js'
import { spanOf, textOf, type CalendarObject, type Component } from './calendar-text.ts'

/** What the database knows of an event without reading its text. */
export interface EventFacts {
  readonly uid: string
  readonly title: string
  readonly location: string | null
  readonly notes: string | null
  /** ISO 8601 in UTC, or a date. */
  readonly starts: string
  readonly ends: string
  readonly allDay: boolean
  readonly repeats: boolean
  readonly reminderMinutes: number | null
  readonly firstAt: string
  readonly lastAt: string | null
}

const MAX_TEXT = 20_000
const MAX_REMINDER_MINUTES = 10_080

export function factsOf({ master, overrides }: CalendarObject): EventFacts {
  const shown = master ?? overrides[0]!
  const { starts, ends, allDay } = spanOf(shown)
  const spans = [shown, ...overrides].map(spanOf)
  const repeats =
    overrides.length > (master ? 0 : 1) || ['rrule', 'rdate'].some((name) => master?.hasProperty(name))
  return {
    uid: textOf(shown, 'uid') ?? '',
    ...wordsOf(shown),
    starts,
    ends,
    allDay,
    repeats,
    reminderMinutes: reminderOf(shown),
    firstAt: spans.map((span) => span.starts).toSorted()[0]!,
    lastAt: repeats ? null : ends,
  }
}

export function wordsOf(event: Component): Pick<EventFacts, 'title' | 'location' | 'notes'> {
  const cut = (text: string | null) => text && text.slice(0, MAX_TEXT).toWellFormed()
  return {
    title: cut(textOf(event, 'summary')) ?? 'Untitled',
    location: cut(textOf(event, 'location')),
    notes: cut(textOf(event, 'description')),
  }
}

/** The earliest alarm before its beginning, in minutes. */
function reminderOf(event: Component): number | null {
  const minutes = event.getAllSubcomponents('valarm').flatMap((alarm) => {
    const trigger = alarm.getFirstPropertyValue('trigger')
    const related: unknown = alarm.getFirstProperty('trigger')?.getFirstParameter('related')
    if (!(trigger instanceof ICAL.Duration) || related === 'END' || trigger.toSeconds() > 0) return []
    return [Math.min(MAX_REMINDER_MINUTES, Math.round(-trigger.toSeconds() / 60))]
  })
  return minutes.length === 0 ? null : Math.max(...minutes)
}
