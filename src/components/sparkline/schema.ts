import { defineComponent } from '../../contract/component.ts'
import { closed, nullable } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line, tone, unit } from '../members.ts'

export const sparkline = defineComponent({
  type: 'sparkline',
  tier: 0,
  summary: 'A small line without axes that shows how one figure went; choose chart when values must be read.',
  props: closed({
    values: Type.Array(nullable(Type.Number(), { description: 'A value; null is a gap' }), {
      minItems: 2,
      maxItems: 1_000,
      description: 'The values, the oldest first',
    }),
    label: Type.Optional(line('What it shows')),
    unit,
    tone,
  }),
  example: { label: 'Load', values: [0.2, 0.4, 0.3, 1.1, 0.9] },
})
