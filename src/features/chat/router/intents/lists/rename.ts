import { isStored, showList } from '../../answers/list-items.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { listCalled } from '../../list-names.ts'
import { listOf, ListSlot, onList, optionalList } from './named-list.ts'

const title = '{title:name} [list]'

export const intent = defineIntent({
  name: 'list.rename',
  label: 'Rename a list',
  example: 'Rename the packing list to Rome',
  effect: 'changes',
  shownBy: 'list.show',
  slots: { list: optionalList, to: ListSlot, title: required.text },
  needs: ['to'],
  templates: [
    `(rename|change the name of) <aList> (to|as|into) ${title}`,
    `rename [<own>] list {list:listTitle} (to|as|into) ${title}`,
    `(change|set) <aList> ['s] name (to|into) ${title}`,
    `give <aList> the [new] name ${title}`,
    `call <own> {list:listTitle} list ${title}`,
    `<aList> should be (called|named) ${title}`,
  ],
  fill({ list, title: said = '' }) {
    const to = listCalled(said)
    return to && { ...(list && { list }), to, title: said }
  },
  /** Its entries move to the new name; what is kept under that name already is not written over. */
  act: onList(async (understood, store) => {
    const { slots, writer } = understood
    const { to } = slots
    const list = listOf(understood)
    const entry = store.read(list.id)
    if (!entry || !isStored(store, list)) return writer.decline(`No list ${list.title}.`)
    if (list.id === to.id) return writer.say(`It is already called ${to.title}.`)
    if (store.read(to.id)) {
      writer.decline(`A list called ${to.title} already exists, so ${list.title} keeps its name.`)
      return showList(understood, to)
    }
    await store.write(to.id, entry.json, { ifNoneMatch: '*' })
    await store.remove(list.id, { ifMatch: `"${entry.version}"` })
    writer.say(
      `${list.title} is now called ${to.title}. Say "add … to my ${to.title.toLowerCase()} list" to add to it.`,
    )
    showList(understood, to)
  }),
})
