import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { decimals, defaulted, line, Tone, unit } from '../members.ts'

export const gauge = defineComponent({
  type: 'gauge',
  tier: 0,
  summary: 'A value within its range on a dial, e.g. CPU load or a temperature.',
  props: closed({
    label: line('What is measured'),
    value: Type.Number({ description: 'Current value' }),
    min: defaulted(Type.Number({ default: 0, description: 'Left end of the dial' })),
    max: defaulted(Type.Number({ default: 100, description: 'Right end of the dial' })),
    unit,
    decimals,
    thresholds: Type.Optional(
      Type.Array(closed({ from: Type.Number({ description: 'Start of the zone' }), tone: Tone }), {
        maxItems: 10,
        description: 'Zones of the dial, in ascending order',
      }),
    ),
  }),
  example: {
    label: 'CPU',
    value: 37,
    unit: '%',
    thresholds: [
      { from: 80, tone: 'warning' },
      { from: 95, tone: 'danger' },
    ],
  },
})
