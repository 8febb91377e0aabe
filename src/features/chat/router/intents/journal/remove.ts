import { entriesOf, offerEach, offerToClear, removeEntry, removeNamed } from '../../answers/entries.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { askedFor, journal, whichDays } from './stored-days.ts'

export const intent = defineIntent({
  name: 'journal.remove',
  label: 'Delete a journal entry',
  example: "Delete today's journal entry",
  effect: 'removes',
  shownBy: 'journal',
  slots: { ...whichDays, all: optional.true },
  needs: ['about|period|last|all'],
  templates: [
    ['(<drop>|clear) [<all>] [<my>] <journal> entries', { all: true }],
    ['(clear|empty|wipe) [out] [<my>] <journal>', { all: true }],
    ['<drop> [<my>] <last> <journal> entry', { last: true }],
    "<drop> [<my>] {period:period} 's <journal> entry",
    "<drop> [<my>] {period:period} 's entry (from|in) [<my>] <journal>",
    '<drop> [<my>] <journal> entry (for|from|of|on) {period:period}',
    '<drop> [<my>] entry (for|from|of|on) {period:period} (from|in) [<my>] <journal>',
    '<drop> [<my>] entry (about|mentioning) [<article>] {about:name} (from|in) [<my>] <journal>',
    '<drop> [<my>] <journal> entry [about|mentioning|saying|that mentions] [<article>] {about:name}',
  ],
  async act(understood, { store }) {
    const { slots, writer } = understood
    if (slots.all) return offerToClear(store, understood, journal)
    if (slots.about !== undefined)
      return removeNamed(store, understood, { collection: journal, wanted: slots.about })
    const found = askedFor(entriesOf(store, journal), slots)?.found ?? []
    if (found.length === 1) {
      await removeEntry(store, journal, found[0]!)
      writer.say(`Deleted the journal entry “${journal.name(found[0]!)}”.`)
    } else if (found.length > 1) {
      writer.decline(`${found.length} match. Which one?`)
      const sentence = (name: string) => `delete the journal entry "${name}"`
      offerEach(understood, journal, { entries: found, sentence })
    } else writer.decline('No such journal entry. Nothing was deleted.')
    writer.add(journal.card)
  },
})
