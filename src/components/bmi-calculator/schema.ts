import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice } from '../members.ts'

export const bmiCalculator = defineComponent({
  type: 'bmi_calculator',
  tier: 1,
  summary: 'Works out the body mass index from height and weight.',
  props: closed({
    height_cm: Type.Optional(
      Type.Number({ minimum: 30, maximum: 300, description: 'Height in centimetres' }),
    ),
    weight_kg: Type.Optional(Type.Number({ minimum: 1, maximum: 700, description: 'Weight in kilograms' })),
    units: choice(['metric', 'imperial'], 'Units to enter and show'),
  }),
  example: { height_cm: 178, weight_kg: 72 },
  gallery: {
    group: 'Calculate',
    title: 'BMI calculator',
    about: 'Body mass index from height and weight',
    icon: 'scale',
    settings: ['units'],
    start: {},
    own: { units: 'UNITS' },
  },
})
