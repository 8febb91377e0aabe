import { defineComponent, type Loads } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice, defaulted, line, numberFormat, unit } from '../members.ts'

/**
 * Own GET paths that answer JSON at once: no streams, nothing that fetches an address from the query. A path has one
 * spelling: nothing encoded, no segment that is empty or begins with a dot, so that no other can be meant by it.
 */
const ownPath =
  '^/(health|api(?!/(events|runs|widget/rss)(/|\\?|$))(/[A-Za-z0-9_~:@-][A-Za-z0-9_.~:@-]*)+)(\\?[^\\s#\\\\]*)?$'

export const dataBound = defineComponent({
  type: 'data_bound',
  tier: 2,
  summary:
    'Shows what one of our own GET paths answers and keeps it fresh: choose it for live figures of this machine.',
  props: closed({
    source: Type.String({
      pattern: ownPath,
      maxLength: 2_048,
      loads: 'data' satisfies Loads,
      description: 'GET path of this service with its query, e.g. /api/system/metrics',
    }),
    refresh_ms: defaulted(
      Type.Integer({
        default: 10_000,
        minimum: 1_000,
        maximum: 86_400_000,
        description: 'Milliseconds between two requests',
      }),
    ),
    display: choice(
      ['text', 'metric', 'gauge', 'chart', 'sparkline', 'table', 'key_value', 'json'],
      'How it is shown; chart and sparkline follow a number over time',
    ),
    path: Type.Optional(
      line('Part of the response to show, e.g. cpu.percent or disks[0].free_bytes; default: all of it', 300),
    ),
    label: Type.Optional(line('What it is')),
    format: numberFormat,
    unit,
    min: Type.Optional(Type.Number({ description: 'Lowest value of a gauge or chart' })),
    max: Type.Optional(Type.Number({ description: 'Highest value of a gauge or chart' })),
    points: defaulted(
      Type.Integer({
        default: 60,
        minimum: 2,
        maximum: 1_000,
        description: 'Number of values a chart keeps',
      }),
    ),
  }),
  example: {
    source: '/api/system/metrics',
    path: 'cpu.percent',
    display: 'gauge',
    label: 'CPU',
    unit: '%',
    refresh_ms: 2_000,
  },
  gallery: {
    group: 'News and facts',
    title: 'Processor load',
    about: 'How busy this machine is',
    icon: 'gauge',
  },
})
