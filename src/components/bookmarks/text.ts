import { heading, list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'bookmarks'> = ({ title, id }, _context, { bookmarks = [] }) => [
  heading(title ?? id),
  list(
    bookmarks.map(({ title: name, url }) => ({ spans: [{ text: name, url }] })),
    { empty: 'Nothing yet' },
  ),
]
