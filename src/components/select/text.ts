import { plain, quiet, list, inset } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'select'> = ({ label, options, value, values = [], help }) => {
  const chosen = new Set([value, ...values])
  return [
    plain(label),
    inset(
      list(
        options.map((option) => ({
          mark: chosen.has(option.value) ? '◉' : '○',
          spans: [option.label ?? String(option.value)],
        })),
      ),
      quiet(help),
    ),
  ]
}
