import { capital } from '../../../../../platform/language/capital.ts'
import type { Understood } from '../../answers/act.ts'
import {
  findItem,
  itemsOf,
  storedLists,
  listed,
  reminders,
  spokenOf,
  todo,
  type Found,
  type Item,
} from '../../answers/list-items.ts'
import type { StoredValues } from '../../answers/stored.ts'
import { titled, type ListName } from '../../list-names.ts'
import { plainItem } from '../../stored-names.ts'

/** Which entries are meant: those of these names, the one at a place, or all that are open. */
export interface Wanted {
  readonly list?: ListName
  readonly items?: readonly string[]
  /** All that was named, before it was cut at "and": an entry may be called so. */
  readonly whole?: string
  /** 1 is the first one, -1 the last. */
  readonly at?: number
  readonly all?: true
}

export interface Chosen {
  readonly list: ListName
  readonly found: readonly Item[]
  readonly missing: readonly string[]
  /** Names that several entries could be meant by, or one that may be another thing. */
  readonly unclear: readonly { readonly text: string; readonly among: readonly Item[] }[]
}

/** Whether it is said at all which entries are meant. */
export function namesEntries({ items = [], at, all }: Wanted): boolean {
  return items.length > 0 || at !== undefined || all === true
}

/** The entries that are meant, on the list that was named, else on the first one that has them. */
export function chosen(
  store: StoredValues,
  { slots, asked }: Pick<Understood<Wanted>, 'slots' | 'asked'>,
  isRemoval = false,
): Chosen {
  const { list: named, items: texts = [], whole, at, all } = slots
  const spoken = spokenOf(asked.earlier)
  const list = named ?? spoken ?? todo
  const nothing = { list, found: [], missing: texts, unclear: [] }
  if (at !== undefined || all) return { ...nothing, found: openItems(itemsOf(store, list), at) }
  const lists = named
    ? [named]
    : [...(spoken ? [spoken] : []), todo, titled('shopping'), ...storedLists(store), reminders]
  const looks = lists.map((one) => lookedUp(itemsOf(store, one), { list: one, texts, whole, isRemoval }))
  return (
    looks.find(({ found, isExact }) => found.length > 0 && isExact) ??
    looks.find(({ found, unclear }) => found.length > 0 || unclear.length > 0) ??
    nothing
  )
}

/** All that are open, or the one at a place. */
function openItems(items: readonly Item[], at: number | undefined): readonly Item[] {
  const open = items.filter(({ done }) => !done)
  return at === undefined ? open : open.slice(at > 0 ? at - 1 : at).slice(0, 1)
}

interface Look {
  readonly list: ListName
  readonly texts: readonly string[]
  readonly whole: string | undefined
  readonly isRemoval: boolean
}

function lookedUp(
  items: readonly Item[],
  { list, texts, whole, isRemoval }: Look,
): Chosen & { isExact: boolean } {
  const asOne = whole === undefined || texts.length < 2 ? {} : findItem(items, whole)
  if (asOne.item) return { list, found: [asOne.item], missing: [], unclear: [], isExact: true }
  const looks = texts.map((text): Found & { text: string } => {
    const { item, among } = findItem(items, text)
    if (item && isRemoval && isOtherThing(item.text, text)) return { text, among: [item] }
    return { text, ...(item && { item }), ...(among && { among }) }
  })
  return {
    list,
    found: [...new Set(looks.flatMap(({ item }) => item ?? []))],
    missing: looks.filter(({ item, among }) => !item && !among).map(({ text }) => text),
    unclear: looks.flatMap(({ text, among }) => (among ? [{ text, among }] : [])),
    isExact: looks.some(({ item, text }) => item?.text.toLowerCase() === text.toLowerCase()),
  }
}

/** Milk chocolate is no milk, though tea towels are towels. */
function isOtherThing(own: string, said: string): boolean {
  const wanted = plainItem(said)
  return !wanted.includes(' ') && plainItem(own).startsWith(`${wanted} `)
}

/** Whether something that was named is not there, or could be several things. */
export function isUnclear({ missing, unclear }: Chosen): boolean {
  return missing.length + unclear.length > 0
}

/** What was not found or is not clear, in words. Where some of it was found, only that list was looked at to the end. */
export function rest({ list, found, missing, unclear }: Chosen, isNamed: boolean): string[] {
  const isThere = isNamed || found.length + unclear.length > 0
  const where = isThere ? `on ${list.title}` : 'on any list'
  return [
    ...(missing.length > 0
      ? [`${listed(missing.map(capital))} ${missing.length === 1 ? 'is' : 'are'} not ${where}.`]
      : []),
    ...unclear.map(({ text: said, among }) => {
      const texts = among.map(({ text }) => text)
      return texts.length === 1
        ? `${capital(said)} is not ${where}. Did you mean ${texts[0]}? Say its full name to remove it.`
        : `Which one: ${listed(texts, 'disjunction')}?`
    }),
  ]
}

/** What a wish to add takes off the list besides, and what is to be said of it. */
export function removalFrom(
  items: readonly Item[],
  { list, texts }: Pick<Look, 'list' | 'texts'>,
): { readonly ids: ReadonlySet<string>; readonly told: readonly string[]; readonly isUnclear: boolean } {
  const choice = lookedUp(items, { list, texts, whole: undefined, isRemoval: true })
  const { found } = choice
  return {
    ids: new Set(found.map(({ id }) => id)),
    told: [
      ...(found.length > 0 ? [`Removed ${listed(found.map(({ text }) => text))}.`] : []),
      ...rest(choice, true),
    ],
    isUnclear: isUnclear(choice),
  }
}
