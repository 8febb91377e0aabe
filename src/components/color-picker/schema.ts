import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { choice, color, defaulted, line } from '../members.ts'

export const colorPicker = defineComponent({
  type: 'color_picker',
  tier: 1,
  summary: 'Chooses a color, or shows a palette with its codes.',
  props: closed({
    color: defaulted({ ...color, default: '#3b82f6' }),
    palette: Type.Optional(
      Type.Array(color, { minItems: 1, maxItems: 50, description: 'Colors that go together, each to copy' }),
    ),
    format: choice(['hex', 'rgb', 'hsl', 'oklch'], 'Code format'),
    label: Type.Optional(line('What the color is for')),
    action,
  }),
  example: { color: '#0f766e', palette: ['#0f766e', '#f59e0b', '#1e293b'] },
  gallery: {
    group: 'Make',
    title: 'Color picker',
    about: 'Choose a color and copy its code',
    icon: 'palette',
    settings: ['color', 'format'],
    start: {},
  },
})
