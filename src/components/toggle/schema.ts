import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { flag, line } from '../members.ts'

export const toggle = defineComponent({
  type: 'toggle',
  tier: 0,
  summary: 'A switch between yes and no, in a form or with an effect of its own.',
  props: closed({
    name: line('Name of the value, unique in its form', 64),
    label: line('What is on or off'),
    value: flag('Whether it is on at first', false),
    help: Type.Optional(line('A sentence below it', 500)),
    disabled: flag('Shown, but cannot be changed', false),
    action,
  }),
  example: { name: 'notify', label: 'Tell me when it is done', value: true },
})
