import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { children, defaulted, flag, icon, line, title, tone } from '../members.ts'

export const card = defineComponent({
  type: 'card',
  tier: 0,
  summary: 'A framed group with a title: choose it when several components belong to one thing.',
  props: closed({
    title,
    subtitle: Type.Optional(line('Subtitle', 300)),
    icon,
    tone,
    children: defaulted({ ...children('What the card holds'), default: [] }),
    footer: Type.Optional(line('A quiet line at the bottom, e.g. where the facts come from', 500)),
    collapsed: flag('Start collapsed, showing only the header', false),
    action,
  }),
  example: {
    title: 'Backup',
    subtitle: 'Last night, 02:00',
    icon: 'hard-drive',
    children: [{ type: 'progress', value: 100, label: '128 files' }],
  },
})
