import { heading, line } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'
import { colorCode } from './color.ts'

export const describe: Description<'color_picker'> = ({
  color = '#3b82f6',
  palette = [],
  format = 'hex',
  label,
}) => [
  heading(label),
  ...[...new Set([color, ...palette])].map((each) => line({ color: each }, ` ${colorCode(each, format)}`)),
]
