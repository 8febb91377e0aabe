import { plain, heading, boldLine, column, inset } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'held'> = ({ title, loads, addresses, children }, { inner, isShared }) => {
  const inside = column(inner(children))
  if (isShared)
    return [boldLine(title), inside, plain('Part of this answer only loads in Deskhand on your computer.')]
  return [
    heading(title ?? 'Not loaded yet'),
    inside,
    plain(`Open Deskhand in a browser to ${loads === 'script' ? 'run' : 'load'} this.`),
    inset(...addresses.map(plain)),
  ]
}
