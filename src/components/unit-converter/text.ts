import { line, bold } from '../../contract/text/blocks.ts'
import { convert, findUnit, unitsByCategory } from '../../platform/language/values/unit-table.ts'
import type { Description } from '../description.ts'

export const describe: Description<'unit_converter'> = (
  { category = 'length', value = 1, from, to },
  { figure },
) => {
  const first = findUnit(from, category) ?? unitsByCategory[category][0]
  const units = unitsByCategory[first.category]
  const wanted = findUnit(to, first.category)
  const second = wanted && units.includes(wanted) ? wanted : units.find((unit) => unit !== first)!
  const converted = Number(convert(value, first, second).toPrecision(7))
  return [line(`${figure(value)} ${first.symbol} = `, bold(String(converted)), ` ${second.symbol}`)]
}
