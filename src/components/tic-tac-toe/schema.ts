import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { choice } from '../members.ts'

export const ticTacToe = defineComponent({
  type: 'tic_tac_toe',
  tier: 1,
  summary: 'A game of tic-tac-toe against the computer or another person.',
  props: closed({
    opponent: choice(['computer', 'person'], 'Who plays the other side'),
    difficulty: choice(['medium', 'easy', 'perfect'], 'How well the computer plays'),
    player: choice(['x', 'o'], "The reader's mark; x starts"),
  }),
  example: { difficulty: 'perfect' },
  gallery: {
    group: 'Play and learn',
    title: 'Tic-tac-toe',
    about: 'Against the computer or another person',
    icon: 'gamepad-2',
    settings: ['opponent', 'difficulty'],
    start: {},
  },
})
