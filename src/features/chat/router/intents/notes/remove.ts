import { entriesOf, offerToClear, removeEntry, removeNamed } from '../../answers/entries.ts'
import { caughtText, defineIntent, optional } from '../../define-intent.ts'
import { namesAFile } from '../../stored-names.ts'
import { isMentioned, notes } from './stored-notes.ts'

export const intent = defineIntent({
  name: 'note.remove',
  label: 'Delete a note',
  example: 'Delete the note about tea',
  effect: 'removes',
  shownBy: 'notes',
  slots: { about: optional.text, last: optional.true, all: optional.true },
  needs: ['about|last|all'],
  templates: [
    ['(<drop>|clear|empty|wipe) [out] <all> [<my>] (notes|note)', { all: true }],
    ['(<drop>|clear|empty|wipe) [out] <my> notes', { all: true }],
    ['<drop> [<my>] <last> note', { last: true }],
    '<drop> [<my>|that] (note|notes) <mentioning> [<article>] {about:name}',
    '<drop> [<my>|that] note {known:name}',
    '<drop> [<my>|that] {known:name} note',
  ],
  fill({ known, ...slots }, said, when) {
    if (namesAFile(said.text)) return undefined
    if (known === undefined) return slots
    const about = caughtText(known)
    return said.text.includes(`"${about}"`) || isMentioned(about, when) ? { about } : undefined
  },
  async act(understood, { store }) {
    const { slots, writer } = understood
    if (slots.all) return offerToClear(store, understood, notes)
    if (slots.about !== undefined)
      return removeNamed(store, understood, { collection: notes, wanted: slots.about })
    const newest = entriesOf(store, notes)[0]
    if (newest) {
      await removeEntry(store, notes, newest)
      writer.say(`Deleted the note “${notes.name(newest)}”.`)
    } else writer.decline('No notes.')
    writer.add(notes.card)
  },
})
