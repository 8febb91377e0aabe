import { Type } from '../../../../../contract/type.ts'
import type { ActWriter } from '../../held-writer.ts'
import {
  isColumns,
  storedBoards,
  withIds,
  type Board,
  type Card,
  type Column,
  type StoredBoard,
} from '../../answers/stored-boards.ts'
import { isSame, matchesOf } from '../../answers/matching.ts'
import { editStored, unreadable, type StoredValues } from '../../answers/stored.ts'
import type { ListName } from '../../list-names.ts'
import type { When } from '../../readers/reader.ts'
import { saying } from '../../answers/act.ts'

export const MAX_CARDS = 500
export const MAX_COLUMNS = 20
export const usualTitles = ['To do', 'Doing', 'Done']

export const BoardName = Type.Object({ id: Type.String(), title: Type.String() })

/** The board that a sentence names, or the only one. */
export const theBoard = '<my> ({board:board} [kanban|project] board|board)'

export function isStoredBoard({ title }: ListName, { kept }: When): boolean {
  return (kept?.('boards') ?? []).some((name) => isSame(name, title))
}

export function widgetOf({ id, title }: Pick<StoredBoard, 'id' | 'title'>) {
  return { type: 'kanban_board', id, title }
}

/** The board of that name, kept or new. Lists and boards of one name are kept apart. */
export function boardNamed(boards: readonly StoredBoard[], { id, title }: ListName): StoredBoard {
  const bare = id.replace(/-board$/, '')
  const known = boards.find((board) => board.id.replace(/-board$/, '') === bare)
  return known ?? { id: id.endsWith('board') ? id : `${id}-board`, title, columns: [] }
}

/** Without a name it is the only one; undefined when nobody can tell. */
export function boardMeant(
  store: StoredValues,
  named: ListName | undefined,
  writer: ActWriter,
): StoredBoard | undefined {
  const boards = storedBoards(store)
  if (named) return boardNamed(boards, named)
  if (boards.length > 1) {
    const usual = boards.find(({ id }) => id === 'board')
    if (!usual) writer.decline(`Which board: ${boards.map(({ title }) => title).join(', ')}?`)
    return usual
  }
  return boards[0] ?? { id: 'board', title: 'Board', columns: [] }
}

/** Ids by place, so that two who begin the board at once begin the same one. */
export function fresh(titles: readonly string[]): Column[] {
  return titles.map((title, index) => ({ id: `column-${index + 1}`, title, cards: [] }))
}

/** One name for what people call the same stage. */
function stage(said: string): string {
  const name = said.trim().toLowerCase().replaceAll('-', ' ')
  if (/^(?:todo|to do)$/.test(name)) return 'to do'
  if (/^(?:doing|in progress)$/.test(name)) return 'doing'
  return /^(?:done|finished|completed|complete)$/.test(name) ? 'done' : name
}

export function columnNamed(columns: readonly Column[], wanted: string): Column | undefined {
  return (
    columns.find(({ title }) => isSame(title, wanted)) ??
    columns.find(({ title }) => stage(title) === stage(wanted))
  )
}

export function noColumn(board: StoredBoard, wanted: string, columns: readonly Column[]): string {
  return `${board.title} has no column “${wanted}”, only ${columns.map(({ title }) => title).join(', ')}. Nothing was changed.`
}

export async function editColumns(
  store: StoredValues,
  { id }: StoredBoard,
  change: (columns: readonly Column[]) => Column[],
): Promise<void> {
  await editStored<Board>(store, id, {
    empty: { columns: [] },
    change(value) {
      if (!isColumns(value.columns)) throw unreadable(id)
      const columns = value.columns.length > 0 ? withIds(value.columns) : fresh(usualTitles)
      return { ...value, columns: change(columns) }
    },
  })
}

export function isFull({ title }: Column): string {
  return `${title} already has ${MAX_CARDS} cards, the maximum. Nothing was changed.`
}

interface Place {
  readonly board: StoredBoard
  readonly column: Column
  readonly card: Card
}

interface Wanted {
  readonly board?: ListName
  readonly card: string
  /** What a button says in the conversation for one of several. */
  readonly sentence: (card: string, board: string) => string
}

/** The card that is meant, on the board that is named or on any. Says so when there is none, and asks when there are several. */
export function placeOf(
  store: StoredValues,
  writer: ActWriter,
  { board: named, card: wanted, sentence }: Wanted,
): Place | undefined {
  const all = storedBoards(store)
  const boards = named ? [boardNamed(all, named)] : all
  const places = boards.flatMap((board) =>
    board.columns.flatMap((column) => column.cards.map((card): Place => ({ board, column, card }))),
  )
  const title = ({ card }: Place) => card.title
  const { entries } = matchesOf(places, wanted, { name: title, text: title })
  if (entries.length === 1) return entries[0]
  if (entries.length === 0)
    writer.decline(`No card “${wanted}” on ${named ? boards[0]!.title : 'any board'}. Nothing was changed.`)
  else writer.decline(`${entries.length} cards match “${wanted}”. Which one?`)
  for (const { card, board, column } of entries.slice(0, 6)) {
    const message = sentence(card.title.replaceAll('"', "'"), board.title)
    writer.add(saying(`${card.title} (${board.title}, ${column.title})`, message))
  }
  return undefined
}
