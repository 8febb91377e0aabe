import { plainItem } from '../readers/list-entries.ts'
import type { ListName } from '../list-names.ts'
import { textOf, textsOf, type Act, type Understood } from './act.ts'
import {
  alreadyThere,
  counted,
  editItems,
  findItem,
  isKept,
  itemsOf,
  keptLists,
  listed,
  newItem,
  openItem,
  reminders,
  showList,
  spokenOf,
  todo,
  type Found,
  type Item,
} from './list-items.ts'
import { capital } from '../../../../platform/language/capital.ts'
import type { StoredValues } from './stored.ts'

/** Changes of entries that are there, and of lists as a whole. Only what is surely meant is changed. */
export function changeActs(store: StoredValues): Readonly<Record<string, Act>> {
  const ticking =
    (done: boolean): Act =>
    (understood) =>
      tick(store, understood, done)
  return {
    'list.remove': (understood) => removeItems(store, understood),
    'list.drop': (understood) => removeItems(store, understood),
    'list.complete': ticking(true),
    'list.finish': ticking(true),
    'list.untick': ticking(false),
    'list.sweep': (understood) => sweep(store, understood),
    'list.relabel': (understood) => relabel(store, understood),
    'list.rename': (understood) => renameList(store, understood),
  }
}

interface Chosen {
  readonly list: ListName
  readonly found: readonly Item[]
  readonly missing: readonly string[]
  /** Names that several entries could be meant by, or one that may be another thing. */
  readonly unclear: readonly { readonly text: string; readonly among: readonly Item[] }[]
}

/** The entries that are meant, on the list that was named, else on the first one that has them. */
function chosen(store: StoredValues, { slots, asked }: Understood, isRemoval = false): Chosen {
  const texts = textsOf(slots, 'items')
  const whole = textOf(slots, 'whole')
  const named = slots['list'] as ListName | undefined
  const spoken = spokenOf(asked.earlier)
  const lists = named
    ? [named]
    : [
        ...(spoken ? [spoken] : []),
        todo,
        { id: 'shopping', title: 'Shopping' },
        ...keptLists(store),
        reminders,
      ]
  const looks = lists.map((list) => lookedUp(itemsOf(store, list), { list, texts, whole, isRemoval }))
  const best =
    looks.find(({ found, isExact }) => found.length > 0 && isExact) ??
    looks.find(({ found, unclear }) => found.length > 0 || unclear.length > 0)
  return best ?? { list: named ?? spoken ?? todo, found: [], missing: texts, unclear: [] }
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
function isUnclear({ missing, unclear }: Chosen): boolean {
  return missing.length + unclear.length > 0
}

/** What was not found or is not clear, in words. Where some of it was found, only that list was looked at to the end. */
function rest({ list, found, missing, unclear }: Chosen, isNamed: boolean): string[] {
  const isThere = isNamed || found.length + unclear.length > 0
  const where = isThere ? `on ${list.title}` : 'on any list'
  return [
    ...(missing.length > 0
      ? [`${listed(missing.map(capital))} ${missing.length === 1 ? 'is' : 'are'} not ${where}.`]
      : []),
    ...unclear.map(({ text: said, among }) => {
      const texts = among.map(({ text }) => text)
      return texts.length === 1
        ? `${capital(said)} is not ${where}. Do you mean ${texts[0]}? Say its whole name to remove it.`
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

async function removeItems(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const choice = atPlace(store, understood) ?? chosen(store, understood, true)
  const { list, found } = choice
  if (textsOf(slots, 'items').length === 0) {
    voice.decline(`What shall I remove from ${list.title}?`)
    return showList(understood, list)
  }
  if (isUnclear(choice)) voice.decline()
  const gone = new Set(found.map(({ id }) => id))
  const adding = textsOf(slots, 'add').map((text) => ({ text, there: openItem(itemsOf(store, list), text) }))
  const also = adding.filter(({ there }) => !there).map(({ text }) => newItem(text, understood))
  const there = adding.flatMap((one) => one.there ?? [])
  if (gone.size > 0 || also.length > 0)
    await editItems(store, list, (items) => [...items.filter(({ id }) => !gone.has(id)), ...also])
  const told = [
    ...(found.length > 0 ? [`Removed ${listed(found.map(({ text }) => text))} from ${list.title}.`] : []),
    ...rest(choice, slots['list'] !== undefined),
    ...(also.length > 0 ? [`Added ${listed(also.map(({ text }) => text))}.`] : []),
    ...alreadyThere(there, list),
  ]
  voice.say(told.join(' '))
  showList(understood, list)
}

async function tick(store: StoredValues, understood: Understood, done: boolean): Promise<void> {
  const { slots, voice, when } = understood
  const choice = slots['all'] === true ? everything(store, understood) : chosen(store, understood)
  const { list, found } = choice
  if (textsOf(slots, 'items').length === 0 && slots['all'] !== true) {
    voice.decline(`What is done on ${list.title}?`)
    return showList(understood, list)
  }
  if (isUnclear(choice)) voice.decline()
  const changing = found.filter((item) => item.done !== done)
  const same = found.filter((item) => item.done === done)
  const ids = new Set(changing.map(({ id }) => id))
  if (ids.size > 0)
    await editItems(store, list, (items) =>
      items.map((item) => (ids.has(item.id) ? ticked(item, done, when.now) : item)),
    )
  const verb = done ? 'Ticked off' : 'Open again:'
  const told = [
    ...(changing.length > 0 ? [`${verb} ${listed(changing.map(({ text }) => text))} on ${list.title}.`] : []),
    ...same.map(({ text }) => `${text} is ${done ? 'ticked off already' : 'open'} on ${list.title}.`),
    ...rest(choice, slots['list'] !== undefined),
  ]
  voice.say(told.join(' ') || `Nothing is ${done ? 'open' : 'ticked off'} on ${list.title}.`)
  showList(understood, list)
}

/** "the last item" */
function atPlace(store: StoredValues, understood: Understood): Chosen | undefined {
  const at = understood.slots['at']
  if (typeof at !== 'number') return undefined
  const all = everything(store, understood)
  const item = all.found.at(at > 0 ? at - 1 : at)
  return item && { ...all, found: [item] }
}

function everything(store: StoredValues, { slots, asked }: Understood): Chosen {
  const list = (slots['list'] as ListName | undefined) ?? spokenOf(asked.earlier) ?? todo
  return { list, found: itemsOf(store, list).filter(({ done }) => !done), missing: [], unclear: [] }
}

function ticked({ done_at: _before, ...item }: Item, done: boolean, now: Date): Item {
  return done ? { ...item, done, done_at: now.toISOString() } : { ...item, done }
}

/** Takes what is done off the list that was named or spoken of, else off all. */
async function sweep(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, asked } = understood
  const named = (slots['list'] as ListName | undefined) ?? spokenOf(asked.earlier)
  const lists = named ? [named] : keptLists(store)
  const told: string[] = []
  for (const list of lists) {
    const done = itemsOf(store, list).filter((item) => item.done)
    if (done.length === 0) continue
    const ids = new Set(done.map(({ id }) => id))
    await editItems(store, list, (items) => items.filter(({ id }) => !ids.has(id)))
    told.push(
      `Removed ${counted(done.length, 'ticked off entry', 'ticked off entries')} from ${list.title}: ${listed(done.map(({ text }) => text))}.`,
    )
  }
  voice.say(told.length > 0 ? told.join(' ') : `Nothing is ticked off on ${named?.title ?? 'any list'}.`)
  if (named) showList(understood, named)
}

async function relabel(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const choice = chosen(store, { ...understood, slots: { ...slots, items: [textOf(slots, 'item') ?? ''] } })
  const [item] = choice.found
  const to = capital(textOf(slots, 'to') ?? '')
  if (!item || to === '') {
    voice.decline(rest(choice, slots['list'] !== undefined).join(' '))
    return showList(understood, choice.list)
  }
  await editItems(store, choice.list, (items) =>
    items.map((other) => (other.id === item.id ? { ...other, text: to.slice(0, 1_000) } : other)),
  )
  voice.say(`Renamed ${item.text} to ${to} on ${choice.list.title}.`)
  showList(understood, choice.list)
}

/** Its entries move to the new name; what is kept under that name already is not written over. */
async function renameList(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, asked } = understood
  const list = (slots['list'] as ListName | undefined) ?? spokenOf(asked.earlier) ?? todo
  const to = slots['to'] as ListName
  const entry = store.read(list.id)
  if (!entry || !isKept(store, list)) return voice.decline(`There is no list ${list.title}.`)
  if (list.id === to.id) return voice.say(`It is called ${to.title} already.`)
  if (store.read(to.id)) {
    voice.decline(`There is a list ${to.title} already, so ${list.title} keeps its name.`)
    return showList(understood, to)
  }
  await store.write(to.id, entry.json, { ifNoneMatch: '*' })
  await store.remove(list.id, { ifMatch: `"${entry.version}"` })
  voice.say(
    `${list.title} is now called ${to.title}. Say "add … to my ${to.title.toLowerCase()} list" to go on.`,
  )
  showList(understood, to)
}
