import { quiet, heading, boldLine, toned, list, column, inset } from '../../contract/text/blocks.ts'
import { readMoment } from '../../contract/text/moments.ts'
import type { Description } from '../description.ts'

export const describe: Description<'calendar_view'> = ({ title, events, time_zone }, { day, time }) => {
  if (events.length === 0) return [heading(title), quiet('No appointments')]
  const inOrder = events.toSorted(
    (one, other) => readMoment(one.start).getTime() - readMoment(other.start).getTime(),
  )
  const at = (moment: string) => time(new Date(moment), time_zone)
  const items = (onDay: typeof events) =>
    onDay.map(({ title: what, start, end, location, text }) => {
      const until = end?.includes('T') ? `–${at(end)}` : ''
      return {
        mark: toned('info', start.includes('T') ? `${at(start)}${until}` : 'all day'),
        spans: [what],
        detail: [location, text].filter(Boolean).join('\n'),
      }
    })
  const days = Map.groupBy(inOrder, ({ start }) => day(start))
  return [
    heading(title),
    column([...days].map(([name, onDay]) => [boldLine(name), inset(list(items(onDay)))])),
  ]
}
