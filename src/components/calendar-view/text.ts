import {
  inBrowser,
  quiet,
  heading,
  boldLine,
  toned,
  list,
  column,
  inset,
} from '../../contract/text/blocks.ts'
import { knownTimeZone } from '../../contract/text/time-zone.ts'
import type { Description } from '../description.ts'
import { eventsByDay, isAllDay, type CalendarEvent } from './days.ts'

export const describe: Description<'calendar_view'> = ({ title, events, time_zone }, { day, time }) => {
  if (!events) return [heading(title ?? 'Calendar'), inBrowser]
  if (events.length === 0) return [heading(title), quiet('No appointments')]
  const zone = time_zone && knownTimeZone(time_zone)
  const at = (moment: string) => time(new Date(moment), zone)
  const item = (event: CalendarEvent) => {
    const { title: what, start, end, location, text } = event
    const until = end?.includes('T') ? `–${at(end)}` : ''
    return {
      mark: toned('info', isAllDay(event) ? 'all day' : `${at(start)}${until}`),
      spans: [what],
      detail: [location, text].filter(Boolean).join('\n'),
    }
  }
  const days = [...eventsByDay(events, zone)].toSorted(([one], [other]) => one.localeCompare(other))
  return [
    heading(title),
    column(days.map(([date, onDay]) => [boldLine(day(date)), inset(list(onDay.map(item)))])),
  ]
}
