import { isoDay, type Day } from '../../../../../platform/language/values/calendar.ts'
import { chooseEntry, entriesOf } from '../../answers/entries.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { hasStored, isStoredName } from '../../stored-names.ts'
import { habits, streakOf } from './stored-habits.ts'

const what = '[<show>|what is|what are|how long is|how long are|how good is]'

export const intent = defineIntent({
  name: 'habit.ask',
  label: 'Streak',
  example: "What's my streak for running?",
  family: 'habit_tracker',
  slots: { habit: optional.text },
  templates: [
    `${what} [all] [<my>] [current|longest] (streak|streaks)`,
    'am i on a streak',
    `${what} [<my>] [current] (streak|streaks) (for|of|on|in|with) [<my>] {habit:name} [habit]`,
    `${what} [<my>] {habit:name} streak`,
    '(how|what) (streak|streaks) do i have [(for|of|on|in|with) [<my>] {habit:name}]',
    'how am i doing (with|on|at) [<my>] {habit:name} [habit]',
    '(have|did) i (done|do|kept|keep|gone|go) [<my>] {habit:name} [yet] today',
  ],
  fill: (slots, _said, when) => {
    const { habit } = slots
    return (habit === undefined ? hasStored('habits', when) : isStoredName('habits', habit, when))
      ? slots
      : undefined
  },
  act(understood, { store }) {
    const { slots, writer, when } = understood
    const entries = entriesOf(store, habits)
    if (slots.habit === undefined) {
      const told = entries.map(({ name, done_on }) => `${name}: ${streakText(done_on, when.today)}`)
      writer.say(told.length === 0 ? "You aren't tracking any habits yet." : told.join('\n\n'))
      return writer.add(habits.card)
    }
    const habit = chooseEntry(understood, habits, {
      wanted: slots.habit,
      entries,
      sentence: (name) => `what is my streak for ${name}`,
    })
    if (!habit) return
    const isDone = habit.done_on.includes(isoDay(when.today))
    writer.say(
      `${habit.name}: ${streakText(habit.done_on, when.today)}, ${isDone ? 'done' : 'not done yet'} today.`,
    )
    writer.add(habits.card)
  },
})

function streakText(days: readonly string[], today: Day): string {
  const streak = streakOf(days, today)
  return streak === 1 ? '1 day in a row' : `${streak} days in a row`
}
