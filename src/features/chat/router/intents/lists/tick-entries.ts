import type { Understood } from '../../answers/act.ts'
import { editItems, listed, showList, type Item } from '../../answers/list-items.ts'
import type { StoredValues } from '../../answers/stored.ts'
import { chosen, isUnclear, namesEntries, rest, type Wanted } from './choose-entries.ts'

/** Ticks entries off, or opens them again. */
export async function tickEntries(
  store: StoredValues,
  understood: Understood<Wanted>,
  done: boolean,
): Promise<void> {
  const { slots, writer, when } = understood
  const choice = chosen(store, understood)
  const { list, found } = choice
  if (!namesEntries(slots)) {
    writer.decline(`What is done on ${list.title}?`)
    return showList(understood, list)
  }
  if (isUnclear(choice)) writer.decline()
  const changing = found.filter((item) => item.done !== done)
  const ids = new Set(changing.map(({ id }) => id))
  if (ids.size > 0)
    await editItems(store, list, (items) =>
      items.map((item) => (ids.has(item.id) ? ticked(item, done, when.now) : item)),
    )
  const verb = done ? 'Ticked off' : 'Open again:'
  const same = found.filter((item) => item.done === done)
  const told = [
    ...(changing.length > 0 ? [`${verb} ${listed(changing.map(({ text }) => text))} on ${list.title}.`] : []),
    ...same.map(({ text }) => `${text} is ${done ? 'already ticked off' : 'open'} on ${list.title}.`),
    ...rest(choice, slots.list !== undefined),
  ]
  writer.say(told.join(' ') || `Nothing is ${done ? 'open' : 'ticked off'} on ${list.title}.`)
  showList(understood, list)
}

function ticked({ done_at: _before, ...item }: Item, done: boolean, now: Date): Item {
  return done ? { ...item, done, done_at: now.toISOString() } : { ...item, done }
}
