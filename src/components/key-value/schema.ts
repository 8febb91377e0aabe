import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { icon, line, scalar, title, Tone, unit } from '../members.ts'

export const keyValue = defineComponent({
  type: 'key_value',
  tier: 0,
  summary: 'Facts about one thing as label and value, e.g. the details of a file or an order.',
  props: closed({
    title,
    items: Type.Array(
      closed({
        label: line('What the value is'),
        value: scalar('The value; null is shown as a dash'),
        unit,
        icon,
        tone: Type.Optional(Tone),
        copyable: Type.Optional(Type.Boolean({ description: 'Offer to copy the value' })),
      }),
      { maxItems: 200, description: 'The facts, in order' },
    ),
    columns: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 4,
        description: 'Number of columns; default: as many as fit',
      }),
    ),
  }),
  example: {
    title: 'report.xlsx',
    items: [
      { label: 'Sheets', value: 3 },
      { label: 'Folder', value: '~/Documents', copyable: true },
    ],
  },
})
