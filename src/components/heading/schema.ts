import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, icon, line } from '../members.ts'

export const heading = defineComponent({
  type: 'heading',
  tier: 0,
  summary: 'A title above what follows: choose it to part a long answer.',
  props: closed({
    text: line('The title', 300),
    level: defaulted(
      Type.Integer({ default: 2, minimum: 1, maximum: 4, description: '1 is the largest, 4 the smallest' }),
    ),
    subtitle: Type.Optional(line('Subtitle', 300)),
    icon,
  }),
  example: { text: 'Three days in Oslo', level: 2 },
})
