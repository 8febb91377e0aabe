import { Type } from '../../../../../contract/type.ts'
import { caughtText, defineIntent, required } from '../../define-intent.ts'
import { isStoredName, isOnList } from '../../stored-names.ts'
import type { ListName } from '../../list-names.ts'
import {
  BoardName,
  columnNamed,
  editColumns,
  isFull,
  isStoredBoard,
  MAX_CARDS,
  noColumn,
  placeOf,
  theBoard,
  widgetOf,
} from './change-board.ts'

const column = '[the] [column] {column:name} [column]'
const move = '(move|drag|shift|push)'

export const intent = defineIntent({
  name: 'board.move',
  label: 'Move a card',
  example: 'Move fix login to done',
  effect: 'changes',
  shownBy: 'kanban_board',
  slots: { board: Type.Optional(BoardName), card: required.text, column: required.text },
  needs: ['card', 'column'],
  templates: [
    `(${move}|mark) [<my>] [card|ticket] {card:name} [over|back] (to|into|as) ${column} (on|in|of|from) ${theBoard}`,
    `${move} [<my>] (card|ticket) {card:name} [over|back] (to|into) ${column}`,
    `${move} {card:name} [over|back] (to|into) the {column:name} column`,
    // Without a word for either, the card must be there.
    `(${move}|mark|put|set) [<my>] {known:name} [over|back] (to|into|in|as) [the] {column:column} [(on|in|of) [<my>] {among:board} [board]]`,
    '{known:name} is [now] {column:column}',
  ],
  fill({ known, among, card, column = '', ...slots }, _said, when) {
    const board = among as ListName | undefined
    if (board && !isStoredBoard(board, when)) return undefined
    const name = card ?? caughtText(known)
    const isMeant = known === undefined || (isStoredName('cards', name, when) && !isOnList(name, when))
    return isMeant ? { ...slots, ...(board && { board }), card: name, column } : undefined
  },
  async act({ slots, writer, when }, { store }) {
    const { column: wanted } = slots
    const place = placeOf(store, writer, {
      ...slots,
      sentence: (card, board) => `move "${card}" to ${wanted} on the ${board} board`,
    })
    if (!place) return
    const { board, column, card } = place
    const target = columnNamed(board.columns, wanted)
    if (!target) writer.decline(noColumn(board, wanted, board.columns))
    else if (target.id === column.id) writer.say(`“${card.title}” is already in ${target.title}.`)
    else if (target.cards.length >= MAX_CARDS) writer.decline(isFull(target))
    else {
      const moved = { ...card, updated_at: when.now.toISOString() }
      await editColumns(store, board, (columns) =>
        columns.map((one) => {
          const others = one.cards.filter(({ id }) => id !== card.id)
          return { ...one, cards: one.id === target.id ? [...others, moved] : others }
        }),
      )
      writer.say(`Moved “${card.title}” from ${column.title} to ${target.title} on ${board.title}.`)
    }
    writer.add(widgetOf(board))
  },
})
