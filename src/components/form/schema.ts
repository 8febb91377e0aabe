import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { Action } from '../action.ts'
import { children, defaulted, markdown, title } from '../members.ts'

export const form = defineComponent({
  type: 'form',
  tier: 0,
  summary: 'Asks for several values at once: choose it when a tool or a plan needs more than one answer.',
  props: closed({
    title,
    text: Type.Optional(markdown('What it is for, as Markdown', 4_000)),
    children: children('The fields: input, select, toggle and slider, each with its own name', {
      minItems: 1,
    }),
    submit_label: defaulted(
      Type.String({ default: 'Send', minLength: 1, maxLength: 80, description: 'Text of its button' }),
    ),
    action: Type.Optional({
      ...Action,
      description: 'What to do with the values; $name is a field. Default: send them to the chat',
    }),
  }),
  example: {
    title: 'Book a table',
    children: [
      { type: 'input', name: 'day', label: 'Day', input_type: 'date' },
      { type: 'slider', name: 'people', label: 'People', min: 1, max: 10, value: 2 },
    ],
    submit_label: 'Ask for it',
    action: { kind: 'chat', message: 'Draft a mail that books a table on $day for $people people' },
  },
})
