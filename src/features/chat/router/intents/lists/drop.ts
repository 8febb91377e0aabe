import { caughtText, defineIntent, optional, required } from '../../define-intent.ts'
import { entriesOn } from './read-entries.ts'
import { removeEntries } from './remove-entries.ts'

export const intent = defineIntent({
  name: 'list.drop',
  label: 'Remove an entry',
  example: 'Remove milk',
  effect: 'removes',
  shownBy: 'list.show',
  slots: { items: required.texts, whole: optional.text },
  needs: ['items'],
  templates: ['(remove|delete|drop|scratch|scrap|erase|get rid of|take off) {gone}', 'take {gone} off'],
  /** Without a list: only what is on one by that very name. */
  fill: ({ gone }, said, when) => entriesOn(caughtText(gone), said, when),
  act: (understood, { store }) => removeEntries(store, understood),
})
