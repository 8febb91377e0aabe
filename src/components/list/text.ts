import { heading, toned, list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'list'> = ({ title, items, ordered = false, empty_text = 'Nothing' }) => [
  heading(title),
  list(
    items.map(({ text, detail, badge, tone }) => ({
      spans: [{ markdown: text, tone }, ...(badge === undefined ? [] : [' ', toned('info', `[${badge}]`)])],
      detail,
    })),
    { isOrdered: ordered, empty: empty_text },
  ),
]
