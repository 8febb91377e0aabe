import { heading, boldLine, list, present } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'kanban_board'> = (
  { title, id, columns: names = ['To do', 'Doing', 'Done'] },
  { dayOrMoment },
  { columns = [] },
) => {
  const shown = columns.length > 0 ? columns : names.map((name) => ({ title: name, cards: [] }))
  const parts = shown.map(({ title: name, cards }) =>
    present([
      boldLine(`${name} (${cards.length})`),
      list(
        cards.map(({ title: what, due, labels = [] }) => ({
          mark: '▪',
          spans: [what],
          detail: [...(due === undefined ? [] : [dayOrMoment(due)]), ...labels].join(', '),
        })),
      ),
    ]),
  )
  return [heading(title ?? id), { kind: 'group', layout: 'grid', parts, columns: parts.length }]
}
