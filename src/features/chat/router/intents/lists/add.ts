import { Type, type Static } from '../../../../../contract/type.ts'
import { addToList } from '../../answers/lists.ts'
import { caughtText, defineIntent } from '../../define-intent.ts'
import { readListName } from '../../list-names.ts'
import { readListAdd, readTasks, readThings } from '../../readers/lists.ts'

const ListName = Type.Object({ id: Type.String(), title: Type.String() })
const Slots = Type.Object({
  list: Type.Optional(ListName),
  /** The one that is meant where no list was spoken of. */
  usual: Type.Optional(ListName),
  items: Type.Optional(Type.Array(Type.String())),
  /** When entries are due, by their text. */
  dues: Type.Optional(Type.Record(Type.String(), Type.String())),
  remove: Type.Optional(Type.Array(Type.String())),
  problem: Type.Optional(Type.String()),
})
type Slots = Static<typeof Slots>

const task = '(task|todo|to do) [item]'
const tasks = '(tasks|todos|todo list|to do list|task list)'

export const intent = defineIntent({
  name: 'list.add',
  label: 'Add to a list',
  example: 'Add milk to my shopping list',
  family: 'lists',
  effect: 'adds',
  shownBy: 'list.show',
  slots: Slots,
  needs: ['items'],
  isFreelyFilled: true,
  templates: [
    `(add|create|make|new) [a|an|the|another] [new] ${task} [to|for|<titled>] [:] {task}`,
    `[a] [new] ${task} : {task}`,
    `(add|put|write) (to|on) [<my>] ${tasks} : {task}`,
    `(add|put) [a|an] [new] ${task} (to|on) [<my>] (list|${tasks}) : {task}`,
    '(add|put|write) {task} (to|on|onto) <my> (tasks|todos)',
    '(update|complete|extend) [<my>] {name:name} list with {things}',
  ],
  fill({ task, name, things }, said, when) {
    if (task !== undefined)
      return isTask(caughtText(task))
        ? (readTasks(said, caughtText(task), when) as Slots | undefined)
        : undefined
    const list = readListName(`my ${caughtText(name)} list`, when.kept?.('lists'))
    const items = readThings(said, caughtText(things))
    // Other lists are updated too: prices, guests.
    const isOurs =
      list !== undefined && ['shopping', 'todo', ...(when.kept?.('lists') ?? [])].includes(list.id)
    return isOurs && items.length > 0 ? { list, items } : undefined
  },
  // The shapes of grammar/lists.ts are read here as well.
  read: (said, when) => readListAdd(said, when) as Slots | undefined,
  act: (understood, { store }) => addToList(store, understood),
})

/** "add a task list", "add a task to my list" are no tasks. */
function isTask(text: string): boolean {
  return !/^lists?\b|^(?:to|on|for) (?:my|the|our)\b/i.test(text)
}
