import { Type } from '../../../../../contract/type.ts'
import { storedBoards } from '../../answers/stored-boards.ts'
import type { StoredValues } from '../../answers/stored.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import type { ActWriter } from '../../held-writer.ts'
import type { ListName } from '../../list-names.ts'
import {
  BoardName,
  boardNamed,
  editColumns,
  isStoredBoard,
  placeOf,
  theBoard,
  widgetOf,
} from './change-board.ts'

export const intent = defineIntent({
  name: 'board.remove',
  label: 'Delete a card',
  example: 'Delete fix login from the website board',
  effect: 'removes',
  shownBy: 'kanban_board',
  slots: { board: Type.Optional(BoardName), card: optional.text, whole: optional.true },
  needs: ['card|whole'],
  templates: [
    ['<drop> <my> {board:board} [kanban|project] board', { whole: true }],
    `(<drop>|take|archive) [<my>] [card|ticket] {card:name} (from|off|off of|on) ${theBoard}`,
    '(<drop>|archive) [<my>] (card|ticket) [<titled>|for] {card:name}',
    '(<drop>|archive) [<my>] (card|ticket) [<titled>|for] {card:name} (from|on|off) [<my>] {among:board}',
  ],
  fill({ among, ...slots }, _said, when) {
    const board = among as ListName | undefined
    if (board && !isStoredBoard(board, when)) return undefined
    return { ...slots, ...(board && { board }) }
  },
  async act({ slots, writer }, { store }) {
    const { card: wanted } = slots
    if (wanted === undefined) return offerToDelete(store, slots.board!, writer)
    const place = placeOf(store, writer, {
      ...slots,
      card: wanted,
      sentence: (card, board) => `delete the card "${card}" from the ${board} board`,
    })
    if (!place) return
    const { board, card } = place
    await editColumns(store, board, (columns) =>
      columns.map((column) => ({ ...column, cards: column.cards.filter(({ id }) => id !== card.id) })),
    )
    writer.say(`Deleted “${card.title}” from ${board.title}.`)
    writer.add(widgetOf(board))
  },
})

/** What cannot be undone is asked for. */
function offerToDelete(store: StoredValues, name: ListName, writer: ActWriter): void {
  const board = boardNamed(storedBoards(store), name)
  if (board.columns.length === 0) return writer.decline(`No board ${board.title}.`)
  const count = board.columns.reduce((sum, { cards }) => sum + cards.length, 0)
  writer.say(`${board.title} has ${count === 1 ? '1 card' : `${count} cards`}.`)
  writer.add({
    type: 'button',
    label: `Delete the board ${board.title}`.slice(0, 80),
    look: 'danger',
    question: `Delete the board ${board.title} and its cards?`.slice(0, 300),
    action: { kind: 'store', key: board.id, operation: 'delete' },
  })
}
