import type { Component } from '../../../../contract/component-schema.ts'
import { saying, type Understood } from './act.ts'
import { matchesOf } from './matching.ts'
import {
  assertRoom,
  editStored,
  newEntryId,
  readStored,
  unreadable,
  withOwnIds,
  type StoredValues,
} from './stored.ts'

export type Entry = Readonly<Record<string, unknown>> & { readonly id: string }

/** Where entries of one kind are kept, and how they are spoken of. */
export interface Collection<Item extends Entry> {
  /** The widget; its id is the key in the store. */
  readonly card: { readonly type: string; readonly id: string; readonly title: string }
  /** The member that holds the entries. */
  readonly member: string
  readonly most: number
  readonly noun: string
  readonly nouns: string
  readonly name: (entry: Item) => string
  /** Everything of it that is searched. */
  readonly text: (entry: Item) => string
  /** Whether it has what every entry must have: any client may have written it. */
  readonly isWhole: (entry: Partial<Item>) => boolean
}

type Value = Readonly<Record<string, unknown>>

/** All that can be read; what cannot is kept, but not spoken of. */
export function entriesOf<Item extends Entry>(
  store: StoredValues,
  collection: Collection<Item>,
): readonly Item[] {
  const entries = readStored<Value>(store, collection.card.id, {})[collection.member]
  return Array.isArray(entries) ? readable(entries, collection) : []
}

function readable<Item extends Entry>(
  entries: readonly unknown[],
  { isWhole, text }: Pick<Collection<Item>, 'isWhole' | 'text'>,
): readonly Item[] {
  return withOwnIds(
    entries.filter((entry): entry is Item => isObject<Item>(entry) && isWhole(entry)),
    text,
  )
}

function isObject<Item>(entry: unknown): entry is Partial<Item> {
  return typeof entry === 'object' && entry !== null
}

/** Changes the entries, and nothing else that is kept beside them. */
export async function editEntries<Item extends Entry>(
  store: StoredValues,
  collection: Collection<Item>,
  change: (entries: readonly Item[]) => readonly Item[],
): Promise<void> {
  await editStored<Value>(store, collection.card.id, {
    empty: { [collection.member]: [] },
    change: (value) => ({ ...value, [collection.member]: changed(value, collection, change) }),
  })
}

/** The entries after a change; those that cannot be read stand behind them. */
export function changed<Item extends Entry>(
  value: Value,
  collection: Collection<Item>,
  change: (entries: readonly Item[]) => readonly Item[],
): readonly Item[] {
  const { card, member, most } = collection
  const stored = value[member]
  if (!Array.isArray(stored)) throw unreadable(card.id)
  const others = stored.filter((entry) => !isObject<Item>(entry) || !collection.isWhole(entry)) as Item[]
  const after = [...change(readable(stored, collection)), ...others]
  assertRoom(card.title, { before: stored.length, after: after.length, most })
  return after
}

/** Puts an entry in front of the others. */
export async function addFirst<Item extends Entry>(
  store: StoredValues,
  collection: Collection<Item>,
  { entry, now }: { entry: Omit<Item, 'id' | 'created_at'>; now: Date },
): Promise<void> {
  const dated = { id: newEntryId(), ...entry, created_at: now.toISOString() } as unknown as Item
  await editEntries(store, collection, (entries) => [dated, ...entries])
}

/** Changes one entry. */
export async function changeEntry<Item extends Entry>(
  store: StoredValues,
  collection: Collection<Item>,
  { id, change }: { id: string; change: (entry: Item) => Item },
): Promise<void> {
  await editEntries(store, collection, (entries) =>
    entries.map((entry) => (entry.id === id ? change(entry) : entry)),
  )
}

export async function removeEntry<Item extends Entry>(
  store: StoredValues,
  collection: Collection<Item>,
  { id }: Item,
): Promise<void> {
  await editEntries(store, collection, (entries) => entries.filter((entry) => entry.id !== id))
}

const MAX_CHOICES = 6

interface Choice<Item> {
  readonly wanted: string
  readonly entries: readonly Item[]
  /** What a button says in the conversation for one of them. */
  readonly sentence: (name: string) => string
}

/** The one that is meant. Says so when there is none, and asks when there are several. */
export function chooseEntry<Item extends Entry>(
  { writer }: Pick<Understood, 'writer'>,
  collection: Collection<Item>,
  { wanted, entries, sentence }: Choice<Item>,
): Item | undefined {
  const { noun, card } = collection
  const { entries: found } = matchesOf(entries, wanted, collection)
  const [first] = found
  if (!first) {
    writer.decline(`No ${noun} “${wanted}”. Nothing was changed.`)
    writer.add(card)
    return undefined
  }
  // Those that read the same cannot be told apart: the first one is as good as any.
  if (new Set(found.map(collection.text)).size === 1) return first
  writer.decline(`${found.length} match “${wanted}”. Which one?`)
  offerEach({ writer }, collection, { entries: found, sentence })
  if (found.length > MAX_CHOICES) writer.add(card)
  return undefined
}

/** A button for each of several that can be meant. */
export function offerEach<Item extends Entry>(
  { writer }: Pick<Understood, 'writer'>,
  { name }: Pick<Collection<Item>, 'name'>,
  { entries, sentence }: Omit<Choice<Item>, 'wanted'>,
): void {
  for (const entry of entries.slice(0, MAX_CHOICES))
    writer.add(saying(name(entry), sentence(name(entry).replaceAll('"', "'"))))
}

/** Deletes the one that is meant and names it. */
export async function removeNamed<Item extends Entry>(
  store: StoredValues,
  understood: Pick<Understood, 'writer'>,
  { collection, wanted }: { collection: Collection<Item>; wanted: string },
): Promise<void> {
  const entry = chooseEntry(understood, collection, {
    wanted,
    entries: entriesOf(store, collection),
    sentence: (name) => `delete the ${collection.noun} "${name}"`,
  })
  if (!entry) return
  await removeEntry(store, collection, entry)
  understood.writer.say(`Deleted the ${collection.noun} “${collection.name(entry)}”.`)
  understood.writer.add(collection.card)
}

/** An act that deletes the one that is named; where none is, all of them are meant, which is asked for. */
export function removing<Item extends Entry, Slots>(
  collection: Collection<Item>,
  named: (slots: Slots) => string | undefined,
) {
  return async (
    understood: Understood<Slots>,
    { store }: { readonly store: StoredValues },
  ): Promise<void> => {
    const wanted = named(understood.slots)
    if (wanted === undefined) return offerToClear(store, understood, collection)
    await removeNamed(store, understood, { collection, wanted })
  }
}

/** What cannot be undone is asked for. */
export function offerToClear<Item extends Entry>(
  store: StoredValues,
  { writer }: Pick<Understood, 'writer'>,
  collection: Collection<Item>,
): void {
  const { card, member } = collection
  const count = entriesOf(store, collection).length
  if (count === 0) return writer.say(`No ${collection.nouns}.`)
  const value = { ...readStored<Value>(store, card.id, {}), [member]: [] }
  writer.say(`You have ${counted(count, collection)}.`)
  writer.add({
    type: 'button',
    label: `Delete all ${collection.nouns}`.slice(0, 80),
    look: 'danger',
    question: `Delete ${count === 1 ? `the only ${collection.noun}` : `all ${count} ${collection.nouns}`}?`,
    action: { kind: 'store', key: card.id, operation: 'set', value },
  })
  writer.add(card)
}

export function counted(count: number, { noun, nouns }: { noun: string; nouns: string }): string {
  return count === 1 ? `1 ${noun}` : `${count} ${nouns}`
}

/** A short name of something long: its first words. */
export function shortened(text: string, most = 60): string {
  const line = text.trim().split('\n')[0]!.trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}

/** The entries of a question as a list; texts of people are no Markdown. */
export function listOf(items: readonly { text: string; detail?: string }[], title?: string): Component {
  return {
    type: 'list',
    ...(title !== undefined && { title: title.slice(0, 200) }),
    items: items.slice(0, 50).map(({ text, detail }) => ({
      text: plain(text).slice(0, 1_000) || '…',
      ...(detail !== undefined && detail !== '' && { detail: detail.slice(0, 1_000) }),
    })),
  }
}

/** What Markdown would read as a sign is shown as it was written. */
export function plain(text: string): string {
  return text.replaceAll(/[\\`*[\]<>]|(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, String.raw`\$&`)
}
