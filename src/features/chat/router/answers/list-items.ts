import type { EarlierMessage } from '../../answering.ts'
import { plainItem } from '../readers/list-entries.ts'
import { titled, type ListName } from '../slots/list-names.ts'
import { editDistance } from '../spelling.ts'
import type { Understood } from './act.ts'
import { editStored, newEntryId, readStored, type StoredValues } from './stored.ts'

export interface Item {
  readonly id: string
  readonly text: string
  readonly done: boolean
  /** A day or a moment. */
  readonly due?: string
  /** How it comes again, as calendars write it, and where its clock stands. */
  readonly repeat?: string
  readonly time_zone?: string
  readonly created_at?: string
  readonly done_at?: string
}

export interface KeptList extends ListName {
  readonly items: readonly Item[]
}

interface StoredList {
  readonly items: readonly Item[]
}

const empty: StoredList = { items: [] }
const MOST = 2_000
const MOST_LISTS = 500
/** Kept under keys of their own, and no lists to tick off. */
const notLists = new Set(['reminders', 'reading'])

export const todo: ListName = { id: 'todo', title: 'To do' }
export const reminders: ListName = { id: 'reminders', title: 'Reminders' }

/** All lists that are kept; reminders are none. */
export function keptLists(store: StoredValues): readonly KeptList[] {
  return store
    .list({ limit: MOST_LISTS })
    .filter(({ key }) => !notLists.has(key))
    .map(({ key }) => ({ ...titled(key), items: readStored<Partial<StoredList>>(store, key, {}).items }))
    .filter((list): list is KeptList => Array.isArray(list.items) && list.items.every(isItem))
}

function isItem(item: Partial<Item> | null): boolean {
  return typeof item?.text === 'string' && typeof item.done === 'boolean'
}

export function itemsOf(store: StoredValues, { id }: ListName): readonly Item[] {
  return readStored(store, id, empty).items
}

export function editItems(
  store: StoredValues,
  { id }: ListName,
  change: (items: readonly Item[]) => readonly Item[],
): Promise<StoredList> {
  return editStored(store, id, {
    empty,
    change: (value) => ({ ...value, items: change(value.items).slice(-MOST) }),
  })
}

export function newItem(text: string, { when }: Pick<Understood, 'when'>): Item {
  return {
    id: newEntryId(),
    text: capital(text).slice(0, 1_000),
    done: false,
    created_at: when.now.toISOString(),
  }
}

/** The list that was spoken of a moment ago: "put eggs on the list", right after the shopping. */
export function spokenOf(earlier: readonly EarlierMessage[]): ListName | undefined {
  const shown = earlier
    .slice(-6)
    .flatMap(({ components }) => components)
    .filter(({ type, id }) => type === 'todo_list' && typeof id === 'string' && id !== reminders.id)
    .at(-1)
  return shown === undefined ? undefined : titled(shown['id'] as string)
}

export interface Found {
  readonly item?: Item
  /** Where several could be meant. */
  readonly among?: readonly Item[]
}

/**
 * The entry that is meant: one of these words, the open one before the done one; else the only one that holds them; else
 * the only one with a typing error between them.
 */
export function findItem(items: readonly Item[], text: string): Found {
  const wanted = plainItem(text)
  if (wanted === '') return {}
  const open = items.filter(({ done }) => !done)
  const exact = [...open, ...items].find((item) => plainItem(item.text) === wanted)
  if (exact) return { item: exact }
  const holds = (item: Item) => ` ${plainItem(item.text)} `.includes(` ${wanted} `)
  const isNear = (item: Item) => wanted.length >= 4 && editDistance(plainItem(item.text), wanted, 1) <= 1
  for (const fits of [holds, isNear])
    for (const among of [open.filter(fits), items.filter(fits)])
      if (among.length > 0) return among.length === 1 ? { item: among[0]! } : { among }
  return {}
}

/** Milk, Eggs and Bread */
export function listed(texts: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(texts)
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function showList({ voice }: Pick<Understood, 'voice'>, { id, title }: ListName): void {
  voice.add({ type: 'todo_list', id, title: title.slice(0, 200) })
}

export function capital(text: string): string {
  return text === '' ? text : text[0]!.toUpperCase() + text.slice(1)
}
