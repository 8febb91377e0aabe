import { calendarChanged } from '../../contract/event-types.ts'
import { createCalendar, type Calendar } from '../../features/calendar/calendar.ts'
import { dayIn, isoDay } from '../../platform/language/values/calendar.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import { targetOf } from '../../platform/network/named-host.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'

/** The calendar server may be in the user's own network: naming it in the settings is leave enough for that one. */
export function createCalendarPart(
  { database, settings, now, log, bus }: Infrastructure,
  opened: AsyncDisposableStack,
): Calendar {
  const fetch = guardedFetch({
    allowedTargets: () => [
      ...settings.get('ALLOWED_PRIVATE_TARGETS'),
      ...targetsOf(settings.get('CALDAV_URL')),
    ],
  })
  const calendar = createCalendar({ database, settings, now, log, fetch })
  opened.defer(calendar.onChange(() => bus.publish(calendarChanged, {})))
  opened.defer(() => calendar.close())
  return calendar
}

/** The one place that an address names, as the guard of the network takes it. */
export function targetsOf(address: string | null): string[] {
  return address !== null && URL.canParse(address) ? [targetOf(address)] : []
}

export interface ShownAppointment {
  readonly id: string
  readonly title: string
  /** A moment, or a date for whole days. */
  readonly start: string
  readonly end: string
  readonly location?: string
}

/** Appointments as the calendar on the screen takes them. */
export async function appointmentsIn(
  calendar: Calendar,
  span: { readonly from: Date; readonly to: Date },
): Promise<ShownAppointment[]> {
  const day = (moment: Date) => isoDay(dayIn(calendar.timeZone(), moment))
  return (await calendar.list(span)).slice(0, MAX_SHOWN).map((occurrence) => {
    const { event_id, title, location, starts_at, ends_at, all_day } = occurrence
    const lastMoment = new Date(Date.parse(ends_at) - HALF_DAY_MS)
    return {
      id: event_id,
      title: lineOf(title),
      start: all_day ? day(new Date(starts_at)) : starts_at,
      end: all_day ? day(lastMoment) : ends_at,
      ...(location !== null && { location: lineOf(location) }),
    }
  })
}

const MAX_SHOWN = 500
const HALF_DAY_MS = 43_200_000

function lineOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 300).toWellFormed()
}
