import { Type } from '../../../../../contract/type.ts'
import { numberOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'

const bmi = '(bmi|body mass index)'
const body =
  '({height:height} [tall] [and|at|with|,] [i weigh|weigh|weighing] {weight:weight}|[weigh|weighing] {weight:weight} [and|at|with|,] [i] [am] {height:height} [tall])'

export const intent = defineIntent({
  name: 'bmi_calculator',
  label: 'Body mass index',
  example: 'BMI for 72 kg and 178 cm',
  slots: {
    height_cm: optional.number,
    weight_kg: optional.number,
    units: Type.Optional(Type.Literal('imperial')),
  },
  needs: ['height_cm', 'weight_kg'],
  templates: [
    `[<what_is>|<start>|<show>] [my|the|a] ${bmi} [calculator]`,
    `[<what_is>] [my|the] ${bmi} [for|of|at|with|if] [i] [am] [someone] ${body}`,
    `i (am|weigh) ${body} what is my ${bmi}`,
  ],
  examples: [
    'bmi for {number} kg and {number} cm',
    'am i overweight at {number} kilos and {number} cm',
    'i am {number} cm tall and weigh {number} kg',
  ],
  fill(captured, { lower }) {
    const isImperial = /\d ?(?:lbs?|pounds?|feet|foot|ft|')/.test(lower)
    return {
      height_cm: numberOf(captured, 'height'),
      weight_kg: numberOf(captured, 'weight'),
      units: isImperial ? ('imperial' as const) : undefined,
    }
  },
})
