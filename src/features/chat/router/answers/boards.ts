import type { ListName } from '../list-names.ts'
import { textOf, textsOf, type Act, type Understood } from './act.ts'
import {
  isColumns,
  keptBoards,
  withIds,
  type Board,
  type Card,
  type Column,
  type KeptBoard,
} from './kept-boards.ts'
import { isSame, matchesOf } from './matching.ts'
import { editStored, newEntryId, unreadable, type StoredValues } from './stored.ts'

export const MOST_CARDS = 500
export const MOST_COLUMNS = 20
export const usualTitles = ['To do', 'Doing', 'Done']

export function boardActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    kanban_board: (understood) => showBoard(store, understood),
    'board.add': (understood) => addCard(store, understood),
    'board.move': (understood) => moveCard(store, understood),
    'board.remove': (understood) => removeCard(store, understood),
  }
}

function widgetOf({ id, title }: Pick<KeptBoard, 'id' | 'title'>) {
  return { type: 'kanban_board', id, title }
}

/** The board of that name, kept or new. Lists and boards of one name are kept apart. */
export function boardNamed(boards: readonly KeptBoard[], { id, title }: ListName): KeptBoard {
  const bare = id.replace(/-board$/, '')
  const known = boards.find((board) => board.id.replace(/-board$/, '') === bare)
  return known ?? { id: id.endsWith('board') ? id : `${id}-board`, title, columns: [] }
}

/** Without a name it is the only one; undefined when nobody can tell. */
function boardMeant(store: StoredValues, { slots, voice }: Understood): KeptBoard | undefined {
  const boards = keptBoards(store)
  const named = slots['board'] as ListName | undefined
  if (named) return boardNamed(boards, named)
  if (boards.length > 1) {
    const usual = boards.find(({ id }) => id === 'board')
    if (usual) return usual
    voice.decline(`Which board: ${boards.map(({ title }) => title).join(', ')}?`)
    return undefined
  }
  return boards[0] ?? { id: 'board', title: 'Board', columns: [] }
}

async function showBoard(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  if (slots['all'] === true) {
    const boards = keptBoards(store)
    if (boards.length === 0) voice.say('There is no board yet. Say "create a board called …".')
    for (const board of boards.slice(0, 10)) voice.add(widgetOf(board))
    return
  }
  const columns = [...new Set(textsOf(slots, 'columns'))].slice(0, MOST_COLUMNS)
  if (slots['create'] === true && slots['board'] !== undefined) return createBoard(store, understood, columns)
  const board = boardMeant(store, understood)
  if (!board) return
  if (slots['board'] !== undefined && board.columns.length === 0) voice.decline()
  voice.add(widgetOf(board))
}

async function createBoard(
  store: StoredValues,
  { slots, voice }: Understood,
  columns: string[],
): Promise<void> {
  const board = boardNamed(keptBoards(store), slots['board'] as ListName)
  const titles = columns.length > 0 ? columns : usualTitles
  if (board.columns.length > 0)
    voice.say(
      `${board.title} is there already, with the columns ${board.columns.map(({ title }) => title).join(', ')}.`,
    )
  else {
    await editStored<Board>(store, board.id, {
      empty: { columns: [] },
      change(value) {
        if (!isColumns(value.columns)) throw unreadable(board.id)
        return value.columns.length > 0 ? value : { ...value, columns: fresh(titles) }
      },
    })
    voice.say(`Made the board ${board.title} with the columns ${titles.join(', ')}.`)
  }
  voice.add(widgetOf(board))
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

function noColumn(board: KeptBoard, wanted: string, columns: readonly Column[]): string {
  return `${board.title} has no column “${wanted}”, only ${columns.map(({ title }) => title).join(', ')}. Nothing was changed.`
}

async function addCard(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const board = boardMeant(store, understood)
  if (!board) return
  if (board.columns.length === 0) voice.decline()
  const title = textOf(slots, 'card')!.slice(0, 300)
  const wanted = textOf(slots, 'column')
  const columns = board.columns.length > 0 ? board.columns : fresh(usualTitles)
  const target = wanted === undefined ? columns[0]! : columnNamed(columns, wanted)
  const there = columns.find(({ cards }) => cards.some((card) => isSame(card.title, title)))
  if (!target) voice.decline(noColumn(board, wanted!, columns))
  else if (there) voice.say(`“${title}” is on ${board.title} already, in ${there.title}.`)
  else if (target.cards.length >= MOST_CARDS) voice.decline(isFull(target))
  else {
    const card: Card = { id: newEntryId(), title, created_at: when.now.toISOString() }
    await editColumns(store, board, (current) =>
      current.map((column) =>
        column.id === target.id ? { ...column, cards: [...column.cards, card] } : column,
      ),
    )
    voice.say(`Added “${title}” to ${target.title} on ${board.title}.`)
  }
  voice.add(widgetOf(board))
}

async function editColumns(
  store: StoredValues,
  { id }: KeptBoard,
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

function isFull({ title }: Column): string {
  return `${title} has ${MOST_CARDS} cards already, and more it cannot hold. Nothing was changed.`
}

interface Place {
  readonly board: KeptBoard
  readonly column: Column
  readonly card: Card
}

/** The card that is meant, on the board that is named or on any. Says so when there is none, and asks when there are several. */
function placeOf(
  store: StoredValues,
  { slots, voice }: Understood,
  sentence: (place: Place) => string,
): Place | undefined {
  const all = keptBoards(store)
  const named = slots['board'] as ListName | undefined
  const boards = named ? [boardNamed(all, named)] : all
  const places = boards.flatMap((board) =>
    board.columns.flatMap((column) => column.cards.map((card): Place => ({ board, column, card }))),
  )
  const wanted = textOf(slots, 'card')!
  const { entries } = matchesOf(places, wanted, {
    name: ({ card }) => card.title,
    text: ({ card }) => card.title,
  })
  if (entries.length === 1) return entries[0]
  if (entries.length === 0)
    voice.decline(`No card “${wanted}” is on ${named ? boards[0]!.title : 'a board'}. Nothing was changed.`)
  else voice.decline(`There are ${entries.length} cards that fit “${wanted}”. Which one?`)
  for (const place of entries.slice(0, 6))
    voice.add({
      type: 'button',
      label: `${place.card.title} (${place.board.title}, ${place.column.title})`.slice(0, 80),
      action: { kind: 'chat', message: sentence(place) },
    })
  return undefined
}

async function moveCard(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const wanted = textOf(slots, 'column')!
  const place = placeOf(
    store,
    understood,
    ({ card, board }) => `move "${card.title.replaceAll('"', "'")}" to ${wanted} on the ${board.title} board`,
  )
  if (!place) return
  const { board, column, card } = place
  const target = columnNamed(board.columns, wanted)
  if (!target) voice.decline(noColumn(board, wanted, board.columns))
  else if (target.id === column.id) voice.say(`“${card.title}” is in ${target.title} already.`)
  else if (target.cards.length >= MOST_CARDS) voice.decline(isFull(target))
  else {
    const moved = { ...card, updated_at: when.now.toISOString() }
    await editColumns(store, board, (columns) =>
      columns.map((one) => {
        const others = one.cards.filter(({ id }) => id !== card.id)
        return { ...one, cards: one.id === target.id ? [...others, moved] : others }
      }),
    )
    voice.say(`Moved “${card.title}” from ${column.title} to ${target.title} on ${board.title}.`)
  }
  voice.add(widgetOf(board))
}

async function removeCard(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  if (slots['whole'] === true) return offerToDelete(store, understood)
  const place = placeOf(
    store,
    understood,
    ({ card, board }) => `delete the card "${card.title.replaceAll('"', "'")}" from the ${board.title} board`,
  )
  if (!place) return
  const { board, card } = place
  await editColumns(store, board, (columns) =>
    columns.map((column) => ({ ...column, cards: column.cards.filter(({ id }) => id !== card.id) })),
  )
  voice.say(`Deleted “${card.title}” from ${board.title}.`)
  voice.add(widgetOf(board))
}

/** What cannot be undone is asked for. */
function offerToDelete(store: StoredValues, { slots, voice }: Understood): void {
  const board = boardNamed(keptBoards(store), slots['board'] as ListName)
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
