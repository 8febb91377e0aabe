import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, line, tone } from '../members.ts'

export const progress = defineComponent({
  type: 'progress',
  tier: 0,
  summary: 'How far something has come: choose it for work that is under way or a share that is used.',
  props: closed({
    value: Type.Optional(
      Type.Number({ minimum: 0, description: 'How far; leave out if the end is unknown' }),
    ),
    max: defaulted(Type.Number({ default: 100, exclusiveMinimum: 0, description: 'Value at the end' })),
    label: Type.Optional(line('What is in progress')),
    text: Type.Optional(line('Shown instead of the percentage, e.g. 3 of 5')),
    tone,
  }),
  example: { value: 60, label: 'Copying', text: '3 of 5' },
})
