import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { align, children, gap } from '../members.ts'

export const column = defineComponent({
  type: 'column',
  tier: 0,
  summary: 'Puts components one below the other; choose it inside a row or a grid.',
  props: closed({
    children: children('The components, top to bottom'),
    gap,
    align,
  }),
  example: {
    children: [
      { type: 'heading', text: 'Oslo' },
      { type: 'text', text: 'Capital of Norway' },
    ],
  },
})
