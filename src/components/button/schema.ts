import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { Action } from '../action.ts'
import { choice, flag, icon, line } from '../members.ts'

export const button = defineComponent({
  type: 'button',
  tier: 0,
  summary: 'Something to press: choose it to offer a next step or a suggestion.',
  props: closed({
    label: line('What it does, starting with a verb', 80),
    action: Action,
    look: choice(
      ['secondary', 'primary', 'danger', 'quiet'],
      "primary for the main step, danger for what can't be undone",
    ),
    icon,
    hint: Type.Optional(line('Shown on hover', 300)),
    question: Type.Optional(line('Confirmation to ask first, e.g. Delete 3 files?', 300)),
    disabled: flag('Shown but disabled', false),
  }),
  example: { label: 'Show the forecast', action: { kind: 'chat', message: 'Weather in Oslo this week' } },
})
