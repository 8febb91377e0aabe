import {
  dayOfIso,
  addDays,
  dayText,
  isoDay,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import { changeEntry, chooseEntry, entriesOf } from '../../answers/entries.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { isStoredName, isOnList } from '../../stored-names.ts'
import { habits, MAX_DAYS, streakOf, type Habit } from './stored-habits.ts'

const on = '[[already] [for|on] {date:past}]'

export const intent = defineIntent({
  name: 'habit.done',
  label: 'Habit done',
  example: 'Did running today',
  effect: 'changes',
  shownBy: 'habit_tracker',
  slots: { habit: required.text, date: required.text },
  needs: ['habit'],
  templates: [
    `(mark|tick|check|log|set) [off] [<my>] [habit] {habit:name} [habit] [as] (done|complete|completed|off|kept) ${on}`,
    `(tick|check|log) [off] [<my>] [habit] {habit:name} [habit] ${on}`,
    `[i] [have] [just|already] (done|did|completed|finished|kept) [<my>|some] [habit] {habit:name} [habit] ${on}`,
    `i (went|was) {habit:name} ${on}`,
    `{habit:name} [is|was] done ${on}`,
  ],
  fill({ habit = '', date }, { lower }, when) {
    // "did my stretching" is what somebody does again and again, also where a list has it.
    const isMeant = date !== undefined || /\b(?:did|done) my\b/.test(lower) || !isOnList(habit, when)
    return isMeant && isStoredName('habits', habit, when)
      ? { habit, date: date ?? isoDay(when.today) }
      : undefined
  },
  async act(understood, { store }) {
    const { slots, writer, when } = understood
    const { date } = slots
    const habit = chooseEntry(understood, habits, {
      wanted: slots.habit,
      entries: entriesOf(store, habits),
      sentence: (name) => `did ${name} ${dayWords(date, when.today)}`,
    })
    if (!habit) return
    const day = date === isoDay(when.today) ? 'today' : date
    if (habit.done_on.includes(date)) writer.say(`${habit.name} is already ticked off for ${day}.`)
    else {
      const doneOn = ({ done_on }: Habit) => [...new Set([...done_on, date])].toSorted().slice(-MAX_DAYS)
      await changeEntry(store, habits, {
        id: habit.id,
        change: (one) => ({ ...one, done_on: doneOn(one) }),
      })
      const streak = streakOf(doneOn(habit), when.today)
      writer.say(
        `${habit.name} is done for ${day}.${streak > 1 ? ` That makes ${streak} days in a row.` : ''}`,
      )
    }
    writer.add(habits.card)
  },
})

/** A day as it is said: a habit is ticked off for one of the last days. */
function dayWords(date: string, today: Day): string {
  if (date === isoDay(today)) return 'today'
  if (date === isoDay(addDays(today, -1))) return 'yesterday'
  return `on ${dayText(dayOfIso(date)).split(',')[0]}`
}
