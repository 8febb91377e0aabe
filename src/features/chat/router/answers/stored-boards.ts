import type { StoredOf } from '../../../../components/schemas.ts'
import { withOwnIds, type StoredValues } from './stored.ts'

export type Board = StoredOf<'kanban_board'>
export type Column = Board['columns'][number]
export type Card = Column['cards'][number]

export interface StoredBoard {
  /** Its key in the store. */
  readonly id: string
  readonly title: string
  readonly columns: readonly Column[]
}

const MAX_KEYS = 1_000
const MAX_BYTES = 2_000_000

/** What looks like a board among everything that is kept: models and widgets choose their own keys. */
export function storedBoards(store: StoredValues): StoredBoard[] {
  return store
    .list({ limit: MAX_KEYS })
    .filter(({ bytes }) => bytes <= MAX_BYTES)
    .flatMap(({ key }) => {
      const json = store.read(key)?.json
      if (json?.includes('"columns"') !== true) return []
      const { columns } = JSON.parse(json) as Partial<Board>
      return isColumns(columns) ? [{ id: key, title: titleOf(key), columns: withIds(columns) }] : []
    })
}

export function isColumns(value: unknown): value is Column[] {
  return (
    Array.isArray(value) &&
    value.every(
      (column: Partial<Column> | null) =>
        typeof column?.title === 'string' &&
        Array.isArray(column.cards) &&
        column.cards.every((card: Partial<Card> | null) => typeof card?.title === 'string'),
    )
  )
}

/** Any client may have written them without ids, or twice with one; a card keeps its own when it moves. */
export function withIds(columns: readonly Column[]): Column[] {
  const cards = withOwnIds(
    columns.flatMap((column) => column.cards),
    ({ title }) => title,
  )
  let at = 0
  return withOwnIds(columns, ({ title }) => title).map((column) => ({
    ...column,
    cards: cards.slice(at, (at += column.cards.length)),
  }))
}

function titleOf(id: string): string {
  const name = id.replace(/-board$/, '').replaceAll('-', ' ')
  return name[0]!.toUpperCase() + name.slice(1)
}
