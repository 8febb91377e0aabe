import { Type } from '../../../../../contract/type.ts'
import { listed } from '../../answers/list-items.ts'
import { isColumns, storedBoards, type Board, type StoredBoard } from '../../answers/stored-boards.ts'
import { editStored, unreadable, type StoredValues } from '../../answers/stored.ts'
import { caughtText, defineIntent, optional } from '../../define-intent.ts'
import type { ActWriter } from '../../held-writer.ts'
import type { ListName } from '../../list-names.ts'
import { trimmed } from '../../readers/reader.ts'
import {
  boardMeant,
  BoardName,
  boardNamed,
  columnNamed,
  fresh,
  isStoredBoard,
  MAX_COLUMNS,
  noColumn,
  theBoard,
  usualTitles,
  widgetOf,
} from './change-board.ts'

/** Boards that hold no cards, unless one is called so. */
const otherBoards: ReadonlySet<string> = new Set(
  'drawing white score leader message notice bulletin chess cutting circuit mother job'.split(' '),
)

const make = '(create|make|start|new|set up|begin|add) [me] [a|an] [new]'
const withColumns = '[(with|having) [the] [following] (column|columns) [:] [<titled>] {titles}]'

export const intent = defineIntent({
  name: 'kanban_board',
  label: 'Board',
  example: 'Open my website board',
  slots: {
    board: Type.Optional(BoardName),
    column: optional.text,
    columns: optional.texts,
    create: optional.true,
    all: optional.true,
  },
  templates: [
    '[<find>|<show>|what is on] [<my>] (kanban|kanban board|project board)',
    `(<find>|<show>|what is on) ${theBoard}`,
    '(<find>|<show>|what is on) [<my>] {board:board} ([kanban|project] board|kanban)',
    'board {known:board}',
    `what is in [the] {column:column} [column] (on|of) ${theBoard}`,
    ['(<find>|<show>) [all] [<my>] [kanban] boards', { all: true }],
    ['(what|which) boards <have>', { all: true }],
    [
      `${make} [kanban|project] board [:] (<titled>|for|about) [<article>] {board:board} [project] ${withColumns}`,
      { create: true },
    ],
    [`${make} {board:board} [kanban|project] board ${withColumns}`, { create: true }],
    [`${make} [kanban|project] board [:] {board:board} ${withColumns}`, { create: true }],
    [`${make} [kanban|project] board ${withColumns}`, { create: true }],
  ],
  examples: [
    '(show|open|create|make|start) (me|my|a|the) (kanban|project|task) board [for {topic}]',
    "what's on my {list_word} board",
    'board for the {topic} project',
  ],
  counterExamples: ['(add|rename|delete|move) (a|the) column [{word}] (to|on|from) (my|the) {word} board'],
  fill({ known, titles, ...slots }, _said, when) {
    if (known !== undefined)
      return isStoredBoard(known as ListName, when) ? { board: known as ListName } : undefined
    if (slots.board && otherBoards.has(slots.board.id) && !isStoredBoard(slots.board, when)) return undefined
    return { ...slots, ...(titles !== undefined && { columns: columnsIn(caughtText(titles)) }) }
  },
  async act({ slots, writer }, { store }) {
    if (slots.all) return showAll(store, writer)
    if (slots.create && slots.board) return createBoard(store, writer, { ...slots, board: slots.board })
    const board = boardMeant(store, slots.board, writer)
    if (!board) return
    if (slots.board && board.columns.length === 0) writer.decline()
    else if (slots.column !== undefined) tellColumn(board, slots.column, writer)
    writer.add(widgetOf(board))
  },
})

function showAll(store: StoredValues, writer: ActWriter): void {
  const boards = storedBoards(store)
  if (boards.length === 0) writer.say('No boards yet. Say "create a board called …".')
  for (const board of boards.slice(0, 10)) writer.add(widgetOf(board))
}

function tellColumn(board: StoredBoard, wanted: string, writer: ActWriter): void {
  const column = columnNamed(board.columns, wanted)
  const titles = column?.cards.map(({ title }) => `“${title}”`) ?? []
  if (!column) writer.decline(noColumn(board, wanted, board.columns))
  else writer.say(`${column.title}: ${titles.length === 0 ? 'nothing' : listed(titles)}.`)
}

function columnsIn(text: string): string[] {
  return text
    .split(/,\s*(?:and )?|\s+and\s+/i)
    .map((name) => trimmed(name).slice(0, 80))
    .filter((name) => name !== '')
}

async function createBoard(
  store: StoredValues,
  writer: ActWriter,
  { board: name, columns = [] }: { board: ListName; columns?: readonly string[] },
): Promise<void> {
  const board = boardNamed(storedBoards(store), name)
  const titles = columns.length > 0 ? [...new Set(columns)].slice(0, MAX_COLUMNS) : usualTitles
  if (board.columns.length > 0)
    writer.say(
      `${board.title} already exists, with the columns ${board.columns.map(({ title }) => title).join(', ')}.`,
    )
  else {
    await editStored<Board>(store, board.id, {
      empty: { columns: [] },
      change(value) {
        if (!isColumns(value.columns)) throw unreadable(board.id)
        return value.columns.length > 0 ? value : { ...value, columns: fresh(titles) }
      },
    })
    writer.say(`Created the board ${board.title} with the columns ${titles.join(', ')}.`)
  }
  writer.add(widgetOf(board))
}
