import { entries, markdown, quiet, boldLine, inset } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

const MAX_ENTRIES = 10

export const describe: Description<'journal'> = (
  { title, id, question },
  { day },
  { entries: days = [] },
) => [
  ...entries(
    title ?? id,
    days
      .slice(0, MAX_ENTRIES)
      .map(({ date, text, mood }) => [
        boldLine(`${day(date)}${mood === undefined ? '' : ` (${mood})`}`),
        inset(markdown(text)),
      ]),
  ),
  quiet(question),
]
