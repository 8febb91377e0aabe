import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { color, defaulted, title } from '../members.ts'

export const drawingCanvas = defineComponent({
  type: 'drawing_canvas',
  tier: 1,
  summary: 'An empty sheet to draw or sketch on, to be saved as a picture.',
  props: closed({
    title,
    width: defaulted(
      Type.Integer({ default: 800, minimum: 100, maximum: 4_000, description: 'Width in pixels' }),
    ),
    height: defaulted(
      Type.Integer({ default: 500, minimum: 100, maximum: 4_000, description: 'Height in pixels' }),
    ),
    background: defaulted({ ...color, default: '#ffffff' }),
  }),
  example: { title: 'Sketch' },
  gallery: {
    group: 'Make',
    title: 'Drawing',
    about: 'A sheet to sketch on',
    icon: 'paintbrush',
    settings: ['title'],
    start: {},
  },
})
