import { CornerLeftUp, File, Folder, House } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { formatBytes } from '../../../contract/text/numbers.ts'
import { Button, Switch, TextField } from './controls.tsx'
import { chosenPath, parentOf, splitPath, withRecent } from './path-text.ts'
import { useFolder, type FolderEntry } from './use-folder.ts'

interface PathDialogProps {
  readonly label: string
  /** What the field holds now. */
  readonly start: unknown
  readonly onChoose: (path: string) => void
  readonly onClose: () => void
}

/** Folders and files of the machine where the service runs. A path can be typed; what is behind its last slash is searched. */
export function PathDialog({ label, start, onChoose, onClose }: PathDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [withHidden, setWithHidden] = useState(false)
  const [recent] = useState(readRecent)
  const [text, setText] = useState(() => beginning(start, recent))
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Gives the focus back to where it was.
    return () => element?.close()
  }, [])
  const choose = (path: string) => {
    writeRecent(withRecent(recent, splitPath(path).folder))
    onChoose(path)
  }
  return (
    <dialog
      ref={dialog}
      className="dialog flex flex-col overflow-hidden p-0"
      aria-label={`Choose ${label}`}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="flex flex-wrap gap-2 px-4 pt-4">
        <Button look="quiet" onClick={() => setText('~/')}>
          <House aria-hidden className="size-4" /> Home
        </Button>
        {recent
          .filter((folder) => folder !== '~/')
          .map((folder) => (
            <Button key={folder} look="quiet" title={folder} onClick={() => setText(folder)}>
              <span className="clip max-w-40">{folder}</span>
            </Button>
          ))}
      </div>
      <Browser {...{ text, withHidden }} onText={setText} onChoose={choose} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
        <Switch label="Hidden files" checked={withHidden} onChange={setWithHidden} />
        <div className="flex gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={() => choose(chosenPath(text))}>
            {splitPath(text).rest === '' ? 'Choose this folder' : 'Choose'}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

interface BrowserProps {
  readonly text: string
  readonly withHidden: boolean
  readonly onText: (text: string) => void
  readonly onChoose: (path: string) => void
}

/** The path as text, and below it what is there. Arrow keys walk, Enter opens or takes, Alt and Up leaves the folder. */
function Browser({ text, withHidden, onText, onChoose }: BrowserProps) {
  const listId = useId()
  const { folder, rest } = splitPath(text)
  const { listing, problem, isLoading } = useFolder(folder, withHidden || rest.startsWith('.'))
  const parent = parentOf(folder, listing?.path)
  const found = isLoading || problem !== undefined ? [] : matching(listing?.entries ?? [], rest)
  const [active, setActive] = useState({ text, at: 0 })
  // What is typed means the first that fits; an empty search means the folder itself.
  const at = active.text === text ? active.at : rest === '' ? -1 : 0
  const open = ({ name, type }: FolderEntry) =>
    type === 'folder' ? onText(`${folder}${name}/`) : onChoose(folder + name)
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === -1 && event.altKey) {
      if (parent !== undefined) onText(parent)
    } else if (by !== 0) {
      const next = Math.max(0, Math.min(found.length - 1, at + by))
      setActive({ text, at: next })
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      if (found[at]) open(found[at])
      else onChoose(chosenPath(text))
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div className="px-4 py-3">
        <TextField
          autoFocus
          label="Path"
          help="Type a path, or the beginning of a name."
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found[at] && `${listId}-${at}`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onKeyDown={onKey}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      <Entries
        {...{ listId, found, at, isLoading }}
        onLeave={parent === undefined ? undefined : () => onText(parent)}
        onChoose={open}
        note={problem ?? (rest === '' ? 'Empty folder.' : 'No matches.')}
      />
    </>
  )
}

interface EntriesProps {
  readonly listId: string
  readonly found: readonly FolderEntry[]
  /** Which of them is meant. */
  readonly at: number
  readonly isLoading: boolean
  /** Goes to the folder above; undefined at the top. */
  readonly onLeave: (() => void) | undefined
  readonly onChoose: (entry: FolderEntry) => void
  /** Said where there is nothing to show. */
  readonly note: string
}

function Entries({ listId, found, at, isLoading, onLeave, onChoose, note }: EntriesProps) {
  return (
    <div className="min-h-60 flex-1 overflow-y-auto border-t border-line p-2" aria-busy={isLoading}>
      {onLeave && (
        <Button look="quiet" className="w-full justify-start!" onClick={onLeave}>
          <CornerLeftUp aria-hidden className="size-4" /> Folder above
        </Button>
      )}
      <ul id={listId} role="listbox" aria-label="In this folder">
        {found.map((entry, index) => (
          <EntryOption
            key={entry.name}
            id={`${listId}-${index}`}
            entry={entry}
            isActive={index === at}
            onChoose={() => onChoose(entry)}
          />
        ))}
      </ul>
      <p role="status" className="px-3 py-2 text-sm text-ink-3">
        {isLoading || found.length > 0 ? '' : note}
      </p>
    </div>
  )
}

interface EntryOptionProps {
  readonly id: string
  readonly entry: FolderEntry
  readonly isActive: boolean
  readonly onChoose: () => void
}

function EntryOption({ id, entry: { name, type, bytes }, isActive, onChoose }: EntryOptionProps) {
  const Icon = type === 'folder' ? Folder : File
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-3 hover:bg-surface-2 aria-selected:bg-accent-soft pointer-coarse:min-h-10"
      onClick={onChoose}
    >
      <Icon aria-hidden className={`size-4 shrink-0 ${type === 'folder' ? 'text-accent' : 'text-ink-3'}`} />
      <span dir="auto" className="clip flex-1 text-sm">
        {name}
      </span>
      {type === 'file' && <span className="text-xs text-ink-3 tabular-nums">{formatBytes(bytes)}</span>}
    </li>
  )
}

const MAX_SHOWN = 300

/** What has the words in its name; what begins with them comes first. */
function matching(entries: readonly FolderEntry[], words: string): readonly FolderEntry[] {
  const wanted = words.toLowerCase()
  const begins = ({ name }: FolderEntry) => Number(name.toLowerCase().startsWith(wanted))
  return entries
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, MAX_SHOWN)
}

const RECENT = 'deskhand.recent-folders'

function readRecent(): readonly string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(RECENT) ?? '[]')
    return Array.isArray(known) ? known.filter((folder) => typeof folder === 'string') : []
  } catch {
    return []
  }
}

function writeRecent(folders: readonly string[]): void {
  try {
    localStorage.setItem(RECENT, JSON.stringify(folders))
  } catch {
    // A browser that keeps nothing forgets this, too.
  }
}

function beginning(start: unknown, recent: readonly string[]): string {
  const isPath = typeof start === 'string' && start !== '' && !start.startsWith('$')
  return isPath ? splitPath(start).folder : (recent[0] ?? '~/')
}
