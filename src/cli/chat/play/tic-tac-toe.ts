import { randomInt } from 'node:crypto'
import type { NewComponent } from '../../../components/schemas.ts'
import {
  chooseCell,
  EMPTY_BOARD,
  isFull,
  nextMark,
  played,
  winnerOf,
  type Board,
} from '../../../components/tic-tac-toe/game.ts'
import type { Terminal } from '../../terminal/terminal.ts'

type Game = NewComponent<'tic_tac_toe'>

export async function playTicTacToe(
  { opponent = 'computer', difficulty = 'medium', player = 'x' }: Game,
  terminal: Terminal,
): Promise<boolean> {
  terminal.print(terminal.style('gray', 'Enter the number of a cell; q quits.'))
  let board = EMPTY_BOARD
  while (!winnerOf(board) && !isFull(board)) {
    if (opponent === 'computer' && nextMark(board) !== player) {
      board = played(board, chooseCell(board, difficulty, randomInt))
      continue
    }
    show(board, terminal)
    const cell = await freeCell(board, terminal)
    if (cell === undefined) return false
    board = played(board, cell)
  }
  show(board, terminal)
  terminal.print(terminal.style('bold', outcome(board, opponent === 'computer' ? player : undefined)))
  return true
}

/** Undefined when the person leaves. */
async function freeCell(board: Board, terminal: Terminal): Promise<number | undefined> {
  for (;;) {
    const typed = await terminal.ask(`Cell for ${nextMark(board)}: `)
    if (typed === undefined || typed.toLowerCase() === 'q') return undefined
    const cell = /^[1-9]$/.test(typed) ? Number(typed) - 1 : -1
    if (board[cell] === null) return cell
    terminal.print(terminal.style('gray', 'Enter the number of a free cell, or q.'))
  }
}

function show(board: Board, terminal: Terminal): void {
  const cells = board.map((mark, index) =>
    mark === null ? terminal.style('gray', String(index + 1)) : terminal.style('bold', mark),
  )
  const rows = [0, 3, 6].map((from) => ` ${cells.slice(from, from + 3).join(' │ ')}`)
  terminal.print()
  terminal.print(rows.join('\n───┼───┼───\n'))
}

/** Against the computer it is said to one player, else to both. */
function outcome(board: Board, player: 'x' | 'o' | undefined): string {
  const winner = winnerOf(board)
  if (!winner) return "It's a draw."
  if (player === undefined) return `${winner} wins.`
  return winner === player ? 'You win.' : 'The computer wins.'
}
