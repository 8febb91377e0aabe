import { dayIn, isoDay, offsetAt } from '../../platform/language/values/calendar.ts'
/** The moment at which a clock that is so many seconds ahead of UTC shows this, e.g. `2026-03-05T21:00`. */
export function momentAtOffset(local: string, offsetSeconds: number): string | null {
  const asUtc = Date.parse(`${local.length === 10 ? `${local}T00:00` : local}Z`)
  return Number.isNaN(asUtc) ? null : new Date(asUtc - offsetSeconds * 1000).toISOString()
}

/** The moment at which a clock of this IANA zone shows this. */
export function momentInZone(local: string, zone: string): string | null {
  const asUtc = Date.parse(`${local.length === 10 ? `${local}T00:00:00` : local.replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return null
  try {
    // The offset right before a change of the clock is not the one right after: the second look is at the right side.
    const guess = asUtc - offsetAt(zone, asUtc)
    return new Date(asUtc - offsetAt(zone, guess)).toISOString()
  } catch {
    return null
  }
}

/** The date there, as `2026-03-05`. */
export function dateInZone(moment: Date, zone: string): string {
  return isoDay(dayIn(zone, moment))
}
