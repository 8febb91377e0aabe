import {
  addDays,
  dayOfIso,
  dayText,
  isoDay,
  partsIn,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import type { Component } from '../../../../../contract/component-schema.ts'
import type { Understood } from '../../answers/act.ts'
import { callTool, type ToolDeps } from '../../answers/call-tool.ts'
import type { When } from '../../readers/reader.ts'
import { firstDayOf, isNamed, type Clock } from './appointments.ts'

/** An event as CALENDAR_LIST tells it. */
export interface ListedEvent {
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

/** Which event is spoken of, as far as it was said. */
export interface WantedEvent {
  readonly title: string | undefined
  readonly day: Day | undefined
  /** When it begins. */
  readonly clock: Clock | undefined
}

const AHEAD_DAYS = 400
const MAX_LISTED = 500
const OFFERED = 8

/** The events of the day, or those to come, that are called so; undefined when they cannot be read. */
export async function findEvents(
  port: ToolDeps,
  understood: Pick<Understood, 'asked' | 'writer' | 'when'>,
  wanted: WantedEvent,
): Promise<readonly ListedEvent[] | undefined> {
  const { when } = understood
  const { day } = wanted
  // The tool tells days of this machine: a day more on both sides has all of the person's.
  const from = addDays(day ?? when.today, -1)
  const to = addDays(day ?? when.today, day ? 1 : AHEAD_DAYS)
  const all = new Map<string, ListedEvent>()
  for (let begin: string | undefined = isoDay(from); begin !== undefined;) {
    const data = await callTool(port, understood, {
      action: 'CALENDAR_LIST',
      args: { from: begin, to: isoDay(to), limit: MAX_LISTED },
    })
    if (!data) return undefined
    const events = (Array.isArray(data['events']) ? data['events'] : []) as readonly ListedEvent[]
    const before = all.size
    for (const event of events) all.set(`${event.event_id} ${event.start}`, event)
    // It goes on from the day of the last one, which may not have been told to its end.
    begin = data['more'] === true && all.size > before ? events.at(-1)?.start.slice(0, 10) : undefined
  }
  return [...all.values()].filter((event) => isCalled(event, wanted, when) && isThen(event, day, when))
}

/** By its name; "my 3pm meeting" is whatever begins then. */
function isCalled(
  { title, start, all_day }: ListedEvent,
  { title: name, clock }: WantedEvent,
  when: When,
): boolean {
  const isGeneric = clock !== undefined && /^(?:meeting|appointment|event)$/i.test(name ?? '')
  if (name !== undefined && !isGeneric && !isNamed(title, name)) return false
  return (
    clock === undefined ||
    (!all_day && clockText(partsIn(when.timeZone, new Date(start))) === clockText(clock))
  )
}

function isThen(event: ListedEvent, day: Day | undefined, when: When): boolean {
  if (day) return isoDay(firstDayOf(event, when)) === isoDay(day)
  return event.all_day ? event.end >= isoDay(when.today) : new Date(event.end) > when.now
}

/** Exactly one event is meant, or it is asked which. Of a series it is the next one. */
export function theOne(
  found: readonly ListedEvent[],
  { title, day }: WantedEvent,
  { writer, offer }: Pick<Understood, 'writer'> & { readonly offer: (event: ListedEvent) => Component },
): ListedEvent | undefined {
  const [first] = found
  if (title !== undefined && first && found.every(({ event_id }) => event_id === first.event_id)) return first
  if (!first) {
    const where = day ? ` on ${dayText(day)}` : ''
    writer.decline(
      title === undefined
        ? 'Which event? Say its name.'
        : `Nothing called “${title}” in your calendar${where}.`,
    )
    return undefined
  }
  writer.decline('Which one? Nothing was changed yet.')
  offerEach(writer, found, offer)
  return undefined
}

export function offerEach(
  writer: Understood['writer'],
  found: readonly ListedEvent[],
  offer: (event: ListedEvent) => Component,
): void {
  const children = found.slice(0, OFFERED).map(offer)
  if (children.length > 0) writer.add({ type: 'column', children })
}

/** Thursday, 19 November 2026 at 15:30 */
export function placeOf({ start, all_day }: ListedEvent, { timeZone }: When): string {
  if (all_day) return dayText(dayOfIso(start))
  const parts = partsIn(timeZone, new Date(start))
  return `${dayText(parts)} at ${clockText(parts)}`
}
