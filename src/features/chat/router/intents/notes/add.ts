import { addFirst, plain, shortened } from '../../answers/entries.ts'
import { caughtText, defineIntent, optional, type Captured } from '../../define-intent.ts'
import { isLiteralClause } from '../../literal.ts'
import { asWritten } from '../../readers/as-said.ts'
import { MAX_NOTE_LENGTH, notes } from './stored-notes.ts'

/** "Take note of how he behaves" is a manner of speaking: only "a note" is one. */
const make =
  '((take|make|write|create|add|save|leave|put) [down] [me|myself] (a|an|the|this|another)|new) [new|quick|short]'
const note = '(note|memo)'
const saying = '(saying|that says|which says|reading|that reads|with the text|containing|:)'

/** What begins otherwise than a text that is noted: "note the difference", "note taking apps". */
const beginsOtherwise: ReadonlySet<string> = new Set(
  'to that down taking taker pad the is on in about from of for a an my this it and or how what who why when me'.split(
    ' ',
  ),
)
/** "add a note to my calendar": written somewhere else. */
const elsewhere = /\b(?:on|in|to) (?:my|the) (?:calendar|(?:[a-z]+ )?list)$/i

export const intent = defineIntent({
  name: 'note.add',
  label: 'New note',
  example: 'Take a note that the key is under the mat',
  effect: 'adds',
  shownBy: 'notes',
  slots: { title: optional.text, text: optional.text },
  needs: ['text|title'],
  templates: [
    `[a|my] [new|quick|short] ${note} [to (self|myself)] [down] (:|-|that) {text}`,
    `(take|make|write|create|add|save) ${note} : {text}`,
    '(add|save|put|write) [this|that|the following] (to|in|into) <my> notes : {text}',
    `${make} ${note} [to (self|myself)] ${saying} {quoted}`,
    `[a] [new|quick|short] ${note} to (self|myself) {text}`,
    `${make} ${note} [to (self|myself)] [down] [of (this|the following)|about {subject}] [saying|that says|that] (:|-) {text}`,
    `${make} ${note} [to (self|myself)] [down] [of (this|the following)] [that says|that|saying|which says|reading|about|on|of|to] {loose}`,
    `${make} ${note}`,
    `${make} ${note} (<titled>|with the title) {title:name} [and] ${saying} {text}`,
    `${make} ${note} (<titled>|with the title) {title:name}`,
    'take note (of (this|the following) [:]|that|:) {text}',
    '(note|jot) [this|that|it] down [that] [:] {told}',
    '(note|jot) down [that] [:] {text}',
    '(write|put) (this|that|it) down [that] [:] {told}',
    'write down (that|:|that :|this :) {text}',
    'write down {clause}',
    'remember this [note] : {text}',
    'add {loose} to <my> notes',
    'note {bare}',
  ],
  examples: [
    '(note|write|jot) [down] [that] {fact}',
    '(add|save) (a|this) note {fact}',
    'new note [about|:] {fact}',
    'remember this note {fact}',
    'make a note of {fact}',
    'keep in mind that {fact} in my notes',
  ],
  fill({ text: said, title, subject, quoted, told, loose, clause, bare }, sentence) {
    const text = caughtText(said ?? quoted ?? told ?? loose ?? clause ?? bare ?? '')
    if (!isMeant({ quoted, told, loose, clause, bare }, text)) return undefined
    // "write a note to Tom" is one that Tom is to read.
    if (loose !== undefined && /\bnote to \p{Lu}\p{Ll}/u.test(sentence.text)) return undefined
    const parts = [caughtText(subject), text === '' ? '' : asWritten(sentence, text)]
    const written = parts.filter((part) => part !== '').join(': ')
    return { title, text: written === '' ? undefined : written }
  },
  async act({ slots, writer, when }, { store }) {
    const [title, text] = [slots.title?.slice(0, 300), slots.text?.slice(0, MAX_NOTE_LENGTH)]
    if (text === undefined && title === undefined) {
      writer.decline('What should I note down? Say "note: …".')
      return writer.add(notes.card)
    }
    const entry = { ...(title !== undefined && { title }), text: text ?? '' }
    await addFirst(store, notes, { entry, now: when.now })
    const told = [title, text].filter((part) => part !== undefined).map((part) => shortened(part, 300))
    writer.say(`Noted: “${plain(told.join(': '))}”.`)
    writer.add(notes.card)
  },
})

/** What stands behind a colon is noted whatever it is; looser wordings may mean another thing. */
function isMeant({ quoted, told, loose, clause, bare }: Captured, text: string): boolean {
  // What is written on a calendar is an event.
  if (/\bon (?:my|the|our) calend[ae]r\b/i.test(text)) return false
  // "write that down as a checklist into a file" says how and where, not what.
  if (told !== undefined) return !/^(?:as|in|into|on|onto|for|to|with)\b/i.test(text)
  if (quoted !== undefined) return !elsewhere.test(text)
  if (bare !== undefined) return isNoted(text)
  if (loose !== undefined) return isSaidToBeNoted(text)
  return clause === undefined || isLiteralClause(text)
}

/** "add a note to my notes" says nothing yet, and "take a note of all deadlines" is for somebody who finds them. */
function isSaidToBeNoted(text: string): boolean {
  const isNoText = /^(?:(?:an?|the|new|some|this|that|it)(?: new)? )?notes?$/i.test(text)
  return !isNoText && !elsewhere.test(text) && isLiteralClause(text)
}

function isNoted(text: string): boolean {
  const [first = '', ...others] = text.toLowerCase().split(/\s+/)
  return others.length > 0 && !beginsOtherwise.has(first)
}
