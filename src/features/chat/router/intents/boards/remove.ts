import { Type } from '../../../../../contract/type.ts'
import { keptBoards } from '../../answers/kept-boards.ts'
import type { StoredValues } from '../../answers/stored.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import type { ActVoice } from '../../held-voice.ts'
import type { ListName } from '../../list-names.ts'
import {
  BoardName,
  boardNamed,
  editColumns,
  isKeptBoard,
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
    if (board && !isKeptBoard(board, when)) return undefined
    return { ...slots, ...(board && { board }) }
  },
  async act({ slots, voice }, { store }) {
    const { card: wanted } = slots
    if (wanted === undefined) return offerToDelete(store, slots.board!, voice)
    const place = placeOf(store, voice, {
      ...slots,
      card: wanted,
      sentence: (card, board) => `delete the card "${card}" from the ${board} board`,
    })
    if (!place) return
    const { board, card } = place
    await editColumns(store, board, (columns) =>
      columns.map((column) => ({ ...column, cards: column.cards.filter(({ id }) => id !== card.id) })),
    )
    voice.say(`Deleted “${card.title}” from ${board.title}.`)
    voice.add(widgetOf(board))
  },
})

/** What cannot be undone is asked for. */
function offerToDelete(store: StoredValues, name: ListName, voice: ActVoice): void {
  const board = boardNamed(keptBoards(store), name)
  if (board.columns.length === 0) return voice.decline(`There is no board ${board.title}.`)
  const count = board.columns.reduce((sum, { cards }) => sum + cards.length, 0)
  voice.say(`${board.title} has ${count === 1 ? '1 card' : `${count} cards`}.`)
  voice.add({
    type: 'button',
    label: `Delete the board ${board.title}`.slice(0, 80),
    look: 'danger',
    question: `Delete the board ${board.title} with its cards?`.slice(0, 300),
    action: { kind: 'store', key: board.id, operation: 'delete' },
  })
}
