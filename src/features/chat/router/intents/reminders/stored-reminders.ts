import { dueWords, repeatWords } from '../../answers/due-words.ts'
import type { Understood } from '../../answers/act.ts'
import {
  editItems,
  findItem,
  itemsOf,
  newItem,
  reminders,
  showList,
  type Item,
} from '../../answers/list-items.ts'
import { capital } from '../../../../../platform/language/capital.ts'
import type { StoredValues } from '../../answers/stored.ts'

export interface NewReminder {
  readonly text: string
  readonly due?: string | undefined
  readonly repeat?: string | undefined
  /** Said before it is told what was kept. */
  readonly lead?: string
}

type Asking = Pick<Understood, 'writer' | 'when'>

/** Reminders ring by themselves when they are due; those that repeat move on to the next time then. */
export async function addReminder(
  store: StoredValues,
  { writer, when }: Asking,
  { text, due, repeat, lead = '' }: NewReminder,
): Promise<void> {
  const item: Item = {
    ...newItem(text, { when }),
    ...(due !== undefined && { due }),
    ...(repeat !== undefined && { repeat, time_zone: when.timeZone }),
  }
  await editItems(store, reminders, (items) => [...items, item])
  writer.say(`${lead}Added to your reminders: ${item.text}${whenWords(item, when.timeZone)}`)
  showList({ writer }, reminders)
}

function whenWords({ text, due, repeat }: Item, timeZone: string): string {
  if (due === undefined)
    return `. It has no time, so it won't ring. Say "move the ${text.toLowerCase()} reminder to tomorrow at 9" to give it one.`
  if (repeat !== undefined)
    return `, ${repeatWords(repeat, due, timeZone)}. Next: ${dueWords(due, timeZone)}. It rings as a notification each time until you delete it.`
  return due.includes('T')
    ? `, ${dueWords(due, timeZone)}.`
    : `, ${dueWords(due, timeZone)}. It rings at 09:00.`
}

const MAX_TOLD = 6

export function describedSome(items: readonly Item[], timeZone: string, words = described): string {
  const told = items.slice(0, MAX_TOLD).map((item) => words(item, timeZone))
  const more = items.length - told.length
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

export function described({ text, due, repeat }: Item, timeZone: string): string {
  if (due === undefined) return `${text} (no time)`
  return repeat === undefined
    ? `${text}, ${dueWords(due, timeZone)}`
    : `${text}, ${repeatWords(repeat, due, timeZone)}, next on ${dueWords(due, timeZone)}`
}

/** The one that is meant; else says why not, and shows them all. */
export function chosen(
  store: StoredValues,
  { writer, when }: Asking,
  { name, last = false }: { readonly name?: string; readonly last?: boolean },
): Item | undefined {
  const items = itemsOf(store, reminders)
  const open = items.filter(({ done }) => !done)
  if (last && open.length > 0)
    return open.toSorted((a, b) => (a.created_at ?? '').localeCompare(b.created_at ?? '')).at(-1)
  const { item, among } = name === undefined ? onlyOf(open) : findItem(items, name)
  if (item) return item
  if (open.length === 0) writer.decline('You have no reminders.')
  else if (among) writer.decline(`Which one? ${describedSome(among, when.timeZone)}.`)
  else writer.decline(`No reminder ${capital(name!)}. These are yours.`)
  showList({ writer }, reminders)
  return undefined
}

function onlyOf(open: readonly Item[]): { item?: Item; among?: readonly Item[] } {
  return open.length === 1 ? { item: open[0]! } : { among: open }
}
