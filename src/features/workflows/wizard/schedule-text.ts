import { timeAfter, timesFrom, timingOf } from '../schedules/schedule-times.ts'
import type { ScheduleWish } from './schedule-words.ts'

const SHOWN = 3

/** When a schedule would run, read back so that a person sees what was understood. Refuses one that cannot be kept. */
export function scheduleText(wish: ScheduleWish, now: Date): string {
  const timing = timingOf({ ...wish, anchor: now })
  const first = timeAfter(timing, now)
  const times = first ? timesFrom(timing, { first, count: SHOWN }) : []
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timing.timezone,
  })
  const runs = times.map((time) => format.format(time)).join('; ')
  const rule = timing.every === null ? `cron ${timing.cron}` : `every ${timing.every}`
  return `It would run ${rule}, next: ${runs} (${timing.timezone}).`
}
