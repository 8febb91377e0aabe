import { dayIn, isoDay, partsIn } from '../../../../platform/language/values/calendar.ts'
import { ruleText } from '../../../../platform/language/values/repetition.ts'
import { clockText } from '../../../../platform/language/values/times.ts'
import { movedTo } from '../readers/reminders.ts'
import { textOf, type Act, type Understood } from './act.ts'
import { dueWords, repeatWords } from './due-words.ts'
import {
  capital,
  counted,
  editItems,
  emptied,
  findItem,
  itemsOf,
  newItem,
  reminders,
  showList,
  type Item,
} from './list-items.ts'
import type { StoredValues } from './stored.ts'

/** Reminders ring by themselves when they are due; those that repeat move on to the next time then. */
export function reminderActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    'reminder.add': (understood) => addReminder(store, understood),
    'reminder.show': (understood) => tellReminders(store, understood),
    'reminder.remove': (understood) => removeReminder(store, understood),
    'reminder.clear': (understood) => offerToClear(store, understood),
    'reminder.move': (understood) => moveReminder(store, understood),
  }
}

export async function addReminder(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const problem = textOf(slots, 'problem')
  const text = textOf(slots, 'text')
  if (problem !== undefined) {
    voice.decline(`${problem} Nothing was stored.`)
    return showList(understood, reminders)
  }
  if (text === undefined) {
    voice.decline('Of what, and when? Say for instance "remind me to call mom tomorrow at 5 pm".')
    return showList(understood, reminders)
  }
  const due = textOf(slots, 'due')
  const repeat = textOf(slots, 'repeat')
  const item: Item = {
    ...newItem(text, understood),
    ...(due !== undefined && { due }),
    ...(repeat !== undefined && { repeat, time_zone: when.timeZone }),
  }
  await editItems(store, reminders, (items) => [...items, item])
  voice.say(
    `${textOf(slots, 'lead') ?? ''}Put on your reminders: ${item.text}${whenWords(item, when.timeZone)}`,
  )
  showList(understood, reminders)
}

function whenWords({ text, due, repeat }: Item, timeZone: string): string {
  if (due === undefined)
    return `. It has no time, so it does not ring; say "move the ${text.toLowerCase()} reminder to tomorrow at 9" to give it one.`
  if (repeat !== undefined)
    return `, ${repeatWords(repeat, due, timeZone)}. Next: ${dueWords(due, timeZone)}. It rings as a notification each time, until you delete it.`
  return due.includes('T')
    ? `, ${dueWords(due, timeZone)}.`
    : `, ${dueWords(due, timeZone)}. It rings at 09:00.`
}

const MOST_TOLD = 6

function tellReminders(store: StoredValues, understood: Understood): void {
  const { slots, voice, when } = understood
  const day = textOf(slots, 'day')
  const open = itemsOf(store, reminders)
    .filter(({ done }) => !done)
    .filter((item) => day === undefined || dayOf(item, when.timeZone) === day)
    .toSorted((a, b) => (a.due ?? '9').localeCompare(b.due ?? '9'))
  const on = day === undefined ? '' : ` for ${dueWords(day, when.timeZone)}`
  if (open.length === 0) voice.say(`You have no reminders${on}.`)
  else {
    const told = describedSome(open, when.timeZone, day === undefined ? described : onItsDay)
    voice.say(`You have ${counted(open.length, 'reminder')}${on}: ${told}.`)
  }
  showList(understood, reminders)
}

function describedSome(items: readonly Item[], timeZone: string, words = described): string {
  const told = items.slice(0, MOST_TOLD).map((item) => words(item, timeZone))
  const more = items.length - told.length
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

function dayOf({ due }: Item, timeZone: string): string | undefined {
  return due?.includes('T') === true ? isoDay(dayIn(timeZone, new Date(due))) : due
}

function described({ text, due, repeat }: Item, timeZone: string): string {
  if (due === undefined) return `${text} (no time)`
  return repeat === undefined
    ? `${text}, ${dueWords(due, timeZone)}`
    : `${text}, ${repeatWords(repeat, due, timeZone)}, next on ${dueWords(due, timeZone)}`
}

function onItsDay({ text, due }: Item, timeZone: string): string {
  return due?.includes('T') === true ? `${text} at ${clockText(partsIn(timeZone, new Date(due)))}` : text
}

/** The one that is meant; else says why not, and shows them all. */
function chosen(store: StoredValues, understood: Understood): Item | undefined {
  const { slots, voice, when } = understood
  const items = itemsOf(store, reminders)
  const open = items.filter(({ done }) => !done)
  const name = textOf(slots, 'name')
  const { item, among } = name === undefined ? onlyOf(open) : findItem(items, name)
  if (item) return item
  if (open.length === 0) voice.decline('You have no reminders.')
  else if (among) voice.decline(`Which one? ${describedSome(among, when.timeZone)}.`)
  else voice.decline(`There is no reminder ${capital(name!)}. These are yours.`)
  showList(understood, reminders)
  return undefined
}

function onlyOf(open: readonly Item[]): { item?: Item; among?: readonly Item[] } {
  return open.length === 1 ? { item: open[0]! } : { among: open }
}

async function removeReminder(store: StoredValues, understood: Understood): Promise<void> {
  const item = chosen(store, understood)
  if (!item) return
  await editItems(store, reminders, (items) => items.filter(({ id }) => id !== item.id))
  understood.voice.say(`Deleted the reminder ${described(item, understood.when.timeZone)}.`)
  showList(understood, reminders)
}

/** What cannot be undone is asked for. */
function offerToClear(store: StoredValues, understood: Understood): void {
  const { voice } = understood
  const { length } = itemsOf(store, reminders)
  if (length === 0) return voice.say('You have no reminders.')
  voice.say(
    `You have ${counted(length, 'reminder')}. Press the button to delete ${length === 1 ? 'it' : 'them all'}.`,
  )
  voice.add({
    type: 'button',
    label: 'Delete all reminders',
    look: 'danger',
    question: `Delete ${counted(length, 'reminder')}?`,
    action: { kind: 'store', key: reminders.id, operation: 'set', value: emptied(store, reminders) },
  })
  showList(understood, reminders)
}

async function moveReminder(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const problem = textOf(slots, 'problem')
  if (problem !== undefined) return voice.decline(`${problem} Nothing was changed.`)
  const item = chosen(store, understood)
  if (!item) return
  const words = textOf(slots, 'words') ?? ''
  const moved = movedTo({ words, isBy: slots['by'] === true }, item.due, when)
  if (moved.due === undefined) {
    voice.decline(`${moved.problem ?? 'To when?'} Nothing was changed.`)
    return showList(understood, reminders)
  }
  const { repeat, done_at: _before, ...rest } = item
  const rule = moved.repetition ? ruleText(moved.repetition) : repeat
  const next: Item = {
    ...rest,
    due: moved.due,
    done: false,
    ...(rule !== undefined && { repeat: rule, time_zone: when.timeZone }),
  }
  await editItems(store, reminders, (items) => items.map((other) => (other.id === item.id ? next : other)))
  voice.say(`Moved: ${described(next, when.timeZone)}.`)
  showList(understood, reminders)
}
