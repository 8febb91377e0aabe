import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { choice, flag, line, textOrNumber } from '../members.ts'

export const input = defineComponent({
  type: 'input',
  tier: 0,
  summary: 'A field to type in: text, a number, an address or a date, in a form or alone.',
  props: closed({
    name: line('Name of the value, unique in its form', 64),
    label: line('What to enter', 200),
    // No field for passwords: secrets belong into the settings, never into a conversation.
    input_type: choice(
      ['text', 'multiline', 'number', 'email', 'url', 'tel', 'search', 'date', 'time', 'datetime'],
      'Kind of value',
    ),
    value: Type.Optional(textOrNumber('Initial value')),
    placeholder: Type.Optional(line('Placeholder shown while it is empty')),
    help: Type.Optional(line('A sentence below the field', 500)),
    required: flag("The form can't be sent without it", false),
    min: Type.Optional(Type.Number({ description: 'Smallest number' })),
    max: Type.Optional(Type.Number({ description: 'Largest number' })),
    max_length: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Maximum number of characters' }),
    ),
    disabled: flag('Shown but read-only', false),
    action,
  }),
  example: { name: 'city', label: 'City', placeholder: 'Oslo', required: true },
})
