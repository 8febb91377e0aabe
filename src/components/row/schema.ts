import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { align, children, choice, flag, gap } from '../members.ts'

export const row = defineComponent({
  type: 'row',
  tier: 0,
  summary: 'Puts a few components side by side, e.g. two metrics or a line of buttons.',
  props: closed({
    children: children('The components, from start to end'),
    gap,
    align,
    justify: choice(['start', 'center', 'end', 'between'], 'How to use the free space'),
    wrap: flag("Wrap to a new line if they don't fit", true),
  }),
  example: {
    children: [
      { type: 'badge', text: 'Running', tone: 'success' },
      { type: 'text', text: '3 of 5 steps' },
    ],
  },
})
