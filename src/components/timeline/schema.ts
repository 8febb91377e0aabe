import { defineComponent } from '../../contract/component.ts'
import { closed, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { flag, icon, line, markdown, title } from '../members.ts'

export const timeline = defineComponent({
  type: 'timeline',
  tier: 0,
  summary: 'Events in the order of time: a history, a plan, an itinerary.',
  props: closed({
    title,
    items: Type.Array(
      closed({
        title: line('What happened'),
        time: Type.Optional(line('When, as a person would write it, or as ISO 8601', 80)),
        text: Type.Optional(markdown('More about it, as Markdown', 2_000)),
        status: Type.Optional(literals(['done', 'active', 'planned', 'failed'], { description: 'Status' })),
        icon,
        action,
      }),
      { minItems: 1, maxItems: 300, description: 'The events, oldest first' },
    ),
    horizontal: flag('Left to right, for a few short events', false),
  }),
  example: {
    title: 'Apollo 11',
    items: [
      { time: '16 July 1969', title: 'Launch' },
      { time: '20 July 1969', title: 'Landing on the Moon', text: 'In the Sea of Tranquility' },
    ],
  },
})
