import { Bookmark, Folder, Pencil } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import type { StoredOf } from '../schemas.ts'
import { Button, IconButton, TextField } from '../view-kit/controls/controls.tsx'
import { DeleteButton } from '../view-kit/controls/delete-button.tsx'
import { edited, isFound, now, withoutEntry, type Changes } from '../view-kit/store/entries.ts'
import { FilterField, StoredCard, MoreBelow, NothingHere, useSome } from '../view-kit/store/stored-list.tsx'
import { OutLink } from '../view-kit/text/out-link.tsx'
import { newEntryId, useStored, type Stored } from '../view-kit/store/stored.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { Heading } from '../view-kit/heading.tsx'
import { byFolder, hostOf, readAddress } from './addresses.ts'

type Value = StoredOf<'bookmarks'>
type Mark = Value['bookmarks'][number]

const EMPTY: Value = { bookmarks: [] }

export function BookmarksView({ id, title, initial }: ViewProps<'bookmarks'>) {
  const stored = useStored(id, initial ?? EMPTY)
  const [search, setSearch] = useState('')
  // As it was when changing it began: it stays where it stands until that is done.
  const [begun, setBegun] = useState<Mark>()
  const { bookmarks } = stored.value
  const shown = bookmarks
    .map((mark) => (mark.id === begun?.id ? begun : mark))
    .filter(({ title, url, folder, note, tags = [] }) => isFound(search, [title, url, folder, note, ...tags]))
  const { some, more } = useSome(shown)
  return (
    <StoredCard
      stored={stored}
      icon={<Bookmark aria-hidden className="size-4" />}
      title={title ?? 'Bookmarks'}
      subtitle={bookmarks.length > 0 ? String(bookmarks.length) : undefined}
    >
      <FilterField count={bookmarks.length} search={search} onSearch={setSearch} />
      {shown.length === 0 && <NothingHere search={search}>No bookmarks yet. Add one below.</NothingHere>}
      <div className="fading mb-3 max-h-96 overflow-y-auto">
        {byFolder(some).map(({ folder, items }) => (
          <section key={folder ?? ''} className="mb-2">
            {folder !== undefined && (
              <Heading className="flex items-center gap-2 text-xs font-semibold text-ink-3">
                <Folder aria-hidden className="size-3.5" />
                {folder}
              </Heading>
            )}
            <ul className="-mx-2">
              {items.map((mark) => (
                <MarkRow
                  key={mark.id}
                  mark={mark}
                  editing={mark.id === begun?.id}
                  onEdit={(editing) => setBegun(editing ? mark : undefined)}
                  change={stored.change}
                  remove={stored.remove}
                />
              ))}
            </ul>
          </section>
        ))}
        <MoreBelow {...more} />
      </div>
      <NewMark
        folders={[...new Set(bookmarks.flatMap(({ folder }) => folder ?? []))]}
        onAdd={(mark) => stored.change((value) => ({ ...value, bookmarks: [mark, ...value.bookmarks] }))}
      />
    </StoredCard>
  )
}

interface MarkRowProps extends Pick<Stored<Value>, 'change' | 'remove'> {
  readonly mark: Mark
  readonly editing: boolean
  readonly onEdit: (editing: boolean) => void
}

function MarkRow({ mark, editing, onEdit, change, remove }: MarkRowProps) {
  const edit = (changes: Changes<Mark>) =>
    change((value) => ({ ...value, bookmarks: edited(value.bookmarks, mark.id, changes) }))
  return (
    <li className="flex items-center gap-1 rounded-lg px-2 hover:bg-surface-2">
      {editing ? (
        <MarkEditor mark={mark} edit={edit} onDone={() => onEdit(false)} />
      ) : (
        <OutLink
          url={mark.url}
          className="flex min-h-9 min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1.5"
        >
          <span className="min-w-0 font-medium wrap-anywhere">{mark.title}</span>
          <span className="clip text-xs text-ink-3">{hostOf(mark.url)}</span>
        </OutLink>
      )}
      {!editing && (
        <IconButton label={`Change ${mark.title}`} onClick={() => onEdit(true)}>
          <Pencil aria-hidden className="size-4" />
        </IconButton>
      )}
      <DeleteButton
        label={`Remove ${mark.title}`}
        onClick={() =>
          remove(`“${mark.title}”`, (value) => ({
            ...value,
            bookmarks: withoutEntry(value.bookmarks, mark.id),
          }))
        }
      />
    </li>
  )
}

interface MarkEditorProps {
  readonly mark: Mark
  readonly edit: (changes: Changes<Mark>) => void
  readonly onDone: () => void
}

/** Every letter is saved, but for an address only once it is one. */
function MarkEditor({ mark, edit, onDone }: MarkEditorProps) {
  const [title, setTitle] = useState(mark.title)
  const [address, setAddress] = useState<string>(mark.url)
  const [folder, setFolder] = useState(mark.folder ?? '')
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2 py-2">
      <TextField
        label="Name"
        autoFocus
        dir="auto"
        maxLength={500}
        value={title}
        problem={title.trim() === '' ? 'Enter a name.' : undefined}
        onChange={({ target }) => {
          setTitle(target.value)
          if (target.value.trim() !== '') edit({ title: target.value })
        }}
      />
      <TextField
        label="Address"
        inputMode="url"
        maxLength={2_048}
        value={address}
        problem={readAddress(address) === undefined ? 'Enter an address like example.com.' : undefined}
        onChange={({ target }) => {
          setAddress(target.value)
          const url = readAddress(target.value)
          if (url !== undefined) edit({ url })
        }}
      />
      <TextField
        label="Folder"
        dir="auto"
        maxLength={80}
        value={folder}
        onChange={({ target }) => {
          setFolder(target.value)
          edit({ folder: target.value === '' ? undefined : target.value })
        }}
      />
      <Button className="self-start" onClick={onDone}>
        Done
      </Button>
    </div>
  )
}

function NewMark({ folders, onAdd }: { folders: readonly string[]; onAdd: (mark: Mark) => void }) {
  const listId = useId()
  const [address, setAddress] = useState('')
  const [name, setName] = useState('')
  const [folder, setFolder] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const url = readAddress(address)
    if (url === undefined) return setProblem('Enter an address like example.com.')
    onAdd(newMark(url, { name: name.trim(), folder: folder.trim() }))
    setAddress('')
    setName('')
  }
  return (
    <form onSubmit={add} className="flex flex-col gap-2 border-t border-line pt-3">
      <TextField
        label="Address"
        placeholder="example.com"
        inputMode="url"
        maxLength={2_048}
        value={address}
        problem={problem}
        onChange={({ target }) => {
          setAddress(target.value)
          setProblem(undefined)
        }}
      />
      <div className="grid grid-cols-2 gap-2">
        <TextField
          label="Name"
          dir="auto"
          maxLength={500}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label="Folder"
          dir="auto"
          maxLength={80}
          list={listId}
          value={folder}
          onChange={({ target }) => setFolder(target.value)}
        />
      </div>
      <datalist id={listId}>
        {folders.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Button type="submit" className="self-start" disabled={address.trim() === ''}>
        Add bookmark
      </Button>
    </form>
  )
}

function newMark(url: string, { name, folder }: { name: string; folder: string }): Mark {
  return {
    id: newEntryId(),
    title: name || hostOf(url),
    url,
    ...(folder !== '' && { folder }),
    created_at: now(),
  }
}
