import type { Understood } from '../../answers/act.ts'
import {
  alreadyThere,
  editItems,
  itemsOf,
  listed,
  newItem,
  openItem,
  showList,
} from '../../answers/list-items.ts'
import type { StoredValues } from '../../answers/stored.ts'
import { chosen, isUnclear, namesEntries, rest, type Wanted } from './choose-entries.ts'

export async function removeEntries(
  store: StoredValues,
  understood: Understood<Wanted & { readonly add?: readonly string[] }>,
): Promise<void> {
  const { slots, writer } = understood
  const choice = chosen(store, understood, true)
  const { list, found } = choice
  if (!namesEntries(slots)) {
    writer.decline(`What should I remove from ${list.title}?`)
    return showList(understood, list)
  }
  if (isUnclear(choice)) writer.decline()
  const gone = new Set(found.map(({ id }) => id))
  const adding = (slots.add ?? []).map((text) => ({ text, there: openItem(itemsOf(store, list), text) }))
  const also = adding.filter(({ there }) => !there).map(({ text }) => newItem(text, understood))
  if (gone.size > 0 || also.length > 0)
    await editItems(store, list, (items) => [...items.filter(({ id }) => !gone.has(id)), ...also])
  const told = [
    ...(found.length > 0 ? [`Removed ${listed(found.map(({ text }) => text))} from ${list.title}.`] : []),
    ...rest(choice, slots.list !== undefined),
    ...(also.length > 0 ? [`Added ${listed(also.map(({ text }) => text))}.`] : []),
    ...alreadyThere(
      adding.flatMap(({ there }) => there ?? []),
      list,
    ),
  ]
  writer.say(told.join(' ') || `${list.title} has no such entry.`)
  showList(understood, list)
}
