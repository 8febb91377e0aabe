/** How moments are written, everywhere the same, in the reader's own language. */

const STEPS = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [2_592_000, 'day', 86_400],
  [31_536_000, 'month', 2_592_000],
  [Number.POSITIVE_INFINITY, 'year', 31_536_000],
] as const

/** `12 min. ago`, `in 3 hours`, `now`. */
export function formatRelative(moment: Date, now: Date = new Date()): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000
  const size = Math.abs(seconds)
  if (size < 10) return 'now'
  const [, unit, length] = STEPS.find(([limit]) => size < limit)!
  const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })
  return relative.format(Math.round(seconds / length), unit)
}

export function formatMoment(moment: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...zone(timeZone),
  }).format(moment)
}

export function formatDay(moment: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...zone(timeZone) }).format(moment)
}

/** A day alone has no hour. */
export function formatDayOrMoment(text: string): string {
  const moment = readMoment(text)
  return isDayAlone(text) ? formatDay(moment) : formatMoment(moment)
}

export function formatTime(moment: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short', ...zone(timeZone) }).format(moment)
}

/** A day alone is that day where the reader is, not midnight in Greenwich. */
export function readMoment(text: string): Date {
  return new Date(isDayAlone(text) ? `${text}T00:00` : text)
}

export function isDayAlone(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

function zone(timeZone: string | undefined) {
  return timeZone === undefined ? {} : { timeZone }
}
