import ICAL from 'ical.js'
import { ownTimeZone } from '../../contract/text/time-zone.ts'
import {
  type CalendarObject,
  type Component,
  type Time,
  parseObject,
  timeOf,
  zoneNameOf,
} from './calendar-text.ts'
import { eventText, utcTime, type EventDraft } from './event-draft.ts'
import { spansIn, stampsOf } from './occurrences.ts'
import { isTimeZone, zoneClock } from './zone-time.ts'

const DAY_MS = 86_400_000

/** The text without one occurrence; undefined when it does not take place then. */
export function withoutOccurrence(text: string, starts: string, now: Date): string | undefined {
  const object = parseObject(text)
  if (!object?.master) return undefined
  const around = {
    from: new Date(Date.parse(starts) - DAY_MS).toISOString(),
    to: new Date(Date.parse(starts) + DAY_MS).toISOString(),
  }
  const span = spansIn(object, around).find((one) => one.starts === starts)
  if (!span) return undefined
  const { master } = object
  if (span.event === master) excludeFrom(master, starts)
  else {
    excludeFrom(master, stampsOf(span.event, 'recurrence-id')[0] ?? starts)
    object.root.removeSubcomponent(span.event)
  }
  touch(object, now)
  return object.root.toString()
}

/**
 * The text with another title, place, notes, reminder or time; everything else of it stays, such as who takes part.
 * The draft is the whole event as it is to be; `keepsTimes` leaves its times, and so its repetition, as they are.
 */
export function withChanges(
  text: string,
  draft: EventDraft,
  { now, zone, keepsTimes }: { now: Date; zone: string; keepsTimes: boolean },
): string | undefined {
  const object = parseObject(text)
  const wanted = parseObject(eventText(draft, { now, zone }))
  if (!object?.master || !wanted?.master) return undefined
  const times = keepsTimes ? [] : ['dtstart', 'dtend', 'duration']
  for (const name of ['summary', 'location', 'description', ...times]) {
    object.master.removeAllProperties(name)
    for (const property of wanted.master.getAllProperties(name)) {
      wanted.master.removeProperty(property)
      object.master.addProperty(property)
    }
  }
  if (draft.reminderMinutes !== undefined) {
    object.master.removeAllSubcomponents('valarm')
    for (const alarm of wanted.master.getAllSubcomponents('valarm')) {
      wanted.master.removeSubcomponent(alarm)
      object.master.addSubcomponent(alarm)
    }
  }
  if (!keepsTimes) addZones(object, wanted)
  touch(object, now)
  return object.root.toString()
}

function addZones({ root }: CalendarObject, wanted: CalendarObject): void {
  const name = (zone: Component) => String(zone.getFirstPropertyValue('tzid'))
  const known = new Set(root.getAllSubcomponents('vtimezone').map(name))
  for (const zone of wanted.root.getAllSubcomponents('vtimezone')) {
    if (known.has(name(zone))) continue
    wanted.root.removeSubcomponent(zone)
    root.addSubcomponent(zone)
  }
}

/** What the server has, without the occurrences that were removed here; undefined when nothing is left to remove. */
export function withRemovalsOf(server: string, here: string, now: Date): string | undefined {
  const theirs = parseObject(server)
  const ours = parseObject(here)
  if (!theirs?.master || !ours?.master) return undefined
  const known = new Set(stampsOf(theirs.master, 'exdate'))
  const missing = stampsOf(ours.master, 'exdate').filter((stamp) => !known.has(stamp))
  if (missing.length === 0) return undefined
  for (const stamp of missing) excludeFrom(theirs.master, stamp)
  // A time that was moved or renamed there is an event of its own, which the exclusion does not reach.
  for (const override of theirs.overrides) {
    const [moved] = stampsOf(override, 'recurrence-id')
    if (moved !== undefined && missing.includes(moved)) theirs.root.removeSubcomponent(override)
  }
  touch(theirs, now)
  return theirs.root.toString()
}

function excludeFrom(master: Component, stamp: string): void {
  const property = new ICAL.Property('exdate')
  const zone = zoneNameOf(master, 'dtstart')
  if (timeOf(master, 'dtstart')!.isDate) property.resetType('date')
  else if (zone !== undefined && isTimeZone(zone)) property.setParameter('tzid', zone)
  const start = timeOf(master, 'dtstart')!
  const isFloating = zone === undefined && start.zone === ICAL.Timezone.localTimezone
  property.setValue(excludedTime(stamp, isFloating ? ownTimeZone() : zone))
  master.addProperty(property)
}

/** Written by the clock of the event, as other programs expect it. */
function excludedTime(stamp: string, zone: string | undefined): Time {
  if (stamp.length === 10) return ICAL.Time.fromDateString(stamp)
  const moment = Date.parse(stamp)
  if (zone === undefined || !isTimeZone(zone)) return utcTime(moment)
  return ICAL.Time.fromDateTimeString(new Date(zoneClock(zone).wallAt(moment)).toISOString().slice(0, 19))
}

function touch({ master }: CalendarObject, now: Date): void {
  master!.updatePropertyWithValue('last-modified', utcTime(now.getTime()))
  master!.updatePropertyWithValue('dtstamp', utcTime(now.getTime()))
  const sequence = Number(master!.getFirstPropertyValue('sequence') ?? 0)
  master!.updatePropertyWithValue('sequence', (Number.isFinite(sequence) ? sequence : 0) + 1)
}
