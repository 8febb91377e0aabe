import { line, bold } from '../../contract/text/blocks.ts'
import { convert } from '../../platform/language/values/unit-table.ts'
import type { Description } from '../description.ts'
import { unitsOf } from './conversion.ts'

export const describe: Description<'unit_converter'> = (
  { category = 'length', value = 1, from: source, to: target },
  { significant },
) => {
  const { from, to } = unitsOf({ category, from: source, to: target })
  const result = convert(value, from, to)
  const shown = Number.isFinite(result) ? significant(result) : '–'
  return [line(`${significant(value)} ${from.symbol} = `, bold(shown), ` ${to.symbol}`)]
}
