import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line } from '../members.ts'

export const divider = defineComponent({
  type: 'divider',
  tier: 0,
  summary: 'A thin line between two parts of an answer.',
  props: closed({ label: Type.Optional(line('A word or two in the middle of the line', 80)) }),
  example: { label: 'Earlier' },
})
