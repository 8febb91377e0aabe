import type { EventDraft } from './event-draft.ts'
import type { Occurrence } from './occurrence-list.ts'
import type { ZoneClock } from './zone-time.ts'

/** What is to be otherwise; null takes a place or notes away. */
export interface EventChange {
  readonly title?: string | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly durationMinutes?: number | undefined
  readonly timeZone?: string | undefined
  readonly location?: string | null | undefined
  readonly notes?: string | null | undefined
  readonly reminderMinutes?: number | undefined
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The whole event as it is to be. It stays as long as it was where only its beginning is moved. */
export function changedDraft(before: Occurrence, change: EventChange, clock: ZoneClock): EventDraft {
  const { title = before.title, end, durationMinutes, timeZone } = change
  const start = change.start ?? startOf(before, clock)
  const length =
    end === undefined && durationMinutes === undefined ? sameLength(before, start) : { end, durationMinutes }
  return {
    title,
    start,
    ...length,
    timeZone,
    location: ownOr(change.location, before.location),
    notes: ownOr(change.notes, before.notes),
    reminderMinutes: change.reminderMinutes ?? before.reminder_minutes ?? undefined,
  }
}

function startOf({ starts_at, all_day }: Occurrence, clock: ZoneClock): string {
  return all_day ? new Date(clock.wallAt(Date.parse(starts_at))).toISOString().slice(0, 10) : starts_at
}

/** As many days or minutes as it had; the usual length where a whole day becomes a time, or the other way round. */
function sameLength(
  { starts_at, ends_at, all_day }: Occurrence,
  start: string,
): Pick<EventDraft, 'end' | 'durationMinutes'> {
  const length = Date.parse(ends_at) - Date.parse(starts_at)
  const isDay = start.trim().length === 10
  if (all_day !== isDay) return {}
  return isDay
    ? { end: lastDay(start, Math.max(1, Math.round(length / DAY_MS))) }
    : { durationMinutes: Math.max(1, Math.round(length / MINUTE_MS)) }
}

function ownOr(changed: string | null | undefined, before: string | null): string | undefined {
  return (changed === undefined ? before : changed) ?? undefined
}

/** Undefined where the beginning is no day: then that is told. */
function lastDay(start: string, days: number): string | undefined {
  const first = Date.parse(`${start.trim()}T00:00:00Z`)
  return Number.isNaN(first) ? undefined : new Date(first + (days - 1) * DAY_MS).toISOString().slice(0, 10)
}
