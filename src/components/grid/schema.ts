import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { children, gap } from '../members.ts'

export const grid = defineComponent({
  type: 'grid',
  tier: 0,
  summary: 'Lays out four or more similar components evenly, e.g. cards or pictures.',
  props: closed({
    children: children('What fills the grid, row by row'),
    columns: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 6,
        description: 'Maximum number of columns; default: as many as fit',
      }),
    ),
    gap,
  }),
  example: {
    columns: 2,
    children: [
      { type: 'metric', label: 'Memory', value: 4.2, unit: 'GB' },
      { type: 'metric', label: 'Load', value: 0.42 },
    ],
  },
})
