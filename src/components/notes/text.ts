import { markdown, boldLine, entries } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'notes'> = ({ title, id }, _context, { notes = [] }) =>
  entries(
    title ?? id,
    notes.map(({ title: name = '', text, pinned }) => [
      boldLine(`${pinned ? '📌 ' : ''}${name}`),
      markdown(text),
    ]),
  )
