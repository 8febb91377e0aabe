import { defineComponent } from '../../contract/component.ts'
import { closed, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { choice, icon, line, title, Tone } from '../members.ts'

export const diagram = defineComponent({
  type: 'diagram',
  tier: 0,
  summary: 'Boxes and arrows: choose it for how things depend on each other, a process or a hierarchy.',
  props: closed({
    title,
    nodes: Type.Array(
      closed({
        id: line('ID used by the edges', 64),
        label: line('Text in the box'),
        detail: Type.Optional(line('A quieter line below it', 300)),
        shape: Type.Optional(
          literals(['box', 'round', 'diamond', 'cylinder'], {
            description: 'diamond for a decision, cylinder for a store',
          }),
        ),
        tone: Type.Optional(Tone),
        icon,
        action,
      }),
      { minItems: 1, maxItems: 200, description: 'The boxes' },
    ),
    edges: Type.Array(
      closed({
        from: line('Node where the arrow starts', 64),
        to: line('Node where it ends', 64),
        label: Type.Optional(line('Label of the arrow', 80)),
        dashed: Type.Optional(Type.Boolean({ description: 'Dashed, e.g. for something optional' })),
      }),
      { maxItems: 500, description: 'The arrows' },
    ),
    direction: choice(['right', 'down'], 'Direction of the arrows'),
    caption: Type.Optional(line('What it shows, in a sentence, for screen readers', 500)),
  }),
  example: {
    nodes: [
      { id: 'order', label: 'Order' },
      { id: 'paid', label: 'Paid?', shape: 'diamond' },
      { id: 'ship', label: 'Ship' },
    ],
    edges: [
      { from: 'order', to: 'paid' },
      { from: 'paid', to: 'ship', label: 'yes' },
    ],
  },
})
