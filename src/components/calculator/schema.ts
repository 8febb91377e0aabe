import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice, line, textOrNumber } from '../members.ts'

export const calculator = defineComponent({
  type: 'calculator',
  tier: 1,
  summary:
    'A calculator, with a calculation already entered: choose it for arithmetic such as "17 % of 240".',
  props: closed({
    expression: Type.Optional(line('Calculation to start with, e.g. 240 * 17 / 100', 500)),
    result: Type.Optional(textOrNumber('Its result, if known')),
    mode: choice(['basic', 'scientific'], 'Which keys it has'),
  }),
  example: { expression: '240 * 17 / 100', result: 40.8 },
  gallery: {
    group: 'Calculate',
    title: 'Calculator',
    about: 'Basic or scientific',
    icon: 'calculator',
    settings: ['mode'],
    start: {},
  },
})
