import type { StoredOf } from '../../../../components/schemas.ts'
import { textOf, type Act, type Understood } from './act.ts'
import { cards } from './cards.ts'
import {
  addFirst,
  changeEntry,
  chooseEntry,
  counted,
  entriesOf,
  listOf,
  offerToClear,
  plain,
  removeEntry,
  removeNamed,
  shortened,
  type Collection,
  type Entry,
} from './entries.ts'
import { matchesOf } from './matching.ts'
import type { StoredValues } from './stored.ts'

type Note = StoredOf<'notes'>['notes'][number] & Entry

const LONGEST = 100_000

export const notes: Collection<Note> = {
  card: cards.notes,
  member: 'notes',
  most: 2_000,
  noun: 'note',
  nouns: 'notes',
  name: ({ title, text }) => shortened(title ?? text),
  text: ({ title = '', text, tags = [] }) => `${title}\n${text}\n${tags.join(' ')}`,
  isWhole: ({ text }) => typeof text === 'string',
}

export function noteActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    notes: (understood) => showNotes(store, understood),
    'note.add': (understood) => addNote(store, understood),
    'note.remove': (understood) => removeNote(store, understood),
    'note.change': (understood) => changeNote(store, understood),
  }
}

async function addNote(store: StoredValues, { slots, voice, when }: Understood): Promise<void> {
  const [title, text] = [textOf(slots, 'title')?.slice(0, 300), textOf(slots, 'text')?.slice(0, LONGEST)]
  if (text === undefined && title === undefined) {
    voice.decline('What shall I note? Say "note: …".')
    voice.add(notes.card)
    return
  }
  const entry = { ...(title !== undefined && { title }), text: text ?? '' }
  await addFirst(store, notes, { entry, now: when.now })
  const told = [title, text].filter((part) => part !== undefined).map((part) => shortened(part, 300))
  voice.say(`Noted: “${plain(told.join(': '))}”.`)
  voice.add(notes.card)
}

function showNotes(store: StoredValues, { slots, voice }: Understood): void {
  const all = entriesOf(store, notes)
  const about = textOf(slots, 'about')
  if (about === undefined) {
    if (slots['count'] === true) voice.say(`You have ${counted(all.length, notes)}.`)
    voice.add(notes.card)
    return
  }
  const { entries: found } = matchesOf(all, about, notes)
  if (found.length === 0) {
    voice.decline(all.length === 0 ? 'You have no notes yet.' : `No note mentions “${plain(about)}”.`)
    voice.add(notes.card)
    return
  }
  voice.say(`${counted(found.length, notes)} about “${plain(about)}”:`)
  voice.add(listOf(found.map(described), 'Notes'))
}

function described({ title, text, created_at }: Note): { text: string; detail: string } {
  return {
    text: title === undefined ? text : text === '' ? title : `${title}: ${text}`,
    detail: created_at?.slice(0, 10) ?? '',
  }
}

async function removeNote(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  if (slots['all'] === true) return offerToClear(store, understood, notes)
  const wanted = textOf(slots, 'about')
  if (wanted !== undefined) return removeNamed(store, understood, { collection: notes, wanted })
  const newest = entriesOf(store, notes)[0]
  if (slots['last'] !== true || !newest) {
    voice.decline(newest ? 'Which note? Say "delete the note about …".' : 'There are no notes.')
    voice.add(notes.card)
    return
  }
  await removeEntry(store, notes, newest)
  voice.say(`Deleted the note “${notes.name(newest)}”.`)
  voice.add(notes.card)
}

async function changeNote(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const [text, added] = [textOf(slots, 'text'), textOf(slots, 'added')]
  const pinned = slots['pinned'] as boolean | undefined
  const note = chooseEntry(understood, notes, {
    wanted: textOf(slots, 'about')!,
    entries: entriesOf(store, notes),
    sentence: (name) => sentenceFor(name, { text, added, pinned }),
  })
  if (!note) return
  const change = (entry: Note): Note => ({
    ...entry,
    ...(text !== undefined && { text: text.slice(0, LONGEST) }),
    ...(added !== undefined && { text: `${entry.text}\n${added}`.trim().slice(0, LONGEST) }),
    ...(pinned !== undefined && { pinned }),
    updated_at: when.now.toISOString(),
  })
  await changeEntry(store, notes, { id: note.id, change })
  const name = notes.name(note)
  if (pinned !== undefined) voice.say(`The note “${name}” is ${pinned ? 'pinned' : 'no longer pinned'}.`)
  else if (added !== undefined) voice.say(`Added “${added}” to the note “${name}”.`)
  else voice.say(`The note “${name}” now says “${text}”.`)
  voice.add(notes.card)
}

function sentenceFor(
  name: string,
  {
    text,
    added,
    pinned,
  }: { text?: string | undefined; added?: string | undefined; pinned?: boolean | undefined },
): string {
  if (pinned !== undefined) return `${pinned ? 'pin' : 'unpin'} the note "${name}"`
  return added === undefined
    ? `change the note "${name}" to ${text}`
    : `add ${added} to the note called "${name}"`
}
