import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { align, children, choice, flag, gap } from '../members.ts'

export const row = defineComponent({
  type: 'row',
  tier: 0,
  summary: 'Puts a few components side by side, e.g. two metrics or a line of buttons.',
  props: closed({
    children: children('What stands side by side, from the start of the line on'),
    gap,
    align,
    justify: choice(
      ['start', 'center', 'end', 'between'],
      'Where the children stand when there is room left',
    ),
    wrap: flag('Go on in a new line when they do not fit', true),
  }),
  example: {
    children: [
      { type: 'badge', text: 'Running', tone: 'success' },
      { type: 'text', text: '3 of 5 steps' },
    ],
  },
})
