import {
  counted,
  editItems,
  itemsOf,
  storedLists,
  listed,
  showList,
  spokenOf,
} from '../../answers/list-items.ts'
import { defineIntent } from '../../define-intent.ts'
import { titled } from '../../list-names.ts'
import { onList, optionalList } from './named-list.ts'

const sweep =
  '((clear|remove|delete|get rid of|clean|sweep|erase|hide|archive|take off|wipe) [away|off|out|up])'
const where = '[(from|on|off|in|of) <aList>]'

export const intent = defineIntent({
  name: 'list.sweep',
  label: 'Remove ticked-off entries',
  example: 'Clear completed items',
  effect: 'removes',
  shownBy: 'list.show',
  slots: { list: optionalList },
  templates: [
    `${sweep} [all] [of] [<my>] <ticked> [items|item|things|entries|stuff|ones|{tasks=true} (tasks|todos|todo)] ${where}`,
    `${sweep} (<everything>|what|whatever|[all] [the] <entries>) [that|which] (is|are|has been|have been|i have) [already] <ticked> ${where}`,
  ],
  fill({ list, ...captured }) {
    const named = list ?? (captured['tasks'] === undefined ? undefined : titled('todo'))
    return named ? { list: named } : {}
  },
  /** Takes what is done off the list that was named or spoken of, else off all. */
  act: onList(async (understood, store) => {
    const { slots, writer, asked } = understood
    const named = slots.list ?? spokenOf(asked.earlier)
    const told: string[] = []
    for (const list of named ? [named] : storedLists(store)) {
      const done = itemsOf(store, list).filter((item) => item.done)
      if (done.length === 0) continue
      const ids = new Set(done.map(({ id }) => id))
      await editItems(store, list, (items) => items.filter(({ id }) => !ids.has(id)))
      told.push(
        `Removed ${counted(done.length, 'ticked off entry', 'ticked off entries')} from ${list.title}: ${listed(done.map(({ text }) => text))}.`,
      )
    }
    writer.say(told.length > 0 ? told.join(' ') : `Nothing is ticked off on ${named?.title ?? 'any list'}.`)
    if (named) showList(understood, named)
  }),
})
