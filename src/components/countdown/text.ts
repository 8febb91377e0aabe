import { headline } from '../../contract/text/blocks.ts'
import { durationText } from '../../contract/text/numbers.ts'
import type { Description } from '../description.ts'
import { momentIn } from './until.ts'

export const describe: Description<'countdown'> = (
  { target, label, time_zone, finished_text = "It's time." },
  { now },
) => {
  const seconds = (momentIn(target, time_zone).getTime() - now.getTime()) / 1000
  return [headline(label, seconds > 0 ? `in ${durationText(seconds)}` : finished_text)]
}
