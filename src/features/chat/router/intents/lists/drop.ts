import { caughtText, defineIntent, optional, required } from '../../define-intent.ts'
import { isOnList } from '../../kept-names.ts'

import { namedItems } from './read-entries.ts'
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
  fill({ gone }, said, when) {
    const text = caughtText(gone)
    const found = namedItems(said, text)
    if (isOnList(text, when)) return { items: [found?.items.length === 1 ? found.items[0]! : text] }
    return found?.items.every((item) => isOnList(item, when)) ? found : undefined
  },
  act: (understood, { store }) => removeEntries(store, understood),
})
