import type { Period } from '../../../../../platform/language/values/past-dates.ts'
import { counted, entriesOf, listOf } from '../../answers/entries.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { hasStored } from '../../stored-names.ts'
import { askedFor, journal, whichDays } from './stored-days.ts'

const wrote = '(what|when) (did|have) i (write|written|say|note|put) [down]'

export const intent = defineIntent({
  name: 'journal',
  label: 'Journal',
  example: 'Open my journal',
  slots: { ...whichDays, count: optional.true },
  templates: [
    '[<find>|<show>] [<my>] <journal> [entries]',
    ['how many <journal> entries [<have>]', { count: true }],
    ['(<find>|<show>) [<my>] <last> <journal> entry', { last: true }],
    '(<find>|<show>) [<my>] <journal> [entry|entries] [for|from|of|on|in] {period:period}',
    "(<find>|<show>) [<my>] {period:period} 's <journal> [entry|entries]",
    '<find> [<my>] <journal> [entry|entries] (about|mentioning|regarding) [<article>] {about:name}',
    '(search|look|go) [through|in] [<my>] <journal> for [<article>] {about:name}',
    '<find> [<article>] {about:name} in [<my>] <journal>',
    `${wrote} (in|into) [<my>] <journal> [[on|in|for] {period:period}]`,
    `${wrote} (in|into) [<my>] <journal> about [<article>] {about:name}`,
    `${wrote} about [<article>] {about:name} (in|into) [<my>] <journal>`,
    'what (does|did) [<my>] <journal> say about [<article>] {about:name}',
    'what did i write [on] {when:period}',
  ],
  examples: ['(show|open|read) [me] my (journal|diary)'],
  fill({ when: then, ...slots }, _said, when) {
    if (then === undefined) return slots
    return hasStored('days', when) ? { period: then as Period } : undefined
  },
  act({ slots, writer }, { store }) {
    const all = entriesOf(store, journal)
    if (slots.count) writer.say(`You have ${counted(all.length, journal)}.`)
    const asked = askedFor(all, slots)
    if (!asked) return writer.add(journal.card)
    const { found, label } = asked
    if (found.length === 0) {
      writer.decline(`No journal entry ${label ?? 'yet'}.`)
      return writer.add(journal.card)
    }
    writer.say(
      label === undefined ? 'Your last journal entry:' : `${counted(found.length, journal)} ${label}:`,
    )
    writer.add(
      listOf(
        found.map(({ text, date }) => ({ text, detail: date })),
        'Journal',
      ),
    )
  },
})
