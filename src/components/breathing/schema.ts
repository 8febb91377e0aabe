import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, line } from '../members.ts'

const seconds = (value: number, description: string) =>
  defaulted(Type.Number({ default: value, minimum: 0, maximum: 60, description }))

export const breathing = defineComponent({
  type: 'breathing',
  tier: 1,
  summary: 'Guides calm breathing with a growing and shrinking circle: choose it to relax or fall asleep.',
  props: closed({
    inhale_s: seconds(4, 'Seconds to breathe in'),
    hold_s: seconds(4, 'Seconds to hold after breathing in'),
    exhale_s: seconds(4, 'Seconds to breathe out'),
    rest_s: seconds(4, 'Seconds to hold after breathing out'),
    cycles: defaulted(
      Type.Integer({ default: 6, minimum: 1, maximum: 100, description: 'How many breaths' }),
    ),
    label: Type.Optional(line('Name of the exercise')),
  }),
  example: { label: '4-7-8', inhale_s: 4, hold_s: 7, exhale_s: 8, rest_s: 0, cycles: 4 },
  gallery: {
    group: 'Play and learn',
    title: 'Breathing',
    about: 'Calm breathing with a circle',
    icon: 'wind',
    settings: ['inhale_s', 'hold_s', 'exhale_s', 'rest_s', 'cycles'],
    start: {},
  },
})
