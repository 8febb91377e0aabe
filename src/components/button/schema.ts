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
    label: line('What pressing it does, beginning with a verb', 80),
    action: Action,
    look: choice(
      ['secondary', 'primary', 'danger', 'quiet'],
      'primary for the one main step, danger for what cannot be undone',
    ),
    icon,
    hint: Type.Optional(line('Shown when the pointer rests on it', 300)),
    question: Type.Optional(line('Asked before it happens, e.g. Delete 3 files?', 300)),
    disabled: flag('Shown, but cannot be pressed', false),
  }),
  example: { label: 'Show the forecast', action: { kind: 'chat', message: 'Weather in Oslo this week' } },
})
