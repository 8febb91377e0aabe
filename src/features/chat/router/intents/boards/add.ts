import { Type } from '../../../../../contract/type.ts'
import type { Card } from '../../answers/stored-boards.ts'
import { isSame } from '../../answers/matching.ts'
import { newEntryId } from '../../answers/stored.ts'
import { caughtText, defineIntent, optional, required } from '../../define-intent.ts'
import { hasStored } from '../../stored-names.ts'
import type { ListName } from '../../list-names.ts'
import { asSaid } from '../../readers/as-said.ts'
import {
  boardMeant,
  BoardName,
  columnNamed,
  editColumns,
  fresh,
  isFull,
  isStoredBoard,
  MAX_CARDS,
  noColumn,
  theBoard,
  usualTitles,
  widgetOf,
} from './change-board.ts'

const add = '(add|put|create|make|new)'
const aCard = '[a|an|the] [new] (card|ticket) [<titled>|saying|for|:]'
const column = '[the] [column] {column:column} [column]'

export const intent = defineIntent({
  name: 'board.add',
  label: 'Card on a board',
  example: 'Add write the text to my website board',
  effect: 'adds',
  shownBy: 'kanban_board',
  slots: { board: Type.Optional(BoardName), card: required.text, column: optional.text },
  needs: ['card'],
  templates: [
    `${add} [${aCard}] {card:name} (to|on|onto|in) ${theBoard} [(under|in|to|into) ${column}]`,
    `${add} [${aCard}] {card:name} (to|under|in|into) ${column} (on|of|in|to) ${theBoard}`,
    `[add|put|create|make] [a|an|the] [new] (card|ticket) (to|on|onto|in|for) (${theBoard}|{board:board} board) : {card:name}`,
    `(add|put) (to|on|onto) ${theBoard} : {card:name}`,
    // Without the word, the board must be there.
    `[add|put|create|make] [a|an|the] [new] (card|ticket) (to|on|onto|in|for) [<my>] {known:board} : {card:name}`,
    `${add} ${aCard} {card:name} (to|on|onto|in) [<my>] {known:board} [(under|in|to|into) ${column}]`,
    `${add} ${aCard} {card:name} (to|under|in|into) ${column} (on|of|in) [<my>] {known:board}`,
    `(add|put) {card:name} (to|onto) [<my>] {known:board} [(under|in|into) ${column}]`,
    `${add} ${aCard} {bare:name}`,
  ],
  examples: ['(add|put) {task} (to|on|onto) (my|the) (kanban|project|{list_word}) board'],
  fill({ card: said, bare, known: kept, ...slots }, sentence, when) {
    const card = said ?? caughtText(bare)
    const known = kept as ListName | undefined
    if (known && !(isStoredBoard(known, when) && !(when.kept?.('lists') ?? []).includes(known.id)))
      return undefined
    if (bare !== undefined && !hasStored('boards', when)) return undefined
    if (card.length > 300 || noCard.test(card)) return undefined
    return { ...slots, ...(known && { board: known }), card: asSaid(sentence, card)! }
  },
  async act({ slots, writer, when }, { store }) {
    const board = boardMeant(store, slots.board, writer)
    if (!board) return
    if (board.columns.length === 0) writer.decline()
    const title = slots.card.slice(0, 300)
    const columns = board.columns.length > 0 ? board.columns : fresh(usualTitles)
    const target = slots.column === undefined ? columns[0]! : columnNamed(columns, slots.column)
    const there = columns.find(({ cards }) => cards.some((card) => isSame(card.title, title)))
    if (!target) writer.decline(noColumn(board, slots.column!, columns))
    else if (there) writer.say(`“${title}” is already on ${board.title}, in ${there.title}.`)
    else if (target.cards.length >= MAX_CARDS) writer.decline(isFull(target))
    else {
      const card: Card = { id: newEntryId(), title, created_at: when.now.toISOString() }
      await editColumns(store, board, (current) =>
        current.map((one) => (one.id === target.id ? { ...one, cards: [...one.cards, card] } : one)),
      )
      writer.say(`Added “${title}” to ${target.title} on ${board.title}.`)
    }
    writer.add(widgetOf(board))
  },
})

/** A column is no card, and a card game is none. */
const noCard = /^(?:an? |another )?(?:new )?(?:column|stage|lane|swimlane|number|reader|game)\b/i
