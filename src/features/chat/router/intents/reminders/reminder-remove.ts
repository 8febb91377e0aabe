import { editItems, reminders, showList } from '../../answers/list-items.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { chosen, described } from './stored-reminders.ts'

export const intent = defineIntent({
  name: 'reminder.remove',
  label: 'Delete a reminder',
  example: 'Cancel the call mum reminder',
  effect: 'removes',
  shownBy: 'reminder.show',
  slots: { name: optional.text, last: optional.true },
  templates: [
    '<dismiss> [<my>|that|a|an] reminder (<saidOf>|for|on|regarding) {name}',
    '<dismiss> [<my>|that|a|an] {name} (reminder|reminders)',
    '<dismiss> [<my>|that] reminder [:] {name}',
    '<dismiss> (<my>|that|the next) reminder',
    '<dismiss> {last=true} <my> (last|latest|newest|most recent) reminder',
    '(stop|quit) reminding me (to|about|of) {name}',
    '(delete|remove|take|erase|drop) {name} (from|off) [<my>] (reminder|reminders) [list]',
    '(i|we) (do not|no longer) need [<my>] {name} reminder [any more|anymore]',
    '(i|we) (do not|no longer) need [<my>] reminder (<saidOf>|for) {name}',
  ],
  async act({ slots, writer, when }, { store }) {
    const item = chosen(store, { writer, when }, slots)
    if (!item) return
    await editItems(store, reminders, (items) => items.filter(({ id }) => id !== item.id))
    writer.say(`Deleted the reminder ${described(item, when.timeZone)}.`)
    showList({ writer }, reminders)
  },
})
