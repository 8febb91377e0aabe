import type { Description } from '../description.ts'

export const describe: Description<'row'> = ({ children }, { inner }) => [
  { kind: 'group', layout: 'row', parts: inner(children) },
]
