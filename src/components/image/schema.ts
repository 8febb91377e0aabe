import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { choice, line, pictureAddress, source } from '../members.ts'

export const image = defineComponent({
  type: 'image',
  tier: 0,
  summary: 'One picture: a photo, a screenshot or a drawing that was made.',
  props: closed({
    url: pictureAddress('Address of the picture: https, a path of this service, or data:image'),
    alt: Type.String({
      maxLength: 1_000,
      description: 'Alt text; empty for decoration',
    }),
    caption: Type.Optional(line('Caption', 500)),
    width: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Width in pixels' })),
    height: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Height in pixels' })),
    fit: choice(['contain', 'cover'], 'cover fills the space and may crop the edges'),
    source,
    action,
  }),
  example: {
    url: 'https://upload.wikimedia.org/oslo.jpg',
    alt: 'The opera house in Oslo',
    width: 640,
    height: 400,
  },
})
