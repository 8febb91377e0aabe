import { isDayAlone, readMoment } from '../../contract/text/moments.ts'

export function dayText(text: string): string {
  return written(readMoment(text), { dateStyle: 'medium' }) ?? text
}

export function momentText(text: string, timeZone?: string): string {
  return written(new Date(text), { dateStyle: 'medium', timeStyle: 'short', ...zone(timeZone) }) ?? text
}

/** A day alone has no hour. */
export function dayOrMomentText(text: string): string {
  return isDayAlone(text) ? dayText(text) : momentText(text)
}

export function timeText(moment: Date, timeZone?: string): string {
  return written(moment, { timeStyle: 'short', ...zone(timeZone) }) ?? ''
}

export function weekdayText(text: string): string {
  return written(readMoment(text), { weekday: 'short' }) ?? text
}

/** Undefined for what is no moment, or a zone that this machine does not know. */
export function written(moment: Date, format: Intl.DateTimeFormatOptions): string | undefined {
  try {
    return new Intl.DateTimeFormat(undefined, format).format(moment)
  } catch {
    return undefined
  }
}

function zone(timeZone: string | undefined) {
  return timeZone === undefined ? {} : { timeZone }
}
