import { list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'news_ticker'> = ({ limit = 10 }, { moment }, { articles }) => [
  list(
    articles.slice(0, limit).map(({ title, url, publisher, published_at }) => ({
      spans: [{ text: title, url }],
      detail: [publisher, published_at && moment(published_at)].filter(Boolean).join('  '),
    })),
    { empty: 'No headlines' },
  ),
]
