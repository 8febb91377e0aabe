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
        id: line('Name that the edges use', 64),
        label: line('What stands in the box'),
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
        from: line('Node where the arrow begins', 64),
        to: line('Node where it ends', 64),
        label: Type.Optional(line('What stands beside the arrow', 80)),
        dashed: Type.Optional(Type.Boolean({ description: 'Draw it dashed, for what is optional' })),
      }),
      { maxItems: 500, description: 'The arrows' },
    ),
    direction: choice(['right', 'down'], 'Where the arrows lead'),
    caption: Type.Optional(line('What it shows, in a sentence; read to who cannot see it', 500)),
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
