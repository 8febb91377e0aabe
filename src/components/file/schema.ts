import { defineComponent } from '../../contract/component.ts'
import { closed, exactlyOne, identifier, timestamp } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line, passage, pictureAddress, webAddress } from '../members.ts'

export const file = defineComponent({
  type: 'file',
  tier: 0,
  summary: 'One file that was found or made, to open, download or ask about.',
  props: closed(
    {
      name: line('Name of the file', 300),
      path: Type.Optional(line('Absolute path on this machine', 4_096)),
      file_id: Type.Optional(identifier('A file from POST /api/upload')),
      url: Type.Optional(webAddress('Address on the web')),
      mime_type: Type.Optional(line('Media type, e.g. application/pdf', 128)),
      size_bytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Size in bytes' })),
      modified_at: Type.Optional(timestamp('When it was last changed')),
      preview: Type.Optional(passage('Beginning of its text', 4_000)),
      image_url: Type.Optional(pictureAddress('A small picture of it')),
    },
    exactlyOne(['path', 'file_id', 'url']),
  ),
  example: {
    name: 'budget.xlsx',
    path: '/home/ada/Documents/budget.xlsx',
    mime_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    size_bytes: 18_432,
  },
})
