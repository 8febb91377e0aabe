import { quiet, line, bold } from '../../contract/text/blocks.ts'
import { calculate, withoutDust } from '../../platform/language/values/evaluate.ts'
import type { Description } from '../description.ts'

export const describe: Description<'calculator'> = ({ expression, result }) => {
  if (expression === undefined) return [quiet('Say what to calculate, for example 17 % of 240.')]
  const { value, problem } = calculate(expression)
  const shown = value === undefined ? (result ?? problem ?? '') : withoutDust(value)
  return [line(`${expression} = `, bold(String(shown)))]
}
