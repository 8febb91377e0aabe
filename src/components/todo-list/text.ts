import { heading, faint, toned, list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'todo_list'> = (
  { title, id, show_done = true },
  { dayOrMoment },
  { items = [] },
) => [
  heading(title ?? id),
  list(
    items
      .filter(({ done }) => show_done || !done)
      .map(({ text, done, due, repeat, priority }) => ({
        mark: done ? toned('success', '☑') : '☐',
        spans: [
          done ? faint(text) : text,
          priority === 'high' ? toned('danger', ' !') : '',
          faint(due === undefined ? '' : `  ${dayOrMoment(due)}${repeat === undefined ? '' : ', repeats'}`),
        ],
      })),
    { empty: items.length === 0 ? 'Nothing yet' : 'Everything is done.' },
  ),
]
