import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { icon, line, webAddress } from '../members.ts'

export const link = defineComponent({
  type: 'link',
  tier: 0,
  summary: 'A way to a page or a mail address, with what will be found there.',
  props: closed({
    url: webAddress('Where it leads: http, https, mailto or tel'),
    label: line('What it leads to', 300),
    description: Type.Optional(line('A sentence about it', 1_000)),
    icon,
  }),
  example: { url: 'https://www.visitoslo.com', label: 'Visit Oslo', description: 'Guide of the city' },
})
