import { counted, emptied, itemsOf, reminders, showList } from '../../answers/list-items.ts'
import { defineIntent } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'reminder.clear',
  label: 'Delete all reminders',
  example: 'Delete all reminders',
  effect: 'removes',
  shownBy: 'reminder.show',
  templates: [
    '<dismiss> [out] (all [of]|every one of|everything (in|on)|each of) [<my>] [open|old|current] (reminders|reminder) [list]',
    '<dismiss> (every|each) [single] [one of my] (reminder|reminders)',
    '<dismiss> [out] [<my>] reminders [list]',
    '(clear|empty|wipe) [out] [<my>] reminder list',
  ],
  /** What cannot be undone is asked for. */
  act({ writer }, { store }) {
    const { length } = itemsOf(store, reminders)
    if (length === 0) return writer.say('You have no reminders.')
    const many = counted(length, 'reminder')
    writer.say(`You have ${many}. Press the button to delete ${length === 1 ? 'it' : 'them all'}.`)
    writer.add({
      type: 'button',
      label: 'Delete all reminders',
      look: 'danger',
      question: `Delete ${many}?`,
      action: { kind: 'store', key: reminders.id, operation: 'set', value: emptied(store, reminders) },
    })
    showList({ writer }, reminders)
  },
})
