import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, flag } from '../members.ts'

export const metronome = defineComponent({
  type: 'metronome',
  tier: 1,
  summary: 'Beats time for music practice.',
  props: closed({
    bpm: defaulted(Type.Number({ default: 100, minimum: 20, maximum: 300, description: 'Beats per minute' })),
    beats_per_bar: defaulted(
      Type.Integer({
        default: 4,
        minimum: 1,
        maximum: 16,
        description: 'Beats per bar; the first is louder',
      }),
    ),
    autostart: flag('Start right away', false),
  }),
  example: { bpm: 90, beats_per_bar: 3 },
  gallery: {
    group: 'Make',
    title: 'Metronome',
    about: 'Beats time for music practice',
    icon: 'music',
    settings: ['bpm', 'beats_per_bar'],
    start: {},
  },
})
