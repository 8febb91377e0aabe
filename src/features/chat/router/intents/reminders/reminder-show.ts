import { dayIn, isoDay, partsIn } from '../../../../../platform/language/values/calendar.ts'
import { readDate, type FoundDate } from '../../../../../platform/language/values/dates.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import { dueWords } from '../../answers/due-words.ts'
import { counted, itemsOf, reminders, showList, type Item } from '../../answers/list-items.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { described, describedSome } from './stored-reminders.ts'

const on = '[set] [for|on] [{asked:day}|(this|next) (week|month|weekend)]'

export const intent = defineIntent({
  name: 'reminder.show',
  label: 'Reminders',
  example: 'Show my reminders',
  slots: { day: optional.text },
  templates: [
    `[<show>|list|read [me|out]|open|any|hear] [all] [of] [my|the] reminders ${on}`,
    `(what|which|how many) reminders (do i have|are set|are there|have i|have i set|did i set) ${on}`,
    `(do i have|are there|have i got|have i|is there) (any|a|any more|some) (reminders|reminder) ${on}`,
    '(is there|do i have|did i set|have i set|did you set) (a|any|my|the) reminder (to|about|for|of) {what}',
    '(did|have) (i|you|we) (set|make|made|create|put|add) [up] [a|any|my|the] (reminder|reminders) [{what}]',
    'when (is|are|will) (my|the) [{what:properName}] (reminder|reminders) [ring|due|set for|go off]',
    'when is the reminder (to|about|for|of) {what}',
    'what (do you have|are you going|did i ask you|do you need) to remind me (about|of|to do)',
    'when did i ask you to remind me [{what}]',
  ],
  examples: [
    '(show|read|list|tell me) [me] my reminders',
    'do i have any reminders [for today|about {event}|set]',
    'what did i (ask|want) you to remind me (of|about)',
    "what's on my reminder list",
    'check my reminders [for {event}]',
    'is {task} in my reminders',
    '(have i|did i) (set|got) any reminders [for {date}]',
    '(pull up|display) my reminders',
    'what do i need to (remember|be reminded of) [today]',
  ],
  fill: ({ asked }) => ({ day: asked ? isoDay((asked as FoundDate).day) : undefined }),
  // A wish for a new one is no question about the old ones.
  read({ text, lower }, { today }) {
    const isNew =
      /\b(?:new|(?<!do i )have a|need a|want a|set up a|get a|give me a|create|make a|how about a) reminder\b|\bto be reminded\b|^remind me\b/
    const found = readDate(text, today)
    return isNew.test(lower) ? undefined : { day: found && isoDay(found.day) }
  },
  act({ slots: { day }, writer, when: { timeZone } }, { store }) {
    const open = itemsOf(store, reminders)
      .filter(({ done }) => !done)
      .filter((item) => day === undefined || dayOf(item, timeZone) === day)
      .toSorted((a, b) => (a.due ?? '9').localeCompare(b.due ?? '9'))
    const for_ = day === undefined ? '' : ` for ${dueWords(day, timeZone)}`
    const told = describedSome(open, timeZone, day === undefined ? described : onItsDay)
    writer.say(
      open.length === 0
        ? `You have no reminders${for_}.`
        : `You have ${counted(open.length, 'reminder')}${for_}: ${told}.`,
    )
    showList({ writer }, reminders)
  },
})

function dayOf({ due }: Item, timeZone: string): string | undefined {
  return due?.includes('T') === true ? isoDay(dayIn(timeZone, new Date(due))) : due
}

function onItsDay({ text, due }: Item, timeZone: string): string {
  return due?.includes('T') === true ? `${text} at ${clockText(partsIn(timeZone, new Date(due)))}` : text
}
