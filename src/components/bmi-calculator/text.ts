import { quiet, line, bold, toned } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'
import { bandOf, bodyMassIndex } from './body-mass.ts'

export const describe: Description<'bmi_calculator'> = ({ height_cm, weight_kg }, { figure }) => {
  if (height_cm === undefined || weight_kg === undefined) return [quiet('Say height and weight.')]
  const index = bodyMassIndex({ height_cm, weight_kg })
  const { name, tone } = bandOf(index)
  return [line('BMI ', bold(figure(index, { decimals: 1 })), '  ', toned(tone, name))]
}
