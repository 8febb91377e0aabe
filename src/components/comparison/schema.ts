import { defineComponent } from '../../contract/component.ts'
import { closed, dictionary, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { line, markdown, pictureAddress, scalar, title, unit } from '../members.ts'

export const comparison = defineComponent({
  type: 'comparison',
  tier: 0,
  summary: 'Two to six alternatives beside each other by the same criteria, to decide between them.',
  props: closed({
    title,
    criteria: Type.Array(
      closed({
        key: line('Its key in values', 128),
        label: Type.Optional(line('What is compared; default: the key')),
        unit,
        better: Type.Optional(
          literals(['higher', 'lower'], { description: 'Which figure is better; the best one is marked' }),
        ),
      }),
      { minItems: 1, maxItems: 50, description: 'Criteria, in order' },
    ),
    items: Type.Array(
      closed({
        name: line('The alternative'),
        text: Type.Optional(line('What it is, in a sentence', 500)),
        image_url: Type.Optional(pictureAddress('A picture of it')),
        values: dictionary(scalar('Value for a criterion'), {
          description: 'Values by the key of the criterion',
        }),
        recommended: Type.Optional(Type.Boolean({ description: 'Mark it as recommended' })),
        action,
      }),
      { minItems: 2, maxItems: 6, description: 'The alternatives' },
    ),
    verdict: Type.Optional(markdown('Conclusion, as Markdown', 2_000)),
  }),
  example: {
    title: 'Oslo to Bergen',
    criteria: [
      { key: 'hours', label: 'Time', unit: 'h', better: 'lower' },
      { key: 'price', label: 'Price', unit: 'NOK', better: 'lower' },
    ],
    items: [
      { name: 'Train', values: { hours: 6.5, price: 549 }, recommended: true },
      { name: 'Plane', values: { hours: 3, price: 899 } },
    ],
    verdict: 'Take the train: the way is the sight.',
  },
})
