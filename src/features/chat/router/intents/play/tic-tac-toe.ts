import { Type } from '../../../../../contract/type.ts'
import { defineIntent, optional } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'tic_tac_toe',
  label: 'Tic-tac-toe',
  example: 'Play tic-tac-toe',
  slots: { difficulty: optional.text, opponent: Type.Optional(Type.Literal('person')) },
  templates: [
    '[<start>|(i|we) (want|would like) to play|(can|could|shall) we play] [<a>] [new] [game of|round of] [{difficulty=easy} easy|{difficulty=perfect} (hard|perfect|impossible)] (tic tac toe|tic-tac-toe|tictactoe|noughts (and|&) crosses) [game] [with me|(against|with|versus) (you|the computer|{opponent=person} (a friend|my friend|someone|another person))] [for two players] [on ({difficulty=easy} easy|{difficulty=perfect} (hard|perfect|impossible))]',
  ],
  examples: [
    '(a|one|quick) game of (tictactoe|tic-tac-toe|tic tac toe)',
    '(tictactoe|tic-tac-toe) [please|now|with me]',
  ],
})
