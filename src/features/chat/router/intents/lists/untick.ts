import { caughtText, defineIntent, optional, required } from '../../define-intent.ts'
import { isOnList } from '../../stored-names.ts'
import { onList, optionalList } from './named-list.ts'
import { namedItems } from './read-entries.ts'
import { tickEntries } from './tick-entries.ts'

const undone =
  '(not [yet] (done|complete|completed|finished|bought|ticked|checked) [off]|undone|open [again]|incomplete|unfinished)'

export const intent = defineIntent({
  name: 'list.untick',
  label: 'Untick an entry',
  example: 'Untick milk',
  effect: 'changes',
  shownBy: 'list.show',
  slots: { list: optionalList, items: required.texts, whole: optional.text },
  needs: ['items'],
  templates: [
    '(untick|uncheck|unmark|un-tick|un-check|uncross) {open} [<onTheList>]',
    `(mark|set) {open} [as|to] ${undone} [<onTheList>]`,
    // Only what is on a list can be meant.
    '(reopen|re-open) {known} [<onTheList>]',
    'mark {known} as {how:word} [<onTheList>]',
  ],
  fill({ list, open, known, how }, said, when) {
    const isMeant =
      known === undefined ||
      (isOnList(caughtText(known), when) &&
        (how === undefined || /^un.*(?:ed|ght|one)$/i.test(caughtText(how))))
    const found = isMeant ? namedItems(said, caughtText(open ?? known)) : undefined
    return found && { ...(list && { list }), ...found }
  },
  act: onList((understood, store) => tickEntries(store, understood, false)),
})
