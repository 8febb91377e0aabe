import { heading, list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'rss_reader'> = ({ limit = 10 }, { moment }, { title: name, items }) => [
  heading(name),
  list(
    items.slice(0, limit).map(({ title, url, author, published_at }) => ({
      spans: [url === null ? title : { text: title, url }],
      detail: [author, published_at && moment(published_at)].filter(Boolean).join('  '),
    })),
    { empty: 'No headlines' },
  ),
]
