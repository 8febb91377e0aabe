import type { EarlierMessage } from '../../answering.ts'
import { plainItem } from '../stored-names.ts'
import { titled, type ListName } from '../list-names.ts'
import { editDistance } from '../spelling.ts'
import type { Understood } from './act.ts'
import { cards, cardOf } from './cards.ts'
import { isSame } from './matching.ts'
import {
  assertRoom,
  editStored,
  newEntryId,
  readStored,
  unreadable,
  withOwnIds,
  type StoredValues,
} from './stored.ts'
import { capital } from '../../../../platform/language/capital.ts'

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

export interface NamedList extends ListName {
  readonly items: readonly Item[]
}

/** Any client may have written it: a bare text is an entry too, and what is neither is kept as it is. */
interface StoredList {
  readonly items: readonly unknown[]
}

const MAX_ITEMS = 2_000
const MAX_LISTS = 500
/** Kept under keys of their own, and no lists to tick off. */
const notLists = new Set(['reminders', ...Object.keys(cards)])

export const todo: ListName = { id: 'todo', title: 'To do' }
export const reminders: ListName = { id: 'reminders', title: 'Reminders' }

/** All lists that are kept; reminders are none. */
export function storedLists(store: StoredValues): readonly NamedList[] {
  return store
    .list({ limit: MAX_LISTS })
    .filter(({ key }) => !notLists.has(key))
    .flatMap(({ key }) => {
      const { items } = readStored<Partial<StoredList>>(store, key, {})
      return isEntries(items) ? [{ ...titled(key), items: readable(items) }] : []
    })
}

/** Other widgets call something `items` as well. */
function isEntries(items: unknown): items is readonly unknown[] {
  const isEntry = (item: unknown) => typeof item === 'string' || isItem(item)
  return Array.isArray(items) && items.every(isEntry)
}

function isItem(item: unknown): item is Omit<Item, 'done'> & { readonly done?: unknown } {
  return typeof (item as Partial<Item> | null)?.text === 'string'
}

export function itemsOf(store: StoredValues, { id }: ListName): readonly Item[] {
  const { items } = readStored<Partial<StoredList>>(store, id, {})
  return Array.isArray(items) ? readable(items) : []
}

function readable(items: readonly unknown[]): readonly Item[] {
  const entries = items.flatMap((item): Item[] => {
    if (typeof item === 'string') return [{ id: '', text: item, done: false }]
    return isItem(item) ? [{ ...item, done: item.done === true }] : []
  })
  return withOwnIds(entries, ({ text }) => text)
}

export async function editItems(
  store: StoredValues,
  { id, title }: ListName,
  change: (items: readonly Item[]) => readonly Item[],
): Promise<void> {
  await editStored<Partial<StoredList>>(store, id, {
    empty: {},
    change(value) {
      const stored = entriesIn(id, value)
      const others = stored.filter((item) => typeof item !== 'string' && !isItem(item))
      const items = [...change(readable(stored)), ...others]
      assertRoom(title, { before: stored.length, after: items.length, most: MAX_ITEMS })
      return { ...value, items }
    },
  })
}

/** What is kept there beside a list, a board for instance, is not made one. */
function entriesIn(id: string, value: Partial<StoredList>): readonly unknown[] {
  const { items, ...others } = value
  if (cardOf(id) !== undefined) throw unreadable(id)
  if (Array.isArray(items)) return items
  const isOther = Object.values(others).some((member) => typeof member === 'object' && member !== null)
  if (items !== undefined || isOther) throw unreadable(id)
  return []
}

/** Whether a list is kept there, and not something else. */
export function isStored(store: StoredValues, { id }: ListName): boolean {
  return Array.isArray(readStored<Partial<StoredList>>(store, id, {}).items)
}

/** Whether there is such a list: the usual ones are there before anything is on them. */
export function isThere(store: StoredValues, { id }: ListName): boolean {
  return id === todo.id || id === 'shopping' || id === reminders.id || store.read(id) !== undefined
}

/** The stored list without its entries. */
export function emptied(store: StoredValues, { id }: ListName): object {
  return { ...readStored(store, id, {}), items: [] }
}

export function newItem(text: string, { when }: Pick<Understood, 'when'>): Item {
  return {
    id: newEntryId(),
    text: capital(text).slice(0, 1_000),
    done: false,
    created_at: when.now.toISOString(),
  }
}

/** What is on the list already and not done: it is not added again. */
export function openItem(items: readonly Item[], text: string): Item | undefined {
  return items.find((item) => !item.done && plainItem(item.text) === plainItem(text))
}

/** "Milk and Eggs are already on Shopping." */
export function alreadyThere(items: readonly Item[], { title }: ListName): string[] {
  if (items.length === 0) return []
  return [
    `${listed(items.map(({ text }) => text))} ${items.length === 1 ? 'is' : 'are'} already on ${title}.`,
  ]
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
 * the only one with a plural or a typing error between them. Of short words, and where they begin otherwise, a letter makes
 * another word: milk is not silk.
 */
export function findItem(items: readonly Item[], text: string): Found {
  const wanted = plainItem(text)
  if (wanted === '') return {}
  const open = items.filter(({ done }) => !done)
  const exact = [...open, ...items].find((item) => plainItem(item.text) === wanted)
  if (exact) return { item: exact }
  const holds = (item: Item) => ` ${plainItem(item.text)} `.includes(` ${wanted} `)
  const isNear = (item: Item) => {
    const own = plainItem(item.text)
    if (isSame(own, wanted)) return true
    return wanted.length >= 5 && own[0] === wanted[0] && editDistance(own, wanted, 1) <= 1
  }
  for (const fits of [holds, isNear])
    for (const among of [open.filter(fits), items.filter(fits)])
      if (among.length > 0) return among.length === 1 ? { item: among[0]! } : { among }
  return {}
}

const MAX_TOLD = 12

/** Milk, Eggs and Bread; of very many the first ones. */
export function listed(
  texts: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const more = texts.length - MAX_TOLD
  const told = more > 1 ? [...texts.slice(0, MAX_TOLD), `${more} more`] : texts
  return new Intl.ListFormat('en-GB', { type }).format(told)
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function showList({ writer }: Pick<Understood, 'writer'>, { id, title }: ListName): void {
  writer.add({ type: 'todo_list', id, title: title.slice(0, 200) })
}
