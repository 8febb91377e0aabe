import { headline } from '../../contract/text/blocks.ts'
import { formatClock } from '../../contract/text/numbers.ts'
import type { Description } from '../description.ts'

export const describe: Description<'stopwatch'> = ({ label = 'Stopwatch', started_at }, { now }) => {
  const seconds = started_at === undefined ? 0 : (now.getTime() - Date.parse(started_at)) / 1000
  return [headline(label, `⏱ ${formatClock(seconds)}`)]
}
