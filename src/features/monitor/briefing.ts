import type { UpcomingEvent } from './reminders.ts'
import type { NotificationDraft } from '../notifications/notification-rows.ts'

/** What a day begins with. A part that cannot be told is left out, never guessed. */
export interface DayAhead {
  readonly events: readonly UpcomingEvent[]
  /** E.g. "Oslo: 4 °C, light rain". */
  readonly weather: string | undefined
  readonly waitingApprovals: number
  readonly waitingWorkflows: number
  readonly failedWorkflows: number
  readonly runsToday: number
  readonly timeZone: string
}

/** Whether it is time: at or after the set time, on the machine's own clock, and not long after it. */
export function isBriefingTime(now: Date, time: string): boolean {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const late = now.getHours() * 60 + now.getMinutes() - (hours * 60 + minutes)
  return late >= 0 && late < LATEST_MINUTES
}

/** A machine that was off at eight and is switched on at eleven has no morning to be briefed about. */
const LATEST_MINUTES = 120

export function briefingOf(day: DayAhead, now: Date): NotificationDraft {
  const sentences = [
    day.weather,
    eventsSentence(day),
    counted(day.waitingApprovals, 'approval is waiting for you', 'approvals are waiting for you'),
    counted(day.waitingWorkflows, 'workflow is waiting for you', 'workflows are waiting for you'),
    counted(day.failedWorkflows, 'workflow failed since yesterday', 'workflows failed since yesterday'),
    counted(day.runsToday, 'scheduled run is due today', 'scheduled runs are due today'),
  ].filter((sentence) => sentence !== undefined)
  return {
    type: 'briefing',
    level: 'info',
    title: 'Your day',
    message: sentences.length === 0 ? 'Nothing planned, nothing waiting.' : sentences.join('. ') + '.',
    dedupe_key: `briefing:${localDay(now)}`,
  }
}

export function localDay(now: Date): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}

const MAX_EVENTS = 5

function eventsSentence({ events, timeZone }: DayAhead): string | undefined {
  if (events.length === 0) return undefined
  const told = events.slice(0, MAX_EVENTS).map(({ title, starts_at, all_day }) => {
    if (all_day) return title
    const clock = new Date(starts_at).toLocaleTimeString('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
    })
    return `${clock} ${title}`
  })
  const more = events.length > MAX_EVENTS ? ` and ${events.length - MAX_EVENTS} more` : ''
  return `Today: ${told.join(', ')}${more}`
}

function counted(count: number, one: string, many: string): string | undefined {
  if (count === 0) return undefined
  return `${count} ${count === 1 ? one : many}`
}
