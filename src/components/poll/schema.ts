import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { flag, line } from '../members.ts'

export const poll = defineComponent({
  type: 'poll',
  tier: 1,
  summary: 'Puts a question to people around one screen and counts their votes.',
  props: closed({
    question: line('The question', 500),
    options: Type.Array(
      closed({
        label: line('An answer'),
        votes: Type.Optional(Type.Integer({ minimum: 0, description: 'Votes so far' })),
      }),
      { minItems: 2, maxItems: 20, description: 'The options' },
    ),
    multiple: flag('A person may vote for more than one', false),
  }),
  example: { question: 'Where do we eat?', options: [{ label: 'Pizza' }, { label: 'Sushi' }] },
  gallery: {
    group: 'Make',
    title: 'Poll',
    about: 'A question to people around one screen',
    icon: 'chart-bar',
    settings: ['question', 'options', 'multiple'],
  },
})
