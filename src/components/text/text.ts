import type { Description } from '../description.ts'

export const describe: Description<'text'> = ({ text, format, tone }) => [
  { kind: 'text', text, isPlain: format === 'plain', tone },
]
