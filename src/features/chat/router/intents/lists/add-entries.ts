import type { Understood } from '../../answers/act.ts'
import { dueWords } from '../../answers/due-words.ts'
import {
  alreadyThere,
  editItems,
  isThere,
  itemsOf,
  listed,
  newItem,
  openItem,
  showList,
  type Item,
} from '../../answers/list-items.ts'
import type { StoredValues } from '../../answers/stored.ts'
import type { ListName } from '../../list-names.ts'
import { removalFrom } from './choose-entries.ts'
import { listOf } from './named-list.ts'
import type { NewEntries } from './read-entries.ts'

type Adding = Understood<NewEntries & { readonly usual?: ListName; readonly remove?: readonly string[] }>

/** A list that is only named here is begun, but somebody who knows more may find the one that is meant. */
export async function addToStored(store: StoredValues, understood: Adding): Promise<void> {
  if (!isThere(store, listOf(understood))) understood.writer.decline()
  return addEntries(store, understood)
}

export async function addEntries(store: StoredValues, understood: Adding): Promise<void> {
  const { slots, writer, when } = understood
  const { items: texts = [], dues = {}, problem, remove = [] } = slots
  const list = listOf(understood)
  if (problem !== undefined || texts.length === 0) {
    writer.decline(
      problem === undefined ? `What should I add to ${list.title}?` : `${problem} Nothing was added.`,
    )
    return showList(understood, list)
  }
  const fresh: Item[] = []
  const there: Item[] = []
  const removal = removalFrom(itemsOf(store, list), { list, texts: remove })
  if (removal.isUnclear) writer.decline()
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
  const added = listed(fresh.map((item) => withDue(item, when.timeZone)))
  const told = [
    fresh.length > 0 ? `Added ${added} to ${list.title}.` : '',
    ...alreadyThere(there, list),
    ...removal.told,
  ]
  writer.say(told.filter((sentence) => sentence !== '').join(' '))
  showList(understood, list)
}

export function withDue({ text, due }: Item, timeZone: string): string {
  return due === undefined ? text : `${text} (due ${dueWords(due, timeZone)})`
}
