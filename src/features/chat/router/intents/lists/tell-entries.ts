import { capital } from '../../../../../platform/language/capital.ts'
import { counted, findItem, listed, type Item } from '../../answers/list-items.ts'
import type { ListName } from '../../list-names.ts'
import { withDue } from './add-entries.ts'

/** Whether something is on a list. */
export function presence(
  items: readonly Item[],
  asked: string,
  { list, isNamed, isCounted }: { list: ListName; isNamed: boolean; isCounted: boolean },
): string {
  const { item, among } = findItem(items, asked)
  if (among)
    return `${isCounted ? '' : 'Yes: '}${listed(among.map(({ text }) => text))} are on ${list.title}.`
  if (!item)
    return isCounted
      ? `None: ${asked} isn't on ${list.title}.`
      : `No, ${capital(asked)} isn't on ${list.title}.`
  if (item.done) return `${item.text} is on ${list.title}, ticked off.`
  // Where no list was named, it may have been asked whether it is done.
  return isNamed
    ? `Yes, ${item.text} is on ${list.title}.`
    : `${item.text} is on ${list.title}, not ticked off.`
}

/** The list that is spoken of. */
interface Spoken {
  readonly list: ListName
  readonly timeZone: string
}

export function entryAt(items: readonly Item[], at: number, { list, timeZone }: Spoken): string {
  const open = items.filter(({ done }) => !done)
  const item = open.at(at > 0 ? at - 1 : at)
  if (!item) return `${list.title} has ${counted(open.length, 'open entry', 'open entries')}.`
  return `${withDue(item, timeZone)} is number ${open.indexOf(item) + 1} of ${open.length} on ${list.title}.`
}

export function countWords(items: readonly Item[], list: ListName): string {
  const open = items.filter(({ done }) => !done).length
  const done = items.length - open
  return `${list.title} has ${counted(open, 'open entry', 'open entries')}${done > 0 ? ` and ${done} ticked off` : ''}.`
}

export function entriesWords(items: readonly Item[], { list, timeZone }: Spoken): string {
  const open = items.filter(({ done }) => !done)
  if (open.length === 0)
    return items.length === 0 ? `${list.title} is empty.` : `Everything on ${list.title} is ticked off.`
  return `On ${list.title}: ${listed(open.map((item) => withDue(item, timeZone)))}.`
}
