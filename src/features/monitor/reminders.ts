import { done, shortSnoozes } from '../../contract/snoozes.ts'
import { countOf } from '../../contract/text/counts.ts'
import type { NotificationDraft } from '../notifications/notification-rows.ts'

/** An event of a calendar as far as a reminder is concerned. */
export interface UpcomingEvent {
  readonly event_id: string
  readonly title: string
  readonly location: string | null
  /** ISO 8601 in UTC. */
  readonly starts_at: string
  readonly all_day: boolean
  /** Minutes before it that its owner chose for it; the usual ones when there are none. */
  readonly reminder_minutes?: number | null
}

const MINUTE = 60_000

/** What is about to begin. Each is named by its event and its time, so that one is told of once, and a moved one again. */
export function remindersOf(
  events: readonly UpcomingEvent[],
  { now, minutes }: { now: Date; minutes: number },
): NotificationDraft[] {
  return events
    .filter(
      ({ all_day, starts_at, reminder_minutes }) =>
        !all_day && isNear(Date.parse(starts_at) - now.getTime(), reminder_minutes ?? minutes),
    )
    .map((event) => ({
      type: 'calendar_reminder',
      level: 'info',
      title: event.title,
      message: `${startsIn(Date.parse(event.starts_at) - now.getTime())}${
        event.location === null ? '' : ` at ${event.location}`
      }.`,
      action: { kind: 'chat', message: 'show my calendar' },
      actions: [done, ...shortSnoozes],
      subject: { kind: 'event', id: event.event_id, at: event.starts_at },
      dedupe_key: `reminder:${event.event_id}:${event.starts_at}`,
    }))
}

/** A machine that slept through the moment still says so, as long as the event has only just begun. */
function isNear(untilMs: number, minutes: number): boolean {
  return untilMs <= minutes * MINUTE && untilMs > -5 * MINUTE
}

function startsIn(untilMs: number): string {
  const minutes = Math.round(untilMs / MINUTE)
  if (minutes < 0) return 'Started a moment ago'
  if (minutes === 0) return 'Starting now'
  return `Starts in ${countOf(minutes, 'minute')}`
}
