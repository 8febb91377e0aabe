import { defineIntent } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'drawing_canvas',
  label: 'Drawing',
  example: 'Open a drawing canvas',
  templates: [
    '[<start>|show [me]] [<a>] [blank|new|empty|digital] (drawing [canvas|board|pad]|paint [canvas]|whiteboard|white board|sketch|sketchpad|sketch pad) [canvas]',
    '(<start>|show [me]) [<a>] [blank|new|empty] canvas',
    '[let me|let us|(i|we) (want|would like|need) to] (draw|sketch|doodle) [something|a picture]',
    '(<start>|show me) something to (draw|sketch) on',
  ],
  examples: ['(whiteboard|canvas|paint) [please]'],
})
