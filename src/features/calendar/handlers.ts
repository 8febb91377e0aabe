import type { Handlers, ResultOf } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { addDays, dayIn, dayOfIso, isoDay } from '../../platform/language/values/calendar.ts'
import type { Calendar } from './calendar.ts'
import type { calendarContract } from './contract.ts'

type ListedEvents = ResultOf<(typeof calendarContract)['events']>['events']

export interface CalendarHandlersDeps {
  readonly calendar: Pick<Calendar, 'timeZone' | 'momentAt'>
  readonly listEvents: (span: { readonly from: Date; readonly to: Date }) => Promise<ListedEvents>
  readonly now: () => Date
}

const USUAL_DAYS = 30

export function calendarHandlers({
  calendar,
  listEvents,
  now,
}: CalendarHandlersDeps): Handlers<typeof calendarContract> {
  return {
    async events({ query: { from, days = USUAL_DAYS } }) {
      const time_zone = calendar.timeZone()
      const first = from ?? isoDay(dayIn(time_zone, now()))
      const midnight = (day: string) => calendar.momentAt(`${day}T00:00:00`)
      const span = { from: midnight(first), to: midnight(isoDay(addDays(dayOfIso(first), days))) }
      if (Number.isNaN(span.from.getTime())) throw new AppError('invalid_request', `"${first}" is not a day.`)
      return { events: await listEvents(span), time_zone }
    },
  }
}
