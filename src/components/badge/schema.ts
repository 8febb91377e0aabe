import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { icon, line, tone } from '../members.ts'

export const badge = defineComponent({
  type: 'badge',
  tier: 0,
  summary: 'A state or a kind in one or two words, beside something else.',
  props: closed({ text: line('The word', 60), tone, icon }),
  example: { text: 'Running', tone: 'success' },
})
