import { headline } from '../../contract/text/blocks.ts'
import { countOf } from '../../contract/text/counts.ts'
import type { Description } from '../description.ts'

export const describe: Description<'pomodoro'> = ({
  work_minutes = 25,
  break_minutes = 5,
  long_break_minutes = 15,
  rounds = 4,
  label = 'Pomodoro',
}) => [
  headline(
    label,
    `🍅 ${countOf(rounds, 'round')} of ${work_minutes} min, ${break_minutes} min breaks, then ${long_break_minutes} min`,
  ),
]
