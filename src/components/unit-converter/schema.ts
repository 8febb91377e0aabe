import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice, defaulted, line } from '../members.ts'

export const unitConverter = defineComponent({
  type: 'unit_converter',
  tier: 1,
  summary:
    'Converts between units of one kind: choose it for "5 miles in km"; for money use currency_converter.',
  props: closed({
    category: choice(
      [
        'length',
        'mass',
        'temperature',
        'volume',
        'area',
        'speed',
        'time',
        'data',
        'energy',
        'power',
        'pressure',
        'angle',
        'fuel',
      ],
      'What is measured',
    ),
    value: defaulted(Type.Number({ default: 1, description: 'How much' })),
    from: Type.Optional(line('Unit to convert from, e.g. mi', 32)),
    to: Type.Optional(line('Unit to convert to, e.g. km', 32)),
  }),
  example: { category: 'length', value: 5, from: 'mi', to: 'km' },
  gallery: {
    group: 'Calculate',
    title: 'Unit converter',
    about: 'Length, weight, temperature and more',
    icon: 'ruler',
    settings: ['category'],
    start: {},
  },
})
