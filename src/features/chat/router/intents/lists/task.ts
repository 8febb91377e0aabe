import { Type } from '../../../../../contract/type.ts'
import { whenAtEnd } from '../../../../../platform/language/values/when-phrases.ts'
import { caughtText, defineIntent, optional, required } from '../../define-intent.ts'
import { titled } from '../../list-names.ts'
import { addToStored } from './add-entries.ts'
import { ListSlot, onList } from './named-list.ts'
import { newEntries } from './read-entries.ts'

export const intent = defineIntent({
  name: 'list.task',
  label: 'New task',
  example: 'I need to pay the rent by Friday',
  effect: 'adds',
  shownBy: 'list.show',
  slots: {
    list: ListSlot,
    items: required.texts,
    dues: Type.Optional(Type.Record(Type.String(), Type.String())),
    problem: optional.text,
  },
  templates: ['(i|we) [still|really|also] (need to|have to|must|should|ought to|have got to|got to) {task}'],
  /** A task, because it has a day. */
  fill({ task }, said, when) {
    const text = caughtText(task)
    if (isForOthers.test(text) || whenAtEnd(text).when === '') return undefined
    const { items, dues, problem } = newEntries(said, text, { list: titled('todo'), when })
    if (items?.length !== 1 || (dues === undefined && problem === undefined)) return undefined
    return { list: titled('todo'), items, ...(dues && { dues }), ...(problem !== undefined && { problem }) }
  },
  act: onList((understood, store) => addToStored(store, understood)),
})

/** What somebody else is asked to do, and where one has to be. */
const isForOthers =
  /^(?:not|have|never|be|get (?:to|there|home|up)|leave|wake|know|find|remind|transfer|withdraw|deposit|fly|drive|travel|arrive|go|move|see|check|convert|translate|set|(?:book|reserve|make|order|rent|schedule|cancel) an?|make (?:a )?reservations?)\b|\b(?:alarm|timer|reservation|account|credit|flights?|calendar|meeting|reminder)\b|\bfrom \S+ to \S/i
