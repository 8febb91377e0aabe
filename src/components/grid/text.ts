import type { Description } from '../description.ts'

export const describe: Description<'grid'> = ({ children, columns }, { inner }) => [
  { kind: 'group', layout: 'grid', parts: inner(children), columns },
]
