import { heading, faint, list, type Span } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

const MARKS = { read: { text: '✔', look: 'success' }, reading: '◐' } as const satisfies Record<string, Span>

export const describe: Description<'reading_list'> = ({ title, id }, _context, { items = [] }) => [
  heading(title ?? id),
  list(
    items.map(({ title: name, author, url, status, rating = 0 }) => ({
      mark: status === 'read' || status === 'reading' ? MARKS[status] : '○',
      spans: [
        url === undefined ? name : { text: name, url },
        faint(author ? ` – ${author}` : ''),
        rating === 0 ? '' : ` ${'★'.repeat(rating)}`,
      ],
    })),
    { empty: 'Nothing yet' },
  ),
]
