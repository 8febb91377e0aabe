import { listCalled, type ListName } from '../list-names.ts'
import { textOf, textsOf, type Act, type Understood } from './act.ts'
import { cardOf } from './cards.ts'
import { changeActs, removalFrom } from './list-changes.ts'
import { dueWords } from './due-words.ts'
import {
  alreadyThere,
  counted,
  editItems,
  emptied,
  findItem,
  isThere,
  itemsOf,
  keptLists,
  listed,
  newItem,
  openItem,
  showList,
  spokenOf,
  todo,
  type Item,
} from './list-items.ts'
import { capital } from '../../../../platform/language/capital.ts'
import type { StoredValues } from './stored.ts'

/** Lists that are kept: what is said changes what is stored, and the list is shown. */
export function listActs(store: StoredValues): Readonly<Record<string, Act>> {
  const acts: Readonly<Record<string, Act>> = {
    'list.task': (understood) => addToKept(store, understood),
    'list.clear': (understood) => offerToClear(store, understood),
    'list.create': (understood) => createList(store, understood),
    'list.show': (understood) =>
      understood.slots['all'] === true ? showAll(store, understood) : answerAbout(store, understood),
    ...changeActs(store),
  }
  return Object.fromEntries(Object.entries(acts).map(([intent, act]) => [intent, sparingCards(act)]))
}

/** "The notes list" are the notes: they are kept otherwise than a list, and are not to become one. */
function sparingCards(act: Act): Act {
  return (understood) => {
    const { slots, voice, intent } = understood
    const named = [slots['list'], slots['to']].map((name) => (name as Partial<ListName> | undefined)?.id)
    const [card] = named.flatMap((id) => (typeof id === 'string' ? (cardOf(id) ?? []) : []))
    if (!card) return act(understood)
    if (intent !== 'list.show')
      voice.decline(`${card.title} is kept on a card of its own, not as a list. Nothing was changed.`)
    voice.add(card)
  }
}

/** The list that was named, else the one that was spoken of, else the usual one. */
function listOf({ slots, asked }: Understood): ListName {
  const named = slots['list'] as ListName | undefined
  const usual = slots['usual'] as ListName | undefined
  const spoken = spokenOf(asked.earlier)
  // "add jam" is no task, also when the tasks were spoken of.
  const isMeant = spoken !== undefined && (usual === undefined || spoken.id !== todo.id)
  return named ?? (isMeant ? spoken : (usual ?? todo))
}

async function createList(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const list = slots['list'] as ListName | undefined
  if (!list) return voice.decline('What shall it be called? Say for instance "make a list called packing".')
  if (textsOf(slots, 'items').length > 0) return addItems(store, understood)
  const isMade = store.read(list.id) !== undefined
  await editItems(store, list, (items) => items)
  const fill = `Say "add … to my ${list.title.toLowerCase()} list" to fill it.`
  voice.say(
    isMade ? `There is a list ${list.title} already. ${fill}` : `Made the list ${list.title}. ${fill}`,
  )
  showList(understood, list)
}

/** Adds what was said to the list that was named, or to the usual one. */
export function addToList(store: StoredValues, understood: Understood): Promise<void> | void {
  return sparingCards((one) => addToKept(store, one))(understood)
}

/** A list that is only named here is begun, but somebody who knows more may find the one that is meant. */
async function addToKept(store: StoredValues, understood: Understood): Promise<void> {
  if (!isThere(store, listOf(understood))) understood.voice.decline()
  return addItems(store, understood)
}

async function addItems(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const list = listOf(understood)
  const texts = textsOf(slots, 'items')
  const problem = textOf(slots, 'problem')
  if (problem !== undefined || texts.length === 0) {
    voice.decline(
      problem === undefined ? `What shall I add to ${list.title}?` : `${problem} Nothing was added.`,
    )
    return showList(understood, list)
  }
  const dues = (slots['dues'] ?? {}) as Readonly<Record<string, string>>
  const fresh: Item[] = []
  const there: Item[] = []
  const removal = removalFrom(itemsOf(store, list), { list, texts: textsOf(slots, 'remove') })
  if (removal.isUnclear) voice.decline()
  await editItems(store, list, (items) => {
    for (const part of [fresh, there]) part.length = 0
    for (const text of texts) {
      const same = openItem(items, text)
      const due = Object.hasOwn(dues, text) ? dues[text] : undefined
      if (same) there.push(same)
      else fresh.push({ ...newItem(text, understood), ...(due !== undefined && { due }) })
    }
    return [...items.filter(({ id }) => !removal.ids.has(id)), ...fresh]
  })
  const told = [
    fresh.length > 0
      ? `Added ${listed(fresh.map((item) => withDue(item, when.timeZone)))} to ${list.title}.`
      : '',
    ...alreadyThere(there, list),
    ...removal.told,
  ]
  voice.say(told.filter((sentence) => sentence !== '').join(' '))
  showList(understood, list)
}

function withDue({ text, due }: Item, timeZone: string): string {
  return due === undefined ? text : `${text} (due ${dueWords(due, timeZone)})`
}

/** What cannot be undone is asked for. */
function offerToClear(store: StoredValues, understood: Understood): void {
  const { voice } = understood
  const list = listOf(understood)
  if (!isThere(store, list)) voice.decline()
  const { length } = itemsOf(store, list)
  if (length === 0) return voice.say(`${list.title} is empty already.`)
  voice.say(
    `${list.title} has ${counted(length, 'entry', 'entries')}. Press the button to remove ${length === 1 ? 'it' : 'them all'}.`,
  )
  voice.add({
    type: 'button',
    label: `Empty ${list.title}`.slice(0, 80),
    look: 'danger',
    question: `Remove ${counted(length, 'entry', 'entries')} of ${list.title}?`.slice(0, 300),
    action: { kind: 'store', key: list.id, operation: 'set', value: emptied(store, list) },
  })
  showList(understood, list)
}

/** A question gets its answer in words, beside the list. */
function answerAbout(store: StoredValues, understood: Understood): void {
  const { slots, voice, when } = understood
  const list = listOf(understood)
  if (!isThere(store, list)) voice.decline()
  const items = itemsOf(store, list)
  const open = items.filter(({ done }) => !done)
  const asked = textOf(slots, 'item')
  const at = slots['at']
  if (asked !== undefined) voice.say(presence(items, asked, list))
  else if (typeof at === 'number') voice.say(entryAt(open, at, { list, timeZone: when.timeZone }))
  else if (slots['asks'] === 'count') voice.say(countWords(items, list))
  else if (slots['asks'] === 'entries') voice.say(entriesWords(items, { list, timeZone: when.timeZone }))
  showList(understood, list)
}

function presence(items: readonly Item[], asked: string, list: ListName): string {
  const { item, among } = findItem(items, asked)
  if (among) return `Yes: ${listed(among.map(({ text }) => text))} are on ${list.title}.`
  if (!item) return `No, ${capital(asked)} is not on ${list.title}.`
  return item.done
    ? `${item.text} is on ${list.title}, and ticked off.`
    : `Yes, ${item.text} is on ${list.title}.`
}

function entryAt(
  open: readonly Item[],
  at: number,
  { list, timeZone }: { list: ListName; timeZone: string },
): string {
  const item = open.at(at > 0 ? at - 1 : at)
  if (!item) return `${list.title} has ${counted(open.length, 'open entry', 'open entries')}.`
  return `${withDue(item, timeZone)} is number ${open.indexOf(item) + 1} of ${open.length} on ${list.title}.`
}

function countWords(items: readonly Item[], list: ListName): string {
  const open = items.filter(({ done }) => !done).length
  const done = items.length - open
  return `${list.title} has ${counted(open, 'open entry', 'open entries')}${done > 0 ? ` and ${done} ticked off` : ''}.`
}

function entriesWords(
  items: readonly Item[],
  { list, timeZone }: { list: ListName; timeZone: string },
): string {
  const open = items.filter(({ done }) => !done)
  if (open.length === 0)
    return items.length === 0 ? `${list.title} is empty.` : `All of ${list.title} is ticked off.`
  return `On ${list.title}: ${listed(open.map((item) => withDue(item, timeZone)))}.`
}

function showAll(store: StoredValues, { voice }: Understood): void {
  voice.add({
    type: 'list',
    title: 'Your lists',
    items: keptLists(store).map(({ id, title, items }) => ({
      text: title,
      badge: String(items.filter(({ done }) => !done).length),
      action: { kind: 'chat', message: `Show my ${listCalled(id)?.title.toLowerCase() ?? id} list` },
    })),
    empty_text: 'There is no list yet. Say "add milk to my shopping list" to begin one.',
  })
}
