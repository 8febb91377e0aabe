import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { defaulted, flag, line, unit } from '../members.ts'

export const slider = defineComponent({
  type: 'slider',
  tier: 0,
  summary: 'Sets a number within a range by dragging, e.g. a volume or how many people.',
  props: closed({
    name: line('Name of the value, unique in its form', 64),
    label: line('What is set'),
    min: defaulted(Type.Number({ default: 0, description: 'Smallest value' })),
    max: defaulted(Type.Number({ default: 100, description: 'Largest value' })),
    step: defaulted(Type.Number({ default: 1, exclusiveMinimum: 0, description: 'Step between values' })),
    value: Type.Optional(Type.Number({ description: 'Initial value; default: min' })),
    unit,
    disabled: flag('Shown but read-only', false),
    action,
  }),
  example: { name: 'volume', label: 'Volume', min: 0, max: 100, value: 40, unit: '%' },
})
