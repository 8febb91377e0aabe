import type { StoredOf } from '../../../../components/schemas.ts'
import { addDays, dayText, isoDay, type Day } from '../../../../platform/language/values/calendar.ts'
import { numberOf, textOf, type Act, type Understood } from './act.ts'
import { dayFrom } from './calendar.ts'
import { cards } from './cards.ts'
import {
  changeEntry,
  chooseEntry,
  editEntries,
  entriesOf,
  offerToClear,
  removeEntry,
  type Collection,
  type Entry,
} from './entries.ts'
import { isSame } from './matching.ts'
import { newEntryId, type StoredValues } from './stored.ts'

type Habit = StoredOf<'habit_tracker'>['habits'][number] & Entry

export const MOST_DAYS = 4_000

export const habits: Collection<Habit> = {
  card: cards.habits,
  member: 'habits',
  most: 100,
  noun: 'habit',
  nouns: 'habits',
  name: ({ name }) => name,
  text: ({ name }) => name,
  isWhole: ({ name, done_on }) => typeof name === 'string' && Array.isArray(done_on),
}

export function habitActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    habit_tracker: (understood) => trackHabit(store, understood),
    'habit.done': (understood) => tickHabit(store, understood),
    'habit.ask': (understood) => tellStreaks(store, understood),
    'habit.remove': (understood) => stopTracking(store, understood),
  }
}

async function trackHabit(store: StoredValues, { slots, voice }: Understood): Promise<void> {
  const said = textOf(slots, 'habit')?.slice(0, 200)
  if (said !== undefined) voice.say(await beginHabit(store, said, numberOf(slots, 'times_a_week')))
  voice.add(habits.card)
}

async function beginHabit(store: StoredValues, said: string, times: number | undefined): Promise<string> {
  const name = said[0]!.toUpperCase() + said.slice(1)
  const all = entriesOf(store, habits)
  const known = all.find((habit) => isSame(habit.name, name))
  if (known) return `${known.name} is among your habits already.`
  if (all.length >= habits.most) return `There are ${habits.most} habits already; ${name} was not added.`
  const habit: Habit = {
    id: newEntryId(),
    name,
    ...(times !== undefined && { times_a_week: times }),
    done_on: [],
  }
  await editEntries(store, habits, (current) => [...current, habit])
  const often = times === undefined ? '' : `, ${times === 1 ? 'once' : `${times} times`} a week`
  return `I track ${name}${often} now. Say "did ${said.toLowerCase()} today" when you have.`
}

async function tickHabit(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const today = isoDay(when.today)
  const date = textOf(slots, 'date') ?? today
  const habit = chooseEntry(understood, habits, {
    wanted: textOf(slots, 'habit')!,
    entries: entriesOf(store, habits),
    sentence: (name) => `did ${name} ${dayWords(date, when.today)}`,
  })
  if (!habit) return
  if (habit.done_on.includes(date)) {
    voice.say(`${habit.name} is ticked off for ${date === today ? 'today' : date} already.`)
    voice.add(habits.card)
    return
  }
  const doneOn = ({ done_on }: Habit) => [...new Set([...done_on, date])].toSorted().slice(-MOST_DAYS)
  await changeEntry(store, habits, { id: habit.id, change: (one) => ({ ...one, done_on: doneOn(one) }) })
  const streak = streakOf(doneOn(habit), when.today)
  const row = streak > 1 ? ` That makes ${streak} days in a row.` : ''
  voice.say(`${habit.name} is done for ${date === today ? 'today' : date}.${row}`)
  voice.add(habits.card)
}

/** A day as it is said: a habit is ticked off for one of the last days. */
function dayWords(date: string, today: Day): string {
  if (date === isoDay(today)) return 'today'
  if (date === isoDay(addDays(today, -1))) return 'yesterday'
  return `on ${dayText(dayFrom(date)!).split(',')[0]}`
}

function tellStreaks(store: StoredValues, understood: Understood): void {
  const { slots, voice, when } = understood
  const entries = entriesOf(store, habits)
  const wanted = textOf(slots, 'habit')
  if (wanted === undefined) {
    const told = entries.map(({ name, done_on }) => `${name}: ${streakText(done_on, when.today)}`)
    voice.say(told.length === 0 ? 'No habit is tracked yet.' : told.join('\n\n'))
    voice.add(habits.card)
    return
  }
  const habit = chooseEntry(understood, habits, {
    wanted,
    entries,
    sentence: (name) => `what is my streak for ${name}`,
  })
  if (!habit) return
  const isDone = habit.done_on.includes(isoDay(when.today))
  voice.say(
    `${habit.name}: ${streakText(habit.done_on, when.today)}, ${isDone ? 'done' : 'not done yet'} today.`,
  )
  voice.add(habits.card)
}

function streakText(days: readonly string[], today: Day): string {
  const streak = streakOf(days, today)
  return streak === 1 ? '1 day in a row' : `${streak} days in a row`
}

/** Days in a row up to today; one that is not done yet today has not ended it. */
function streakOf(days: readonly string[], today: Day): number {
  const done = new Set(days)
  let back = done.has(isoDay(today)) ? 0 : 1
  const first = back
  while (done.has(isoDay(addDays(today, -back)))) back += 1
  return back - first
}

async function stopTracking(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  if (slots['all'] === true) return offerToClear(store, understood, habits)
  const habit = chooseEntry(understood, habits, {
    wanted: textOf(slots, 'habit')!,
    entries: entriesOf(store, habits),
    sentence: (name) => `stop tracking ${name}`,
  })
  if (!habit) return
  await removeEntry(store, habits, habit)
  const count = habit.done_on.length
  voice.say(`I no longer track ${habit.name}. It was done on ${count === 1 ? '1 day' : `${count} days`}.`)
  voice.add(habits.card)
}
