import { defineIntent, optional } from '../../define-intent.ts'
import { byName, personNamed } from './stored-people.ts'
import { removing } from '../../answers/entries.ts'

export const intent = defineIntent({
  name: 'contact.remove',
  label: 'Delete a contact',
  example: 'Delete contact Tom Smith',
  effect: 'removes',
  shownBy: 'contacts',
  slots: { name: optional.text, all: optional.true },
  needs: ['name|all'],
  templates: [
    ['(<drop>|clear|empty) [<all>] [<my>] contacts', { all: true }],
    '(<drop>|take) {name:name} (from|out of|off|in) [<my>] <contacts>',
    '<drop> [<my>] contact [for|of|<titled>] {name:name}',
    "<drop> {name:name} 's contact",
  ],
  fill({ name: said, ...slots }) {
    if (said === undefined) return slots
    const name = personNamed(said)
    return name === undefined ? undefined : { name }
  },
  act: removing(byName, ({ name }) => name),
})
