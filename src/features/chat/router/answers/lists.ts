import type { ListName } from '../slots/list-names.ts'
import { editDistance } from '../spelling.ts'
import { textOf, textsOf, type Act, type Understood } from './act.ts'
import { editStored, newEntryId, readStored, type StoredValues } from './stored.ts'

interface Item {
  readonly id: string
  readonly text: string
  readonly done: boolean
  readonly due?: string
  readonly created_at?: string
  readonly done_at?: string
}

interface StoredList {
  readonly items: readonly Item[]
}

const empty: StoredList = { items: [] }
const usual: ListName = { id: 'todo', title: 'To do' }
const reminders: ListName = { id: 'reminders', title: 'Reminders' }
const MOST = 2_000

/** Lists that are kept: what is said changes what is stored, and the list is shown. */
export function listActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    'list.add': (understood) => addItems(store, understood),
    'list.remove': (understood) => removeItems(store, understood),
    'list.complete': (understood) => tickOff(store, understood),
    'list.clear': (understood) => offerToClear(store, understood),
    'list.create': (understood) => createList(store, understood),
    'list.show'(understood) {
      const { slots, voice } = understood
      if (slots['all'] === true) return showAll(store, understood)
      const list = listOf(slots)
      const asked = textOf(slots, 'item')
      if (asked !== undefined) voice.say(presence(readStored(store, list.id, empty).items, asked, list))
      show(understood, list)
    },
    'reminder.add': (understood) => addReminder(store, understood),
    'reminder.show': (understood) => show(understood, reminders),
  }
}

/** A list begins with its first entry: one without any is only shown. */
async function createList(store: StoredValues, understood: Understood): Promise<void> {
  if (textsOf(understood.slots, 'items').length > 0) return addItems(store, understood)
  const list = listOf(understood.slots)
  understood.voice.say(`Here is ${list.title}. Say "add … to my ${list.id} list" to fill it.`)
  show(understood, list)
}

async function addItems(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const list = listOf(slots)
  const texts = textsOf(slots, 'items')
  if (texts.length === 0) {
    voice.say(`What shall I add to ${list.title}?`)
    return show(understood, list)
  }
  const removed = textsOf(slots, 'remove')
  await edit(store, list, (items) => added(without(items, removed), texts, understood))
  const told = removed.length > 0 ? ` and removed ${quoted(removed)}` : ''
  voice.say(`Added ${quoted(texts)} to ${list.title}${told}.`)
  show(understood, list)
}

async function removeItems(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const texts = textsOf(slots, 'items')
  const list = listWith(store, listOf(slots), { texts, isNamed: slots['list'] !== undefined })
  if (texts.length === 0) {
    voice.say(`What shall I remove from ${list.title}?`)
    return show(understood, list)
  }
  const { items } = readStored(store, list.id, empty)
  const missing = texts.filter((text) => matching(items, text) === undefined)
  const also = textsOf(slots, 'add')
  await edit(store, list, (current) => added(without(current, texts), also, understood))
  voice.say(removal({ texts, missing, list, also }))
  show(understood, list)
}

async function tickOff(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const texts = textsOf(slots, 'items')
  const list = listWith(store, listOf(slots), { texts, isNamed: slots['list'] !== undefined })
  const found = texts.flatMap((text) => matching(readStored(store, list.id, empty).items, text) ?? [])
  if (found.length === 0) {
    const reason =
      texts.length === 0 ? `What is done on ${list.title}?` : `${quoted(texts)} is not on ${list.title}.`
    voice.say(reason)
    return show(understood, list)
  }
  const ids = new Set(found.map(({ id }) => id))
  const done = { done: true, done_at: when.now.toISOString() }
  await edit(store, list, (items) => items.map((item) => (ids.has(item.id) ? { ...item, ...done } : item)))
  voice.say(`Ticked off ${quoted(found.map(({ text }) => text))}.`)
  show(understood, list)
}

/** What cannot be undone is asked for. */
function offerToClear(store: StoredValues, understood: Understood): void {
  const { slots, voice } = understood
  const list = listOf(slots)
  const { items } = readStored(store, list.id, empty)
  if (items.length === 0) return voice.say(`${list.title} is empty already.`)
  voice.say(`${list.title} has ${items.length} ${items.length === 1 ? 'entry' : 'entries'}.`)
  voice.add({
    type: 'button',
    label: `Empty ${list.title}`.slice(0, 80),
    look: 'danger',
    question: `Remove all ${items.length} entries of ${list.title}?`.slice(0, 300),
    action: { kind: 'store', key: list.id, operation: 'set', value: { items: [] } },
  })
  show(understood, list)
}

async function addReminder(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const text = textOf(slots, 'text')
  if (text === undefined) {
    voice.say('Of what, and when? Say for instance "remind me to call mom tomorrow at 5 pm".')
    return show(understood, reminders)
  }
  const due = textOf(slots, 'due')
  const item = { ...newItem(capital(text), understood), ...(due !== undefined && { due }) }
  await edit(store, reminders, (items) => [...items, item].slice(-MOST))
  const time = due === undefined ? '' : `, ${dueText(due, when.timeZone)}`
  voice.say(`Put on your reminders: ${item.text}${time}.`)
  show(understood, reminders)
}

function edit(store: StoredValues, list: ListName, change: (items: readonly Item[]) => readonly Item[]) {
  return editStored(store, list.id, { empty, change: (value) => ({ ...value, items: change(value.items) }) })
}

function listOf(slots: Understood['slots']): ListName {
  return (slots['list'] as ListName | undefined) ?? usual
}

/** "remove milk": from whichever list has it, when none was named. */
function listWith(
  store: StoredValues,
  list: ListName,
  { texts, isNamed }: { texts: readonly string[]; isNamed: boolean },
): ListName {
  if (isNamed) return list
  const others: readonly ListName[] = [usual, { id: 'shopping', title: 'Shopping' }, reminders]
  return (
    others.find(({ id }) => texts.some((text) => matching(readStored(store, id, empty).items, text))) ?? list
  )
}

function added(items: readonly Item[], texts: readonly string[], understood: Understood): readonly Item[] {
  const fresh = texts.filter((text) => !items.some((item) => !item.done && same(item.text, text)))
  return [...items, ...fresh.map((text) => newItem(capital(text), understood))].slice(-MOST)
}

function newItem(text: string, { when }: Understood): Item {
  return { id: newEntryId(), text: text.slice(0, 1_000), done: false, created_at: when.now.toISOString() }
}

function without(items: readonly Item[], texts: readonly string[]): readonly Item[] {
  const gone = new Set(texts.flatMap((text) => matching(items, text)?.id ?? []))
  return items.filter(({ id }) => !gone.has(id))
}

/** The entry that is meant: the same words, else one that holds them, else one with a typing error between them. */
function matching(items: readonly Item[], text: string): Item | undefined {
  const wanted = plain(text)
  return (
    items.find((item) => plain(item.text) === wanted) ??
    items.find((item) => ` ${plain(item.text)} `.includes(` ${wanted} `)) ??
    items.find((item) => wanted.length >= 4 && editDistance(plain(item.text), wanted, 1) <= 1)
  )
}

function same(a: string, b: string): boolean {
  return plain(a) === plain(b)
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .replace(/^(?:the|a|an|some|my) /, '')
    .trim()
}

function presence(items: readonly Item[], asked: string, list: ListName): string {
  const found = matching(items, asked)
  if (!found) return `No, ${asked} is not on ${list.title}.`
  return found.done
    ? `${found.text} is on ${list.title}, and done.`
    : `Yes, ${found.text} is on ${list.title}.`
}

function removal({
  texts,
  missing,
  list,
  also,
}: {
  texts: readonly string[]
  missing: readonly string[]
  list: ListName
  also: readonly string[]
}): string {
  const removed = texts.filter((text) => !missing.includes(text))
  const told = [
    removed.length > 0 ? `Removed ${quoted(removed)} from ${list.title}.` : '',
    missing.length > 0 ? `${quoted(missing)} was not on it.` : '',
    also.length > 0 ? `Added ${quoted(also)}.` : '',
  ]
  return told.filter((sentence) => sentence !== '').join(' ')
}

function show({ voice }: Understood, list: ListName): void {
  voice.add({ type: 'todo_list', id: list.id, title: list.title })
}

function showAll(store: StoredValues, { voice }: Understood): void {
  const lists = store
    .list({ limit: 500 })
    .map(({ key }) => ({ key, value: readStored<Partial<StoredList>>(store, key, {}) }))
    .filter(
      ({ value }) =>
        Array.isArray(value.items) &&
        value.items.every((item) => typeof item.text === 'string' && typeof item.done === 'boolean'),
    )
  voice.add({
    type: 'list',
    title: 'Your lists',
    items: lists.map(({ key, value }) => ({
      text: key,
      badge: String(value.items!.filter(({ done }) => !done).length),
      action: { kind: 'chat', message: `Show my ${key} list` },
    })),
    empty_text: 'There is no list yet. Say "add milk to my shopping list" to begin one.',
  })
}

function dueText(due: string, timeZone: string): string {
  if (!due.includes('T')) return `on ${due}`
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(due))
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `“${text}”`).join(', ')
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}
