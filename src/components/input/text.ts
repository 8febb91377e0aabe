import { faint, list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'input'> = ({ label, value, placeholder, required = false, help }) => [
  list([
    {
      mark: `${label}${required ? ' *' : ''}:`,
      spans: [value === undefined ? faint(placeholder ?? '…') : String(value)],
      detail: help,
    },
  ]),
]
