export type Mark = 'x' | 'o'
/** Nine cells, row by row. */
export type Board = readonly (Mark | null)[]
export type Difficulty = 'easy' | 'medium' | 'perfect'

export const EMPTY_BOARD: Board = Array.from({ length: 9 }, () => null)

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const

export function winningLine(board: Board): readonly number[] | undefined {
  return LINES.find(
    ([one, two, three]) => board[one] && board[one] === board[two] && board[one] === board[three],
  )
}

export function winnerOf(board: Board): Mark | undefined {
  const line = winningLine(board)
  return line ? (board[line[0]!] ?? undefined) : undefined
}

export function isFull(board: Board): boolean {
  return board.every((cell) => cell !== null)
}

/** x begins. */
export function nextMark(board: Board): Mark {
  return board.filter((cell) => cell !== null).length % 2 === 0 ? 'x' : 'o'
}

export function played(board: Board, cell: number): Board {
  if (board[cell] !== null || winnerOf(board)) return board
  return board.with(cell, nextMark(board))
}

/** Where the computer plays. Easy is chance, medium sees one move ahead, perfect never loses. */
export function chooseCell(board: Board, difficulty: Difficulty, below: (limit: number) => number): number {
  const cells = freeCells(board)
  const any = (of: readonly number[]) => of[below(of.length)]!
  if (difficulty === 'easy') return any(cells)
  if (difficulty === 'medium') {
    const mark = nextMark(board)
    const wins = (of: Mark) => cells.find((cell) => winnerOf(board.with(cell, of)) === of)
    return wins(mark) ?? wins(other(mark)) ?? any(cells)
  }
  const scores = cells.map((cell) => -worth(played(board, cell)))
  const best = Math.max(...scores)
  return any(cells.filter((_, index) => scores[index] === best))
}

/** What a board is worth to who moves next: a win that comes sooner is worth more. */
function worth(board: Board): number {
  if (winnerOf(board)) return -1 - freeCells(board).length
  const cells = freeCells(board)
  if (cells.length === 0) return 0
  return Math.max(...cells.map((cell) => -worth(played(board, cell))))
}

function freeCells(board: Board): number[] {
  return board.flatMap((cell, index) => (cell === null ? [index] : []))
}

function other(mark: Mark): Mark {
  return mark === 'x' ? 'o' : 'x'
}
