import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, flag, line } from '../members.ts'

export const diceRoller = defineComponent({
  type: 'dice_roller',
  tier: 1,
  summary: 'Rolls dice: choose it for "roll two dice" or "3d6+2".',
  props: closed({
    count: defaulted(Type.Integer({ default: 1, minimum: 1, maximum: 100, description: 'How many dice' })),
    sides: defaulted(Type.Integer({ default: 6, minimum: 2, maximum: 1_000, description: 'Sides of each' })),
    modifier: defaulted(
      Type.Integer({ default: 0, minimum: -1_000, maximum: 1_000, description: 'Added to the sum' }),
    ),
    label: Type.Optional(line('What the roll is for')),
    autostart: flag('Roll right away', true),
  }),
  example: { count: 2, sides: 6 },
  gallery: {
    group: 'Play and learn',
    title: 'Dice',
    about: 'Roll one die or many',
    icon: 'dices',
    settings: ['count', 'sides', 'modifier'],
    start: { autostart: false },
  },
})
