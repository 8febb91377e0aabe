import { ArrowLeft, NotebookPen, Pin, Plus } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../contract/text/counts.ts'
import type { StoredOf } from '../schemas.ts'
import { Button, IconButton, TextField } from '../view-kit/controls/controls.tsx'
import { DeleteButton } from '../view-kit/controls/delete-button.tsx'
import { Ago } from '../view-kit/states.tsx'
import { edited, isFound, now, readTags, withoutEntry, type Changes } from '../view-kit/store/entries.ts'
import { FilterField, StoredCard, MoreBelow, NothingHere, useSome } from '../view-kit/store/stored-list.tsx'
import { SharedText } from '../view-kit/store/shared-text.tsx'
import { newEntryId, useStored, type Stored } from '../view-kit/store/stored.ts'
import { Markdown } from '../view-kit/text/markdown.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { inOrder, nameOf } from './note-order.ts'

type Notes = StoredOf<'notes'>
type Note = Notes['notes'][number]

const EMPTY: Notes = { notes: [] }

export function NotesView({ id, title, initial }: ViewProps<'notes'>) {
  const stored = useStored(id, initial ?? EMPTY)
  const [openId, setOpenId] = useState<string>()
  const { notes } = stored.value
  const open = notes.find((note) => note.id === openId)
  const add = () => {
    const note: Note = { id: newEntryId(), text: '', created_at: now(), updated_at: now() }
    stored.change((value) => ({ ...value, notes: [note, ...value.notes] }))
    setOpenId(note.id)
  }
  return (
    <StoredCard
      stored={stored}
      icon={<NotebookPen aria-hidden className="size-4" />}
      title={title ?? 'Notes'}
      subtitle={notes.length > 0 ? countOf(notes.length, 'note') : undefined}
    >
      {open ? (
        <Editor
          note={open}
          change={stored.change}
          remove={stored.remove}
          onClose={() => setOpenId(undefined)}
        />
      ) : (
        <List notes={notes} change={stored.change} onOpen={setOpenId} onAdd={add} />
      )}
    </StoredCard>
  )
}

type Change = Stored<Notes>['change']

interface ListProps {
  readonly notes: readonly Note[]
  readonly change: Change
  readonly onOpen: (id: string) => void
  readonly onAdd: () => void
}

function List({ notes, change, onOpen, onAdd }: ListProps) {
  const [search, setSearch] = useState('')
  const shown = inOrder(notes.filter(({ title, text, tags = [] }) => isFound(search, [title, text, ...tags])))
  const { some, more } = useSome(shown)
  return (
    <>
      <FilterField count={notes.length} search={search} onSearch={setSearch} />
      {shown.length === 0 && <NothingHere search={search}>No notes yet.</NothingHere>}
      <ul className="fading -mx-2 mb-2 max-h-96 overflow-y-auto">
        {some.map((note) => (
          <li key={note.id} className="flex items-center gap-1 rounded-lg hover:bg-surface-2">
            <button
              type="button"
              className="min-w-0 flex-1 px-2 py-1.5 text-start"
              onClick={() => onOpen(note.id)}
            >
              <span dir="auto" className="clip block font-medium">
                {nameOf(note)}
              </span>
              <span className="clip block text-xs text-ink-3">
                {note.updated_at !== undefined && <Ago at={note.updated_at} />}
                {note.updated_at !== undefined && note.tags && ' · '}
                {note.tags?.join(', ')}
              </span>
            </button>
            <PinButton note={note} change={change} />
          </li>
        ))}
      </ul>
      <MoreBelow {...more} />
      <Button onClick={onAdd}>
        <Plus aria-hidden className="size-4" />
        New note
      </Button>
    </>
  )
}

function PinButton({ note, change }: { note: Note; change: Change }) {
  return (
    <IconButton
      label={`${note.pinned ? 'Unpin' : 'Pin'} ${nameOf(note)}`}
      className={note.pinned ? 'text-accent' : ''}
      onClick={() => change(editing(note.id, { pinned: note.pinned ? undefined : true }))}
    >
      <Pin aria-hidden className="size-4" fill={note.pinned ? 'currentColor' : 'none'} />
    </IconButton>
  )
}

interface EditorProps extends Pick<Stored<Notes>, 'change' | 'remove'> {
  readonly note: Note
  readonly onClose: () => void
}

function Editor({ note, change, remove, onClose }: EditorProps) {
  const [reading, setReading] = useState(false)
  const edit = (changes: Changes<Note>) => change(editing(note.id, { ...changes, updated_at: now() }))
  const removeNote = () => {
    remove(`“${nameOf(note)}”`, (value) => ({ ...value, notes: withoutEntry(value.notes, note.id) }))
    onClose()
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-1">
        <IconButton label="All notes" onClick={onClose}>
          <ArrowLeft aria-hidden className="size-4" />
        </IconButton>
        <span className="min-w-0 flex-1" />
        <Button look="quiet" aria-pressed={reading} onClick={() => setReading(!reading)}>
          {reading ? 'Write' : 'Read'}
        </Button>
        <PinButton note={note} change={change} />
        <DeleteButton label={`Delete ${nameOf(note)}`} onClick={removeNote} />
      </div>
      <TextField
        label="Title"
        hideLabel
        placeholder="Title"
        dir="auto"
        maxLength={300}
        value={note.title ?? ''}
        onChange={({ target }) => edit({ title: target.value === '' ? undefined : target.value })}
      />
      {reading ? (
        <Markdown text={note.text} />
      ) : (
        <SharedText
          label="Note"
          hideLabel
          autoFocus
          className="min-h-36"
          placeholder="Write it down. Markdown works."
          maxLength={100_000}
          value={note.text}
          onEdit={(rewrite) => change(rewriting(note.id, rewrite))}
        />
      )}
      <Tags key={note.id} tags={note.tags} onChange={(tags) => edit({ tags })} />
    </div>
  )
}

function Tags({ tags, onChange }: { tags: Note['tags']; onChange: (tags: string[] | undefined) => void }) {
  const [text, setText] = useState(() => tags?.join(', ') ?? '')
  return (
    <TextField
      label="Tags"
      hideLabel
      placeholder="Tags, separated by commas"
      dir="auto"
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(readTags(target.value))
      }}
    />
  )
}

function editing(id: string, changes: Changes<Note>) {
  return (value: Notes): Notes => ({ ...value, notes: edited(value.notes, id, changes) })
}

/** Typing into one note at two places keeps both: the edit is what was typed, not what the text then was. */
function rewriting(id: string, rewrite: (text: string) => string) {
  const updated_at = now()
  return (value: Notes): Notes => ({
    ...value,
    notes: value.notes.map((note) =>
      note.id === id ? { ...note, text: rewrite(note.text), updated_at } : note,
    ),
  })
}
