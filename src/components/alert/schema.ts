import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { defaulted, flag, icon, line, markdown, title, Tone } from '../members.ts'

export const alert = defineComponent({
  type: 'alert',
  tier: 0,
  summary: 'A note that must not be overlooked: a warning, a success, something to know first.',
  props: closed({
    text: markdown('The note, as Markdown without blocks', 4_000),
    title,
    tone: defaulted({ ...Tone, default: 'info' }),
    icon,
    dismissible: flag('Whether it can be closed', true),
    action,
    action_label: Type.Optional(line('Text of the button that does action', 80)),
  }),
  example: {
    title: 'Disk nearly full',
    text: '3 % of the disk is free.',
    tone: 'warning',
    action: { kind: 'chat', message: 'Find large files' },
    action_label: 'Find large files',
  },
})
