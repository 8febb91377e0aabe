import { changeEntry, chooseEntry, entriesOf } from '../../answers/entries.ts'
import { caughtText, defineIntent, optional, required, type SlotsOf } from '../../define-intent.ts'
import { asWritten } from '../../readers/as-said.ts'
import { namesAFile } from '../../stored-names.ts'
import { isMentioned, MAX_NOTE_LENGTH, notes, type Note } from './stored-notes.ts'

const Slots = {
  about: required.text,
  text: optional.text,
  added: optional.text,
  pinned: optional.boolean,
}
type NoteChange = SlotsOf<typeof Slots>

const change = '(change|edit|update|replace|rewrite)'
const into = '(to [say|read] [that|:]|with|:|so that it says)'
const named = '(about|on|saying|<titled>) [<article>] {about:name}'
/** Meant only when there is such a note: "change the release note to …" may be about a file. */
const known = '<my> {known:name} note'

export const intent = defineIntent({
  name: 'note.change',
  label: 'Change a note',
  example: 'Change the note about tea to buy green tea',
  effect: 'changes',
  shownBy: 'notes',
  slots: Slots,
  needs: ['about', 'text|added|pinned'],
  templates: [
    `${change} <my> note ${named} ${into} {text}`,
    `${change} <my> note {known:name} ${into} {text}`,
    `${change} ${known} ${into} {text}`,
    `(add|append) {added} to <my> note ${named}`,
    `(add|append) {added} to ${known}`,
    [`pin [<my>] note [${named}]`, { pinned: true }],
    [`pin [<my>] note {known:name}`, { pinned: true }],
    [`pin ${known}`, { pinned: true }],
    [`unpin [<my>] note [${named}]`, { pinned: false }],
    [`unpin [<my>] note {known:name}`, { pinned: false }],
    [`unpin ${known}`, { pinned: false }],
  ],
  fill({ about, known, text, added, pinned }, said, when) {
    const name = caughtText(about ?? known ?? '')
    const isMeant = known === undefined || said.text.includes(`"${name}"`) || isMentioned(name, when)
    if (name === '' || !isMeant || namesAFile(said.text)) return undefined
    return {
      about: name,
      text: text && asWritten(said, text),
      added: added && asWritten(said, added),
      pinned,
    }
  },
  async act(understood, { store }) {
    const { slots, writer, when } = understood
    const note = chooseEntry(understood, notes, {
      wanted: slots.about,
      entries: entriesOf(store, notes),
      sentence: (name) => sentenceFor(name, slots),
    })
    if (!note) return
    await changeEntry(store, notes, {
      id: note.id,
      change: (entry) => ({ ...changed(entry, slots), updated_at: when.now.toISOString() }),
    })
    writer.say(toldText(notes.name(note), slots))
    writer.add(notes.card)
  },
})

function changed(note: Note, { text, added, pinned }: NoteChange): Note {
  return {
    ...note,
    ...(text !== undefined && { text: text.slice(0, MAX_NOTE_LENGTH) }),
    ...(added !== undefined && { text: `${note.text}\n${added}`.trim().slice(0, MAX_NOTE_LENGTH) }),
    ...(pinned !== undefined && { pinned }),
  }
}

function toldText(name: string, { text, added, pinned }: NoteChange): string {
  if (pinned !== undefined) return `The note “${name}” is ${pinned ? 'pinned' : 'no longer pinned'}.`
  return added === undefined
    ? `The note “${name}” now says “${text}”.`
    : `Added “${added}” to the note “${name}”.`
}

/** What a button says that chooses one of several. */
function sentenceFor(name: string, { text, added, pinned }: NoteChange): string {
  if (pinned !== undefined) return `${pinned ? 'pin' : 'unpin'} the note "${name}"`
  return added === undefined
    ? `change the note "${name}" to ${text}`
    : `add ${added} to the note called "${name}"`
}
