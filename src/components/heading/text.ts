import { quiet } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'heading'> = ({ text, level, subtitle }) => [
  { kind: 'heading', text, isMain: level === 1 },
  quiet(subtitle),
]
