import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, flag, line } from '../members.ts'

export const coinFlip = defineComponent({
  type: 'coin_flip',
  tier: 1,
  summary: 'Flips a coin, or decides between two things by chance.',
  props: closed({
    count: defaulted(Type.Integer({ default: 1, minimum: 1, maximum: 100, description: 'How many times' })),
    heads: defaulted({ ...line('One side', 60), default: 'Heads' }),
    tails: defaulted({ ...line('The other side', 60), default: 'Tails' }),
    autostart: flag('Flip right away', true),
  }),
  example: { heads: 'Pizza', tails: 'Sushi' },
  gallery: {
    group: 'Play and learn',
    title: 'Coin flip',
    about: 'Decide between two things by chance',
    icon: 'coins',
    settings: ['heads', 'tails'],
    start: { autostart: false },
  },
})
