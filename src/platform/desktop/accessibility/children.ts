import { numberOf, type BusValue } from '../../dbus/value.ts'
import type { Area } from '../desktop-driver.ts'
import { existing, type ObjectReader, type ObjectReference } from './object-reader.ts'

export interface Parent {
  readonly reference: ObjectReference
  readonly role: string
  readonly area: Area | null
  readonly childCount: number
}

/** To ask for all children of a sheet, which says that it has two thousand million, hangs its program for good. */
const MAX_CHILDREN = 400
const MAX_CELLS = 600
const MAX_IN_DOCUMENT = 2_000
/** A menu can begin with an entry that is not for now. */
const ENTRIES_LOOKED_AT = 3

/** What is shown of a page, parents before their children; null for what is no page, or is not told this way. */
export async function documentInside(
  reader: ObjectReader,
  { reference, role }: Parent,
): Promise<ObjectReference[] | null> {
  if (role !== 'document web') return null
  return reader.inside(reference, 'showing', MAX_IN_DOCUMENT).catch(() => null)
}

/** All children where they are few; of a long list those that can be seen, else the first. */
export async function childrenToVisit(reader: ObjectReader, parent: Parent): Promise<ObjectReference[]> {
  const { reference, role, childCount } = parent
  if (role === 'menu' && !(await isOpen(reader, parent))) return []
  if (childCount >= 0 && childCount <= MAX_CHILDREN) return reader.children(reference)
  const cells = await visibleCells(reader, parent).catch(() => null)
  if (cells !== null && cells.length > 0) return cells
  return atNumbers(
    Array.from({ length: Math.min(MAX_CHILDREN, Math.max(0, childCount)) }, (_, index) =>
      reader.childAt(reference, index),
    ),
  )
}

/** A closed menu has all its entries, none of which is shown. */
async function isOpen(reader: ObjectReader, { reference, childCount }: Parent): Promise<boolean> {
  const numbers = Array.from({ length: Math.min(ENTRIES_LOOKED_AT, childCount) }, (_, index) => index)
  const shown = await Promise.all(
    numbers.map(async (index) => {
      const entry = await reader.childAt(reference, index)
      return entry !== null && (await reader.states(entry)).includes('showing')
    }),
  )
  return shown.includes(true)
}

interface Cell {
  readonly row: number
  readonly column: number
}

/** Of a table that tells what is under a point: the cells from its upper left corner to its lower right one. */
async function visibleCells(
  reader: ObjectReader,
  { reference, area }: Parent,
): Promise<ObjectReference[] | null> {
  if (!area) return null
  const { x, y, width, height } = area
  const [first, last] = await Promise.all([
    cellUnder(reader, reference, { x: x + 2, y: y + 2 }),
    cellUnder(reader, reference, { x: x + width - 3, y: y + height - 3 }),
  ])
  if (!first) return null
  const columns = last ? last.column - first.column + 1 : 1
  const rows = Math.min(last ? last.row - first.row + 1 : MAX_CELLS, Math.ceil(MAX_CELLS / columns))
  if (columns < 1 || rows < 1 || columns > MAX_CELLS) return null
  const all = Array.from({ length: rows * columns }, (_, index) =>
    cellAt(reader, reference, {
      row: first.row + Math.floor(index / columns),
      column: first.column + (index % columns),
    }),
  )
  return atNumbers(all)
}

async function cellUnder(
  reader: ObjectReader,
  table: ObjectReference,
  point: { readonly x: number; readonly y: number },
): Promise<Cell | null> {
  const cell = await reader.childUnder(table, point)
  if (!cell) return null
  const [index] = await reader.call(cell, 'Accessible.GetIndexInParent')
  const at: readonly [string, readonly BusValue[]] = ['i', [numberOf(index)]]
  const [[row], [column]] = await Promise.all([
    reader.call(table, 'Table.GetRowAtIndex', at),
    reader.call(table, 'Table.GetColumnAtIndex', at),
  ])
  return { row: numberOf(row), column: numberOf(column) }
}

async function cellAt(
  reader: ObjectReader,
  table: ObjectReference,
  { row, column }: Cell,
): Promise<ObjectReference | null> {
  const [cell] = await reader.call(table, 'Table.GetAccessibleAt', ['ii', [row, column]])
  return existing(cell)
}

async function atNumbers(asked: readonly Promise<ObjectReference | null>[]): Promise<ObjectReference[]> {
  const answers = await Promise.all(asked.map((each) => each.catch(() => null)))
  return answers.filter((each) => each !== null)
}
