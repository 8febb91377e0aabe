import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, line } from '../members.ts'

export const newsTicker = defineComponent({
  type: 'news_ticker',
  tier: 2,
  summary: 'Headlines, of all kinds or on a topic: always choose it for a question about the news.',
  props: closed({
    topic: Type.Optional(line('A category like technology, or any words; default: top headlines')),
    limit: defaulted(
      Type.Integer({ default: 10, minimum: 1, maximum: 50, description: 'Maximum number of headlines' }),
    ),
  }),
  example: { topic: 'technology' },
  gallery: {
    group: 'News and facts',
    title: 'News',
    about: 'Headlines, all of them or on a topic',
    icon: 'newspaper',
    settings: ['topic', 'limit'],
    start: {},
  },
})
