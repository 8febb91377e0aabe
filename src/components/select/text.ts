import { plain, quiet, list, inset } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'select'> = ({
  label,
  options,
  value,
  values = [],
  help,
  required = false,
}) => {
  const chosen = new Set([value, ...values])
  return [
    plain(required ? `${label} *` : label),
    inset(
      list(
        options.map((option) => ({
          mark: chosen.has(option.value) ? '◉' : '○',
          spans: [option.label ?? String(option.value)],
          detail: option.description,
        })),
      ),
      quiet(help),
    ),
  ]
}
