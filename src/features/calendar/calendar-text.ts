import ICAL from 'ical.js'
import { AppError } from '../../contract/errors.ts'
import { ownTimeZone } from '../../contract/text/time-zone.ts'
import { excessOf } from './text-limits.ts'
import { timeZoneText } from './time-zone-text.ts'
import { isTimeZone, zoneClock, type ZoneClock } from './zone-time.ts'

export type Component = InstanceType<typeof ICAL.Component>
export type Time = InstanceType<typeof ICAL.Time>
export type Recur = InstanceType<typeof ICAL.Recur>

/** As far as the zones are worked out that an event describes by itself. */
const LAST_YEAR = 2100

/** A calendar object: one event, with what differs in single occurrences of it. */
export interface CalendarObject {
  readonly root: Component
  /** What all occurrences have in common; missing where somebody was only invited to a single one. */
  readonly master: Component | undefined
  readonly overrides: readonly Component[]
}

/** Undefined when there is no event in it, for calendars also hold tasks and journals. */
export function parseObject(text: string): CalendarObject | undefined {
  const root = parseRoot(text)
  const events = root.getAllSubcomponents('vevent').filter((event) => timeOf(event, 'dtstart') !== undefined)
  const master = events.find((event) => !event.hasProperty('recurrence-id'))
  const overrides = events.filter((event) => event.hasProperty('recurrence-id'))
  if (!master && overrides.length === 0) return undefined
  addMissingZones(root, events)
  return { root, master, overrides }
}

function parseRoot(text: string): Component {
  const excess = excessOf(text)
  if (excess !== undefined) throw unreadable(excess)
  try {
    const parsed = ICAL.parse(text) as unknown[]
    const root = new ICAL.Component(parsed)
    if (root.name !== 'vcalendar') throw new Error('it is not a calendar')
    assertYearly(root.getAllSubcomponents('vtimezone'))
    return root
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : String(error))
  }
}

/** Clocks change by the year. A zone that says otherwise would have the library count for hours. */
function assertYearly(zones: readonly Component[]): void {
  const rules = zones
    .flatMap((zone) => zone.getAllSubcomponents())
    .flatMap((part) => part.getAllProperties('rrule'))
    .map((property) => property.getFirstValue() as unknown)
  const isYearly = (rule: unknown) =>
    rule instanceof ICAL.Recur &&
    rule.freq === 'YEARLY' &&
    Object.values(rule.parts).flat().length <= MAX_RULE_PARTS
  if (rules.length > MAX_ZONE_RULES || !rules.every(isYearly))
    throw new Error('one of its time zones changes its clock all the time')
}

const MAX_ZONE_RULES = 16
const MAX_ADDED_ZONES = 10
const MAX_RULE_PARTS = 12

function unreadable(reason: string): AppError {
  return new AppError('upstream_failed', `Can't read this event: ${reason}.`)
}

/** Names of the IANA database mean something without a description, which some programs leave out. */
function addMissingZones(root: Component, events: readonly Component[]): void {
  const described = new Set(
    root.getAllSubcomponents('vtimezone').map((zone) => String(zone.getFirstPropertyValue('tzid'))),
  )
  let added = 0
  for (const event of events) {
    for (const name of ['dtstart', 'dtend', 'recurrence-id'] as const) {
      const zone = zoneNameOf(event, name)
      if (zone === undefined || described.has(zone) || !isTimeZone(zone)) continue
      if ((added += 1) > MAX_ADDED_ZONES) return
      described.add(zone)
      root.addSubcomponent(timeZoneComponent(zone, (timeOf(event, name)?.year ?? 2000) - 1))
    }
  }
}

export function timeZoneComponent(zone: string, year: number): Component {
  return new ICAL.Component(ICAL.parse(timeZoneText(zone, year)) as unknown[])
}

export function timeOf(event: Component, name: string): Time | undefined {
  const value = event.getFirstPropertyValue(name)
  return value instanceof ICAL.Time ? value : undefined
}

export function textOf(event: Component, name: string): string | null {
  const value = event.getFirstPropertyValue(name)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text
}

export function zoneNameOf(event: Component, property: string): string | undefined {
  const value: unknown = event.getFirstProperty(property)?.getFirstParameter('tzid')
  return typeof value === 'string' ? value : undefined
}

/** Turns times of one property into moments; a clock is made once, for making one is slow. */
export function momentReader(zone: string | undefined): (time: Time) => number {
  let clock: ZoneClock | undefined
  const isKnown = zone !== undefined && isTimeZone(zone)
  return (time) => {
    const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
    if (time.zone === ICAL.Timezone.utcTimezone) return wall
    // The system knows its zones better than a description that somebody attached years ago.
    if (!isKnown && time.zone !== ICAL.Timezone.localTimezone && !time.isDate && time.year <= LAST_YEAR)
      return time.toUnixTime() * 1000
    clock ??= zoneClock(isKnown ? zone : ownTimeZone())
    return clock.momentAt(wall)
  }
}

/** As the library writes it: a date for whole days, else a moment. */
export function stampOf(time: Time, zone: string | undefined): string {
  return time.isDate ? dateTextOf(time) : new Date(momentReader(zone)(time)).toISOString()
}

export function dateTextOf({ year, month, day }: Time): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** Begin and end. Without an end an event lasts a day when it has no time, and else no time at all. */
export function spanOf(event: Component): { starts: string; ends: string; allDay: boolean } {
  const start = timeOf(event, 'dtstart')!
  const starts = stampOf(start, zoneNameOf(event, 'dtstart'))
  const allDay = start.isDate
  const end = timeOf(event, 'dtend')
  if (end && end.isDate === allDay) {
    const ends = stampOf(end, zoneNameOf(event, 'dtend') ?? zoneNameOf(event, 'dtstart'))
    if (ends > starts) return { starts, ends, allDay }
  }
  const duration = event.getFirstPropertyValue('duration')
  const seconds = duration instanceof ICAL.Duration ? Math.max(0, duration.toSeconds()) : 0
  const milliseconds = Math.max(seconds * 1000, allDay ? 86_400_000 : 0)
  const ends = new Date(Date.parse(starts) + milliseconds).toISOString()
  return { starts, ends: allDay ? ends.slice(0, 10) : ends, allDay }
}
