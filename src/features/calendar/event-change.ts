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
  const { starts_at, ends_at, all_day } = before
  const wallOf = (moment: string) => new Date(clock.wallAt(Date.parse(moment))).toISOString()
  const length = Date.parse(ends_at) - Date.parse(starts_at)
  const days = Math.max(1, Math.round(length / DAY_MS))
  const start = change.start ?? (all_day ? wallOf(starts_at).slice(0, 10) : starts_at)
  const staysWhole = all_day && start.trim().length === 10
  const staysTimed = !all_day && start.trim().length > 10
  const isLengthGiven = change.end !== undefined || change.durationMinutes !== undefined
  return {
    title: change.title ?? before.title,
    start,
    end: change.end ?? (staysWhole && !isLengthGiven ? lastDay(start, days) : undefined),
    durationMinutes:
      change.durationMinutes ??
      (staysTimed && !isLengthGiven ? Math.max(1, Math.round(length / MINUTE_MS)) : undefined),
    timeZone: change.timeZone,
    location: ownOr(change.location, before.location),
    notes: ownOr(change.notes, before.notes),
    reminderMinutes: change.reminderMinutes ?? before.reminder_minutes ?? undefined,
  }
}

function ownOr(changed: string | null | undefined, before: string | null): string | undefined {
  return (changed === undefined ? before : changed) ?? undefined
}

/** Undefined where the beginning is no day: then that is told. */
function lastDay(start: string, days: number): string | undefined {
  const first = Date.parse(`${start.trim()}T00:00:00Z`)
  return Number.isNaN(first) ? undefined : new Date(first + (days - 1) * DAY_MS).toISOString().slice(0, 10)
}
