import { AppError } from '../../../contract/errors.ts'
import {
  boardNamed,
  columnNamed,
  fresh,
  MAX_CARDS,
  MAX_COLUMNS,
  usualTitles,
} from '../router/intents/boards/change-board.ts'
import {
  isColumns,
  storedBoards,
  withIds,
  type Board,
  type Column,
  type StoredBoard,
} from '../router/answers/stored-boards.ts'
import { isSame, nameKey } from '../router/answers/matching.ts'
import { editStored, unreadable, type StoredValues } from '../router/answers/stored.ts'
import { listCalled } from '../router/list-names.ts'
import type { Shelf, ShelfEntry } from './shelf.ts'

interface BoardWish {
  readonly name?: string | undefined
  /** Columns that it is to have. */
  readonly columns?: readonly string[] | undefined
}

/** A board whose cards stand in a row, each with the name of its column. */
export function boardShelf(store: StoredValues, { name, columns: wanted }: BoardWish): Shelf {
  const { board, isThere } = boardMeant(storedBoards(store), name)
  const { id: key, title } = board
  return {
    kind: 'kanban_board',
    type: 'kanban_board',
    key,
    title,
    noun: 'card',
    nouns: 'cards',
    addsFirst: false,
    isThere,
    entries: () => inARow(storedBoards(store).find(({ id }) => id === key)?.columns ?? []),
    columns: () =>
      (storedBoards(store).find(({ id }) => id === key)?.columns ?? []).map(({ title }) => title),
    async edit(change) {
      await editStored<Board>(store, key, {
        empty: { columns: [] },
        change(value) {
          if (!isColumns(value.columns)) throw unreadable(key)
          const columns = columnsFor(value.columns, { title, wanted })
          return { ...value, columns: inColumns(change(inARow(columns)), { columns, title }) }
        },
      })
    },
    name: (card) => String(card['title']),
    text: (card) => [card['title'], card['text'], card['column']].join(' '),
    twinKey: (card) => nameKey(String(card['title'])),
    others: () =>
      storedBoards(store).map((one) => ({ name: one.title, entries: inARow(one.columns).length })),
    async remove() {
      const entry = store.read(key)
      if (entry) await store.remove(key, { ifMatch: `"${entry.version}"` })
    },
  }
}

function boardMeant(
  boards: readonly StoredBoard[],
  name: string | undefined,
): { board: StoredBoard; isThere: boolean } {
  if (name === undefined) {
    const [only, ...more] = boards
    const usual = more.length === 0 ? only : boards.find(({ id }) => id === 'board')
    if (usual) return { board: usual, isThere: true }
    if (!only) return { board: { id: 'board', title: 'Board', columns: [] }, isThere: false }
    const titles = boards.map(({ title }) => title).join(', ')
    throw new AppError('invalid_request', `There are several boards: ${titles}. Give one of them as board.`)
  }
  const bare = name
    .trim()
    .replace(/^(?:my|the) /i, '')
    .replace(/[ -](?:kanban )?boards?$/i, '')
  const kept = boards.find(({ id, title }) => id === name || isSame(title, bare))
  if (kept) return { board: kept, isThere: true }
  const called = listCalled(bare)
  if (!called)
    throw new AppError('invalid_request', `“${name}” can't be the name of a board. Use a few plain words.`)
  const board = boardNamed(boards, called)
  return { board, isThere: boards.some(({ id }) => id === board.id) }
}

/** Those that are there, those of a new board, and behind them those that are wanted besides. */
function columnsFor(
  stored: readonly Column[],
  { title, wanted }: { title: string; wanted: readonly string[] | undefined },
): Column[] {
  const there = stored.length > 0 ? withIds(stored) : fresh([...new Set(wanted ?? usualTitles)])
  const missing = (wanted ?? []).filter((name) => !there.some((column) => isSame(column.title, name)))
  const ids = new Set(there.map(({ id }) => id))
  for (const name of new Set(missing)) {
    let number = there.length + 1
    while (ids.has(`column-${number}`)) number += 1
    ids.add(`column-${number}`)
    there.push({ id: `column-${number}`, title: name.trim(), cards: [] })
  }
  if (there.length <= MAX_COLUMNS) return there
  throw new AppError('too_large', `${title} can have at most ${MAX_COLUMNS} columns. Nothing was changed.`)
}

function inARow(columns: readonly Column[]): ShelfEntry[] {
  return columns.flatMap(({ title, cards }) => cards.map((card) => ({ ...card, column: title })))
}

function inColumns(
  cards: readonly ShelfEntry[],
  { columns, title }: { columns: readonly Column[]; title: string },
): Column[] {
  const placed = new Map(columns.map(({ id }) => [id, [] as ShelfEntry[]]))
  for (const { column, ...card } of cards) {
    const wanted = typeof column === 'string' ? column : columns[0]!.title
    const target = columns.find((one) => one.title === wanted) ?? columnNamed(columns, wanted)
    if (!target)
      throw new AppError(
        'not_found',
        `${title} has no column “${wanted}”, only ${columns.map((one) => one.title).join(', ')}. Nothing was changed. Use one of these, or set columns to the ones it should have.`,
      )
    placed.get(target.id)!.push(card)
  }
  const full = columns.find(({ id, cards: before }) => {
    const { length } = placed.get(id)!
    return length > MAX_CARDS && length > before.length
  })
  if (full)
    throw new AppError(
      'too_large',
      `${full.title} can have at most ${MAX_CARDS} cards. Nothing was changed. Delete or move some first.`,
    )
  return columns.map((column) => ({ ...column, cards: placed.get(column.id) as unknown as Column['cards'] }))
}
