import { Circle, Grid3x3, RotateCcw, X } from 'lucide-react'
import { useEffect, type KeyboardEvent } from 'react'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { randomBelow } from '../view-kit/random.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import {
  chooseCell,
  EMPTY_BOARD,
  isFull,
  nextMark,
  played,
  winnerOf,
  winningLine,
  type Board,
  type Mark,
} from './game.ts'

interface Match {
  readonly board: Board
  readonly wins: Readonly<Record<Mark | 'draw', number>>
}

const THINKING_MS = 350
const NEW_MATCH: Match = { board: EMPTY_BOARD, wins: { x: 0, o: 0, draw: 0 } }
const MARKS = { x: X, o: Circle }

export function TicTacToeView({
  id,
  opponent = 'computer',
  difficulty = 'medium',
  player = 'x',
}: ViewProps<'tic_tac_toe'>) {
  const { value: match, change } = usePersisted<Match>('tic_tac_toe', id, () => NEW_MATCH)
  const { board, wins } = match
  const { announce } = useViewContext()
  const over = winnerOf(board) !== undefined || isFull(board)
  const names =
    opponent === 'computer'
      ? { [player]: 'You', [player === 'x' ? 'o' : 'x']: 'The computer' }
      : { x: 'X', o: 'O' }
  const computerMoves = opponent === 'computer' && !over && nextMark(board) !== player
  useEffect(() => {
    if (!computerMoves) return undefined
    const timer = setTimeout(() => {
      const cell = chooseCell(board, difficulty, randomBelow)
      change((kept) => withMove(kept, cell))
      announce(`The computer plays ${placeOf(cell)}.`)
    }, THINKING_MS)
    return () => clearTimeout(timer)
  }, [computerMoves, board, difficulty, change, announce])
  const status = statusOf(board, names as Names, opponent === 'computer')
  useEffect(() => {
    if (over) announce(status)
  }, [over, status, announce])
  return (
    <Card
      icon={<Grid3x3 aria-hidden className="size-4" />}
      title="Tic-tac-toe"
      subtitle={opponent === 'computer' ? difficulty : 'two players'}
    >
      <p className="mb-2 text-center text-sm font-medium text-ink-2">{status}</p>
      <Cells
        board={board}
        locked={over || computerMoves}
        onPlay={(cell) => change((kept) => withMove(kept, cell))}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-ink-3 tabular-nums">
          {names['x']} {wins.x} · {names['o']} {wins.o} · draws {wins.draw}
        </p>
        <Button
          look={over ? 'primary' : 'secondary'}
          onClick={() => change((kept) => ({ ...kept, board: EMPTY_BOARD }))}
        >
          <RotateCcw aria-hidden className="size-4" />
          New game
        </Button>
      </div>
    </Card>
  )
}

function Cells({ board, locked, onPlay }: { board: Board; locked: boolean; onPlay: (cell: number) => void }) {
  const line = winningLine(board) ?? []
  return (
    <div
      role="group"
      aria-label="Board"
      className="mx-auto grid max-w-60 grid-cols-3 gap-1.5"
      onKeyDown={moveFocus}
    >
      {board.map((mark, cell) => {
        const Icon = mark ? MARKS[mark] : undefined
        return (
          <button
            key={cell}
            type="button"
            aria-label={`${placeOf(cell)}: ${mark ?? 'empty'}`}
            // Not disabled: the focus must stay while the other side moves.
            aria-disabled={locked || mark !== null}
            className={`grid aspect-square place-items-center rounded-lg ${line.includes(cell) ? 'bg-accent-soft' : 'bg-surface-2'} ${locked || mark ? 'cursor-default' : 'hover:bg-surface-3'}`}
            onClick={() => {
              if (!locked && mark === null) onPlay(cell)
            }}
          >
            {Icon && (
              <Icon
                aria-hidden
                strokeWidth={2.5}
                className={`size-8 ${mark === 'x' ? 'text-accent' : 'text-warn'}`}
              />
            )}
          </button>
        )
      })}
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 }

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const cells = [...event.currentTarget.querySelectorAll('button')]
  const at = cells.indexOf(event.target as HTMLButtonElement)
  const sameRow = Math.abs(step) === 3 || Math.floor((at + step) / 3) === Math.floor(at / 3)
  if (sameRow) cells[at + step]?.focus()
}

function placeOf(cell: number): string {
  return `row ${Math.floor(cell / 3) + 1}, column ${(cell % 3) + 1}`
}

type Names = Readonly<Record<Mark, string>>

function statusOf(board: Board, names: Names, againstComputer: boolean): string {
  const winner = winnerOf(board)
  if (winner) return names[winner] === 'You' ? 'You win.' : `${names[winner]} wins.`
  if (isFull(board)) return 'A draw.'
  const next = nextMark(board)
  if (!againstComputer) return `${names[next]} is next.`
  return names[next] === 'You' ? `Your move (${next.toUpperCase()}).` : 'The computer is thinking.'
}

/** A move, and the score when it ends the game. */
function withMove(match: Match, cell: number): Match {
  const board = played(match.board, cell)
  if (board === match.board) return match
  const outcome = winnerOf(board) ?? (isFull(board) ? 'draw' : undefined)
  return { board, wins: outcome ? { ...match.wins, [outcome]: match.wins[outcome] + 1 } : match.wins }
}
