import { faint, list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'slider'> = (
  { label, min = 0, max = 100, value = min, unit },
  { figure },
) => [
  list([
    {
      mark: `${label}:`,
      spans: [
        { bar: (value - min) / (max - min || 1), columns: 12 },
        ` ${figure(value, { unit })} `,
        faint(`(${figure(min)} to ${figure(max)})`),
      ],
    },
  ]),
]
