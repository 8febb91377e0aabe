import { plain, quiet, heading, list, link } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

const MAX_ALTERNATIVES = 8

export const describe: Description<'wiki_summary'> = (
  _component,
  _context,
  { title, description, extract, url, alternatives, kind },
) => [
  heading(title),
  quiet(description),
  plain(extract),
  list(
    (kind === 'disambiguation' ? alternatives : [])
      .slice(0, MAX_ALTERNATIVES)
      .map(({ title: other, description: about }) => ({ spans: [about ? `${other}: ${about}` : other] })),
  ),
  link(url, url),
]
