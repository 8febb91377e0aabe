import type { StoredOf } from '../schemas.ts'

export type Board = StoredOf<'kanban_board'>
export type Column = Board['columns'][number]
export type Card = Column['cards'][number]

/** Most cards of a column and columns of a board that the store's schema allows. */
export const MAX_CARDS = 500
export const MAX_COLUMNS = 20

/** Where a card goes: beside another one, found by its id, or to the end of a column. */
export interface Destination {
  readonly columnId: string
  readonly beside?: { readonly cardId: string; readonly edge: 'before' | 'after' }
}

/** A new board. The ids come from the places, so that two who begin it at once begin the same one. */
export function beginning(titles: readonly string[]): Board {
  return { columns: titles.map((title, index) => ({ id: `column-${index + 1}`, title, cards: [] })) }
}

export interface Place {
  readonly column: Column
  readonly columnIndex: number
  readonly index: number
  readonly card: Card
}

export function placeOf({ columns }: Board, cardId: string): Place | undefined {
  for (const [columnIndex, column] of columns.entries()) {
    const index = column.cards.findIndex(({ id }) => id === cardId)
    if (index >= 0) return { column, columnIndex, index, card: column.cards[index]! }
  }
  return undefined
}

/** The card at its new place. What is gone by then, card or column, stays gone; a gone neighbour means the end. */
export function withMoved(board: Board, cardId: string, { columnId, beside }: Destination): Board {
  const place = placeOf(board, cardId)
  const target = board.columns.find(({ id }) => id === columnId)
  if (!place || !target || beside?.cardId === cardId) return board
  if (target !== place.column && target.cards.length >= MAX_CARDS) return board
  const columns = board.columns.map((column) => {
    if (column !== place.column && column !== target) return column
    const others = column.cards.filter(({ id }) => id !== cardId)
    if (column !== target) return { ...column, cards: others }
    const found = beside ? others.findIndex(({ id }) => id === beside.cardId) : -1
    const at = found < 0 ? others.length : found + (beside?.edge === 'after' ? 1 : 0)
    return { ...column, cards: others.toSpliced(at, 0, place.card) }
  })
  return { ...board, columns }
}

export type Step = 'up' | 'down' | 'left' | 'right'

/** Where a card goes by one step; undefined at the edge of the board. */
export function destinationBy(board: Board, cardId: string, step: Step): Destination | undefined {
  const place = placeOf(board, cardId)
  if (!place) return undefined
  const { column, columnIndex, index } = place
  if (step === 'up' || step === 'down') {
    const neighbour = column.cards[index + (step === 'up' ? -1 : 1)]
    const edge = step === 'up' ? 'before' : 'after'
    return neighbour && { columnId: column.id, beside: { cardId: neighbour.id, edge } }
  }
  const target = board.columns[columnIndex + (step === 'left' ? -1 : 1)]
  if (!target) return undefined
  const neighbour = target.cards[index]
  return neighbour
    ? { columnId: target.id, beside: { cardId: neighbour.id, edge: 'before' } }
    : { columnId: target.id }
}

/** The card that is next in a direction; columns without a card are passed over. */
export function neighbourOf(board: Board, cardId: string, step: Step): Card | undefined {
  const place = placeOf(board, cardId)
  if (!place) return undefined
  const { column, columnIndex, index } = place
  if (step === 'up' || step === 'down') return column.cards[index + (step === 'up' ? -1 : 1)]
  const side =
    step === 'left' ? board.columns.slice(0, columnIndex).reverse() : board.columns.slice(columnIndex + 1)
  const next = side.find(({ cards }) => cards.length > 0)
  return next?.cards[Math.min(index, next.cards.length - 1)]
}

export function withColumn(board: Board, columnId: string, rewrite: (column: Column) => Column): Board {
  return {
    ...board,
    columns: board.columns.map((column) => (column.id === columnId ? rewrite(column) : column)),
  }
}

export function withCard(board: Board, cardId: string, rewrite: (card: Card) => Card): Board {
  const place = placeOf(board, cardId)
  if (!place) return board
  return withColumn(board, place.column.id, (column) => ({
    ...column,
    cards: column.cards.map((card) => (card.id === cardId ? rewrite(card) : card)),
  }))
}

export function withoutCard(board: Board, cardId: string): Board {
  const place = placeOf(board, cardId)
  if (!place) return board
  return withColumn(board, place.column.id, (column) => ({
    ...column,
    cards: column.cards.filter(({ id }) => id !== cardId),
  }))
}

/** One column further left or right. */
export function withMovedColumn(board: Board, columnId: string, by: -1 | 1): Board {
  const from = board.columns.findIndex(({ id }) => id === columnId)
  const to = from + by
  const column = board.columns[from]
  if (!column || to < 0 || to >= board.columns.length) return board
  return { ...board, columns: board.columns.toSpliced(from, 1).toSpliced(to, 0, column) }
}

/** A column with cards in it stays: they may have come while somebody meant to remove it. */
export function withoutColumn(board: Board, columnId: string): Board {
  return { ...board, columns: board.columns.filter(({ id, cards }) => id !== columnId || cards.length > 0) }
}

export function sentenceOf(board: Board, cardId: string): string {
  const place = placeOf(board, cardId)
  if (!place) return 'The card is gone.'
  const { card, column, index } = place
  return `“${card.title}” is now in ${column.title}, ${index + 1} of ${column.cards.length}.`
}
