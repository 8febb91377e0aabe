import { defineComponent } from '../../contract/component.ts'
import { closed, dictionary, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { currencyCode, decimals, defaulted, flag, line, scalar, Tone, unit } from '../members.ts'

export const table = defineComponent({
  type: 'table',
  tier: 0,
  summary: 'Rows with the same columns: choose it for three or more things with two or more figures each.',
  props: closed({
    columns: Type.Array(
      closed({
        key: line('Its key in each row', 128),
        label: Type.Optional(line('Column header; default: the key')),
        type: Type.Optional(
          literals(
            [
              'text',
              'number',
              'currency',
              'percent',
              'bytes',
              'duration',
              'date',
              'datetime',
              'boolean',
              'link',
              'badge',
              'code',
            ],
            { description: 'How to format its cells; duration is in seconds, percent of 12.5 is 12.5 %' },
          ),
        ),
        align: Type.Optional(
          literals(['start', 'center', 'end'], {
            description: 'Default: numbers at the end, the rest at the start',
          }),
        ),
        currency: Type.Optional(currencyCode('Currency of its amounts')),
        decimals,
        unit,
        tones: Type.Optional(
          dictionary(Tone, {
            description: 'Tone of each word in a badge column, e.g. failed: danger',
          }),
        ),
      }),
      { minItems: 1, maxItems: 50, description: 'The columns, in order' },
    ),
    rows: Type.Array(dictionary(scalar('A cell'), { description: 'Cells by the key of their column' }), {
      maxItems: 1_000,
      description: 'The rows',
    }),
    caption: Type.Optional(line('What the table shows', 300)),
    sortable: flag('Click a header to sort by that column', true),
    sort_key: Type.Optional(line('Column to sort by at first; default: as given', 128)),
    descending: flag('Sort descending at first', false),
    searchable: flag('Show a filter field', false),
    page_size: defaulted(
      Type.Integer({ default: 25, minimum: 1, maximum: 1_000, description: 'Rows per page' }),
    ),
    total_rows: Type.Optional(
      Type.Integer({ minimum: 0, description: "Total number of rows, if these aren't all" }),
    ),
    empty_text: Type.Optional(line('Shown when the table is empty', 300)),
  }),
  example: {
    caption: 'Top processes',
    columns: [
      { key: 'name', label: 'Process' },
      { key: 'cpu', label: 'CPU', type: 'percent', decimals: 1 },
      { key: 'memory', label: 'Memory', type: 'bytes' },
    ],
    rows: [
      { name: 'node', cpu: 12.5, memory: 104_857_600 },
      { name: 'chromium', cpu: 3.1, memory: 734_003_200 },
    ],
    sort_key: 'cpu',
    descending: true,
  },
})
