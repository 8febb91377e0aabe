import { createContext, use } from 'react'
import type { Board, Column, Destination, Step } from './board.ts'

/** What can be done on a board. It stays the same while the board is drawn, so that its cards need not be drawn again. */
export interface BoardActions {
  /** Tells this board from another on the same page. */
  readonly board: string
  readonly hintId: string
  move(cardId: string, to: Destination): void
  step(cardId: string, step: Step): void
  /** Moves the focus and not the card. */
  go(cardId: string, step: Step): void
  open(cardId: string | undefined): void
  add(columnId: string, title: string): void
  remove(cardId: string): void
  change(edit: (board: Board) => Board): void
  /** The columns as they are now, for the menu of a card. */
  columns(): readonly Column[]
}

export const BoardContext = createContext<BoardActions | undefined>(undefined)

export function useBoard(): BoardActions {
  const actions = use(BoardContext)
  if (!actions) throw new Error('A card was drawn outside of a board.')
  return actions
}
