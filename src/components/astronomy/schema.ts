import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { choice } from '../members.ts'

export const astronomy = defineComponent({
  type: 'astronomy',
  tier: 2,
  summary: 'Astronomy picture of the day and where the space station is now.',
  props: closed({ show: choice(['both', 'picture', 'station'], 'What was asked for') }),
  example: { show: 'station' },
  gallery: {
    group: 'News and facts',
    title: 'Astronomy',
    about: 'Picture of the day, and the space station',
    icon: 'telescope',
    settings: ['show'],
    start: {},
  },
})
