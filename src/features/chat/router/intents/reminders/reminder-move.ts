import type { FoundDate } from '../../../../../platform/language/values/dates.ts'
import { movedDue, readDue, type Due } from '../../../../../platform/language/values/due.ts'
import { readDuration } from '../../../../../platform/language/values/durations.ts'
import { ruleText } from '../../../../../platform/language/values/repetition.ts'
import { textOf } from '../../answers/act.ts'
import { editItems, reminders, showList, type Item } from '../../answers/list-items.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import { present, type When } from '../../readers/reader.ts'
import { chosen, described } from './stored-reminders.ts'

const move =
  '(move|push|postpone|delay|reschedule|snooze|change|shift|put (off|back)|bring forward|bring|update) [back|forward|the time of]'
const which = '[<my>|that] (reminder (<saidOf>|for) {name}|[{name}] reminder) [back|off|forward|time|date]'
const to = '(to|until|till|from now to|for) [be at|be on]'

export const intent = defineIntent({
  name: 'reminder.move',
  label: 'Move a reminder',
  example: 'Move the mum reminder to 6 pm',
  effect: 'changes',
  shownBy: 'reminder.show',
  slots: {
    name: optional.text,
    /** The new time, as it was said. */
    words: required.text,
    /** Counted from when it was due, not from now. */
    by: optional.true,
    problem: optional.text,
  },
  templates: [
    `${move} ${which} ${to} {words:moment}`,
    `${move} ${which} {words:moment}`,
    `${move} ${which} (to|until|till) {day:day}`,
    `${move} ${which} for {length}`,
    `${move} ${which} {by=true} [by] {length}`,
    'set (my|the) {name:label} reminder (to|for) {words:moment}',
  ],
  fill(captured, { lower }, when) {
    const [length, { text: day } = {}] = [
      textOf(captured, 'length'),
      captured['day'] as Partial<FoundDate> | undefined,
    ]
    const words = length === undefined ? (textOf(captured, 'words') ?? `on ${day}`) : `in ${length}`
    const isLength = length === undefined || readDuration(length)?.rest.trim() === ''
    if (!isLength || /\bcalendar\b/.test(lower)) return undefined
    const by = captured['by'] === true ? (true as const) : undefined
    return { name: textOf(captured, 'name'), words, by, problem: readDue(words, when).problem }
  },
  read: () => undefined,
  async act({ slots, writer, when }, { store }) {
    if (slots.problem !== undefined) return writer.decline(`${slots.problem} Nothing was changed.`)
    const item = chosen(store, { writer, when }, present({ name: slots.name }))
    if (!item) return
    const moved = movedTo(slots, item.due, when)
    if (moved.due === undefined) {
      writer.decline(`${moved.problem ?? 'When to?'} Nothing was changed.`)
      return showList({ writer }, reminders)
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
    writer.say(`Moved: ${described(next, when.timeZone)}.`)
    showList({ writer }, reminders)
  },
})

/** The new time depends on the old one, which only the store knows. */
function movedTo({ words, by }: { words: string; by?: true }, due: string | undefined, when: When): Due {
  const old = by && due?.includes('T') === true ? new Date(due) : undefined
  return old && old > when.now ? readDue(words, { ...when, now: old }) : movedDue(words, due, when)
}
