import { Cron } from 'croner'
import { AppError, type ErrorIssue } from '../../../contract/errors.ts'
import { ownTimeZone } from '../../../contract/text/time-zone.ts'

/** When a schedule runs. Exactly one of `cron` and `every` is given. */
export interface Timing {
  readonly cron: string | null
  /** A number with its unit, e.g. `15m`. */
  readonly every: string | null
  /** IANA time zone in which `cron` is read. */
  readonly timezone: string
  /** Times of `every` are counted from here. */
  readonly anchor: Date
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/**
 * The first time strictly after a moment; null when there is none.
 *
 * `cron` is read in its time zone. Where clocks go forward, a time of day that does not exist runs at the first moment
 * that does; where they go back, one that comes twice runs the first time only. A pattern with steps or lists (every
 * half hour from one to two) follows the clock: what does not exist is left out, what comes twice runs twice.
 * `every` is a length of time and knows no clocks: `1d` is 24 hours.
 */
export function timeAfter(timing: Timing, moment: Date): Date | null {
  if (timing.cron !== null) return cronOf(timing.cron, timing.timezone).nextRun(moment)
  const step = everyMs(timing.every!)
  const from = timing.anchor.getTime()
  return new Date(from + (Math.floor((moment.getTime() - from) / step) + 1) * step)
}

/** The coming times, the first one included. */
export function timesFrom(timing: Timing, { first, count }: { first: Date; count: number }): Date[] {
  const times = [first]
  while (times.length < count) {
    const next = timeAfter(timing, times.at(-1)!)
    if (!next) break
    times.push(next)
  }
  return times
}

/** The wish of a client as a timing, or a refusal that names what is wrong with it. */
export function timingOf(given: {
  readonly cron?: string | undefined
  readonly every?: string | number | undefined
  readonly timezone?: string | undefined
  readonly anchor: Date
}): Timing {
  const { anchor, timezone = ownTimeZone() } = given
  const every =
    typeof given.every === 'number' ? `${given.every}s` : (given.every?.replaceAll(/\s/g, '') ?? null)
  const timing = { cron: given.cron ?? null, every, timezone, anchor }
  const issues = [...timezoneIssues(timezone), ...everyIssues(every)]
  if (issues.length === 0) issues.push(...cronIssues(timing))
  if (issues.length === 0) return timing
  const [first] = issues
  throw new AppError(
    'invalid_request',
    `Can't create the schedule: ${first!.path.slice(6)} ${first!.message}.`,
    {
      errors: issues,
    },
  )
}

function timezoneIssues(timezone: string): ErrorIssue[] {
  try {
    return Intl.DateTimeFormat('en', { timeZone: timezone }) && []
  } catch {
    return [{ path: '/body/timezone', message: `"${timezone}" is not an IANA time zone, e.g. Europe/Berlin` }]
  }
}

function everyIssues(every: string | null): ErrorIssue[] {
  if (every === null || everyMs(every) > 0) return []
  return [{ path: '/body/every', message: 'must be a whole number with a unit: 30s, 15m, 2h, 1d or 1w' }]
}

function cronIssues(timing: Timing): ErrorIssue[] {
  if (timing.cron === null) return []
  try {
    if (timeAfter(timing, timing.anchor)) return []
    return [{ path: '/body/cron', message: 'never happens' }]
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Cron\w*: /, '') : String(error)
    return [{ path: '/body/cron', message: `is not a cron expression: ${reason}` }]
  }
}

/** 0 when it is none. */
function everyMs(every: string): number {
  const match = /^(\d{1,9})([smhdw])$/.exec(every)
  return match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : 0
}

function cronOf(pattern: string, timezone: string): Cron {
  return new Cron(pattern, { timezone, mode: '5-or-6-parts' })
}
