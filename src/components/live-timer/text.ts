import { headline } from '../../contract/text/blocks.ts'
import { formatClock } from '../../contract/text/numbers.ts'
import type { Description } from '../description.ts'

export const describe: Description<'live_timer'> = (
  { seconds, label = 'Timer', autostart = true, started_at },
  { now, time },
) => {
  if (!autostart && started_at === undefined)
    return [headline(label, `⏱ ${formatClock(seconds)}, not started`)]
  const start = started_at === undefined ? now : new Date(started_at)
  const end = new Date(start.getTime() + seconds * 1000)
  const left = (end.getTime() - now.getTime()) / 1000
  if (left <= 0) return [headline(label, `⏱ time is up, since ${time(end)}`)]
  return [headline(label, `⏱ ${formatClock(Math.ceil(left))} left, rings at ${time(end)}`)]
}
