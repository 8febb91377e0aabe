import type { NewComponent } from '../../../components/schemas.ts'
import type { Component } from '../../../contract/component-schema.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { cleaned } from '../../draw-answer.ts'
import { learnCards } from './flashcards.ts'
import { askQuiz } from './quiz.ts'
import { playTicTacToe } from './tic-tac-toe.ts'

type Played = 'quiz' | 'flashcards' | 'tic_tac_toe'

/** False when the person left before the end. */
type Game<Type extends Played> = (game: NewComponent<Type>, terminal: Terminal) => Promise<boolean>

const games: { readonly [Type in Played]: Game<Type> } = {
  quiz: askQuiz,
  flashcards: learnCards,
  tic_tac_toe: playTicTacToe,
}

/** What a person at a terminal plays there rather than looks at. */
export function isPlayed({ type }: Component, terminal: Terminal): boolean {
  return terminal.canAsk && terminal.isInteractive && Object.hasOwn(games, type)
}

export async function play(game: Component, terminal: Terminal): Promise<void> {
  const rules = games[game.type as Played] as (game: Component, terminal: Terminal) => Promise<boolean>
  if (!(await rules(cleaned(game) as Component, terminal))) terminal.print()
}
