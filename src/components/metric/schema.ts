import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice, currencyCode, decimals, icon, line, numberFormat, textOrNumber, unit } from '../members.ts'

export const metric = defineComponent({
  type: 'metric',
  tier: 0,
  summary: 'One number that matters, large, with its change: choose it for a single figure.',
  props: closed({
    label: line('What is measured'),
    value: textOrNumber('The figure'),
    format: numberFormat,
    currency: Type.Optional(currencyCode('Currency of an amount')),
    decimals,
    unit,
    change: Type.Optional(
      Type.Number({ description: 'How much it changed, in the same unit or in change_unit' }),
    ),
    change_unit: Type.Optional(line('Unit of the change, e.g. %', 24)),
    change_label: Type.Optional(line('Since when, e.g. since yesterday', 80)),
    higher_is: choice(['neutral', 'good', 'bad'], 'Whether a rise is good; sets the color of the change'),
    values: Type.Optional(
      Type.Array(Type.Number(), {
        maxItems: 500,
        description: 'Past values, oldest first; drawn as a small line',
      }),
    ),
    icon,
  }),
  example: { label: 'Visits today', value: 1_284, change: 12.5, change_unit: '%', higher_is: 'good' },
})
