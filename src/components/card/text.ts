import { quiet, heading, column, inset } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'card'> = (
  { title, subtitle, tone, children = [], footer },
  { inner },
) => {
  const inside = column(inner(children))
  return [heading(title, tone), quiet(subtitle), title === undefined ? inside : inset(inside), quiet(footer)]
}
