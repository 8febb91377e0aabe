import { heading, list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'bookmarks'> = ({ title, id }, _context, { bookmarks = [] }) => [
  heading(title ?? id),
  list(
    bookmarks.map(({ title: name, url, folder }) => ({ spans: [{ text: name, url }], detail: folder })),
    { empty: 'Nothing yet' },
  ),
]
