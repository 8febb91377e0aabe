import { counted, entriesOf, listOf, plain } from '../../answers/entries.ts'
import { matchesOf } from '../../answers/matching.ts'
import { caughtText, defineIntent, optional } from '../../define-intent.ts'
import { hasStored, namesAFile } from '../../stored-names.ts'
import { isMentioned, isTold, notes, type Note } from './stored-notes.ts'

export const intent = defineIntent({
  name: 'notes',
  label: 'Notes',
  example: 'Show my notes',
  slots: { about: optional.text, count: optional.true, last: optional.true },
  templates: [
    '[<find>|<show>|do i have any] [all] [of] [<my>] notes',
    'what is in <my> notes',
    '(what|which) notes (<have>|have i (made|written|taken))',
    ['how many notes (<have>|have i (made|written|taken))', { count: true }],
    ['(<find>|<show>) [<my>] <last> note', { last: true }],
    '<find> [all] [<my>|any] (note|notes) <mentioning> [<article>] {about:name}',
    '[all|any] [<my>|any] (note|notes) (about|regarding|mentioning|on) [<article>] {among:name}',
    '<find> <my> {known:name} note',
    '(what|which|how many) notes <have> <mentioning> [<article>] {about:name}',
    '(search|look) [through|in] [<my>] notes for [<article>] {about:name}',
    '<find> [<article>] {about:name} in <my> notes',
    'do i have [any|a|some] (note|notes) <mentioning> [<article>] {about:name}',
    '(where|what) (is|was) (my|the|that) note <mentioning> [<article>] {about:name}',
    'what (do|did) (my notes say|i note [down]|i (write|jot) down) about [<article>] {about:name}',
    'did i (write|note|jot) [down] (anything|something) about [<article>] {about:name}',
    'what is <article> {told:name}',
  ],
  examples: [
    '(show|open|read|list|see) [me] (my|the|all my) notes',
    'what (did i write|have i noted|is) (in my notes|down)',
  ],
  counterExamples: [
    '(summarize|sort|tidy up|print|proofread|share) my notes',
    '(who|when|why) (wrote|deleted|lost|changed) (this|that|my) (note|notes)',
    'someone (deleted|read|stole) my notes',
    '(bank|sticky|musical|release|delivery) notes are {color}',
    'what is the difference between a note and {topic_thing}',
    'which of my notes (are|is) about {topic}',
  ],
  fill({ told, known, among, ...slots }, said, when) {
    if (namesAFile(said.text) || /\bcalend[ae]r\b/.test(said.lower)) return undefined
    if (told !== undefined) return isTold(caughtText(told), when) ? { about: caughtText(told) } : undefined
    if (known !== undefined)
      return isMentioned(caughtText(known), when) ? { about: caughtText(known) } : undefined
    if (among !== undefined) return hasStored('notes', when) ? { about: caughtText(among) } : undefined
    return slots
  },
  act({ slots, writer }, { store }) {
    const all = entriesOf(store, notes)
    if (slots.count) writer.say(`You have ${counted(all.length, notes)}.`)
    const found = slots.about === undefined ? all.slice(0, 1) : matchesOf(all, slots.about, notes).entries
    if (slots.about === undefined && !slots.last) return writer.add(notes.card)
    const about = slots.about === undefined ? '' : plain(slots.about)
    if (found.length === 0) {
      writer.decline(all.length === 0 ? 'You have no notes yet.' : `No note mentions “${about}”.`)
      return writer.add(notes.card)
    }
    writer.say(slots.last ? 'Your last note:' : `${counted(found.length, notes)} about “${about}”:`)
    writer.add(listOf(found.map(described), 'Notes'))
  },
})

function described({ title, text, created_at }: Note): { text: string; detail: string } {
  return {
    text: title === undefined ? text : text === '' ? title : `${title}: ${text}`,
    detail: created_at?.slice(0, 10) ?? '',
  }
}
