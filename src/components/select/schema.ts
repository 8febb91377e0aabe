import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { choice, flag, line, textOrNumber } from '../members.ts'

export const select = defineComponent({
  type: 'select',
  tier: 0,
  summary: 'A choice from a known list: choose it when only certain answers are possible.',
  props: closed({
    name: line('Name of the value, unique in its form', 64),
    label: line('What is chosen'),
    options: Type.Array(
      closed({
        value: textOrNumber('Value of the option'),
        label: Type.Optional(line('Label; default: the value')),
        description: Type.Optional(line('Description', 500)),
      }),
      { minItems: 1, maxItems: 500, description: 'What can be chosen' },
    ),
    value: Type.Optional(textOrNumber('Chosen at first')),
    values: Type.Optional(
      Type.Array(textOrNumber('A value'), { maxItems: 500, description: 'Chosen at first, with multiple' }),
    ),
    multiple: flag('More than one can be chosen', false),
    look: choice(['dropdown', 'radio', 'chips'], 'chips for a few short ones, dropdown for many'),
    help: Type.Optional(line('A sentence below it', 500)),
    required: flag("The form can't be sent without it", false),
    disabled: flag('Shown but read-only', false),
    action,
  }),
  example: {
    name: 'units',
    label: 'Units',
    options: [
      { value: 'metric', label: 'Metric' },
      { value: 'imperial', label: 'Imperial' },
    ],
    value: 'metric',
    look: 'chips',
  },
})
