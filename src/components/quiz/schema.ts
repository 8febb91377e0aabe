import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { flag, markdownLine, title } from '../members.ts'

export const quiz = defineComponent({
  type: 'quiz',
  tier: 1,
  summary: 'Questions with answers to choose from, scored at once: choose it for "quiz me on" something.',
  props: closed({
    title,
    questions: Type.Array(
      closed({
        question: markdownLine('The question', 1_000),
        options: Type.Array(markdownLine('An answer', 500), {
          minItems: 2,
          maxItems: 8,
          description: 'Answers to choose from',
        }),
        answer: Type.Integer({ minimum: 0, maximum: 7, description: 'Which option is right, from 0' }),
        explanation: Type.Optional(markdownLine('Why, shown after the choice', 2_000)),
      }),
      { minItems: 1, maxItems: 100, description: 'The questions' },
    ),
    shuffle: flag('Ask in random order', false),
  }),
  example: {
    title: 'Capitals',
    questions: [{ question: 'Capital of Norway?', options: ['Bergen', 'Oslo', 'Trondheim'], answer: 1 }],
  },
})
