import { capital } from '../../../../../platform/language/capital.ts'
import { editItems, showList } from '../../answers/list-items.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { isOnList } from '../../stored-names.ts'
import { chosen, rest } from './choose-entries.ts'
import { onList, optionalList } from './named-list.ts'

export const intent = defineIntent({
  name: 'list.relabel',
  label: 'Rename an entry',
  example: 'Rename bread to brown bread',
  effect: 'changes',
  shownBy: 'list.show',
  slots: { item: required.text, to: required.text, list: optionalList },
  needs: ['item', 'to'],
  templates: [
    '(rename|change|correct|edit) [the (item|task|entry)] {item:name} (to|into|as) {to:name} [<onTheList>]',
    '(replace|swap|exchange) {item:name} (with|for|by) {to:name} [<onTheList>]',
    'make (it|that) {to:name} instead of {item:name} [<onTheList>]',
  ],
  /** Only what is on a list. */
  fill({ item = '', to = '', list }, _said, when) {
    return isOnList(item, when) ? { item, to, ...(list && { list }) } : undefined
  },
  act: onList(async (understood, store) => {
    const { slots, writer, asked } = understood
    const { item: name, list: named } = slots
    const choice = chosen(store, { asked, slots: { items: [name], ...(named && { list: named }) } })
    const [item] = choice.found
    if (!item) {
      writer.decline(rest(choice, named !== undefined).join(' '))
      return showList(understood, choice.list)
    }
    const to = capital(slots.to).slice(0, 1_000)
    await editItems(store, choice.list, (items) =>
      items.map((other) => (other.id === item.id ? { ...other, text: to } : other)),
    )
    writer.say(`Renamed ${item.text} to ${to} on ${choice.list.title}.`)
    showList(understood, choice.list)
  }),
})
