import { defineComponent } from '../../contract/component.ts'
import { closed, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { children, title } from '../members.ts'

export const held = defineComponent({
  type: 'held',
  tier: 0,
  summary:
    'A part of an answer that a person must see the addresses of before it is loaded; only the service makes it.',
  props: closed({
    title,
    loads: literals(['picture', 'feed', 'data', 'script'], {
      description: 'What would be loaded: a picture, a feed, data of this service, or a widget with a script',
    }),
    addresses: Type.Array(
      Type.String({ maxLength: 800_000, description: 'A full address, to show but not load' }),
      { maxItems: 300, description: 'Where it would be loaded from; none for a widget' },
    ),
    children: children('What can be shown before loading'),
  }),
  example: {
    title: 'Project news',
    loads: 'feed',
    addresses: ['https://example.com/feed.xml?for=ada'],
    children: [],
  },
})
