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
        key: line('Name of the member of a row', 128),
        label: Type.Optional(line('Head of the column; the key when left out')),
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
            { description: 'How its cells are written; duration is in seconds, percent of 12.5 is 12.5 %' },
          ),
        ),
        align: Type.Optional(
          literals(['start', 'center', 'end'], {
            description: 'Numbers at the end, the rest at the start when left out',
          }),
        ),
        currency: Type.Optional(currencyCode('Currency of its amounts')),
        decimals,
        unit,
        tones: Type.Optional(
          dictionary(Tone, {
            description: 'Meaning of the words in a badge column, by word, e.g. failed: danger',
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
    sortable: flag('A click on a head sorts by that column', true),
    sort_key: Type.Optional(line('Column that the rows are sorted by at first; as given when left out', 128)),
    descending: flag('Sorted from the largest down at first', false),
    searchable: flag('A field above it filters the rows', false),
    page_size: defaulted(
      Type.Integer({ default: 25, minimum: 1, maximum: 1_000, description: 'Rows shown at a time' }),
    ),
    total_rows: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How many rows there are, when these are not all' }),
    ),
    empty_text: Type.Optional(line('Said when there is no row', 300)),
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
