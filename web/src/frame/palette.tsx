import { Search } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { PaletteEntry } from './palette-entries.ts'
import { keepRecent } from './palette-recent.ts'
import { useReturningFocus } from './returning-focus.ts'
import { useEntries } from './use-palette.ts'

/**
 * Finds everything by its words: pages, things to do, widgets, tools, workflows, conversations, settings, files. It
 * calculates and converts as the chat does, and whatever it does not find can be asked there.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useModal()
  const listId = useId()
  const [query, setQuery] = useState('')
  const { shown, isWhole } = useEntries(query)
  const { chosen, choose } = useChoice(shown, query)
  const run = (entry: PaletteEntry) => {
    keepRecent(entry)
    onClose()
    entry.run()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = (chosen + step + shown.length) % Math.max(1, shown.length)
      choose(shown[next])
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (shown[chosen]) run(shown[chosen])
    }
  }
  return (
    <dialog
      ref={dialog}
      className="dialog mt-[12vh] overflow-hidden p-0"
      aria-label="Search everything"
      // Told at once, and not a moment after the dialog has gone: the next key may open it again.
      onCancel={onClose}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <SearchField
        listId={listId}
        activeId={shown[chosen] && `${listId}-${chosen}`}
        query={query}
        onKey={onKey}
        onQuery={setQuery}
      />
      <ul id={listId} role="listbox" aria-label="Found" className="max-h-[52vh] overflow-y-auto p-2">
        {shown.map((entry, index) => (
          <Entry
            key={entry.key}
            id={`${listId}-${index}`}
            entry={entry}
            isChosen={index === chosen}
            onPoint={() => choose(entry)}
            onRun={() => run(entry)}
          />
        ))}
      </ul>
      {!isWhole && <Searching />}
    </dialog>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function Searching() {
  return <p className="px-5 pb-4 text-sm text-ink-3">Searching …</p>
}

/** What Enter would do: the first, until another is chosen. What comes later than others does not move that choice. */
function useChoice(shown: readonly PaletteEntry[], query: string) {
  const [choice, setChoice] = useState<{ key: string | undefined; query: string }>()
  const at = shown.findIndex(({ key }) => choice?.query === query && key === choice.key)
  const choose = (entry: PaletteEntry | undefined) => setChoice({ key: entry?.key, query })
  return { chosen: Math.max(0, at), choose }
}

function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useReturningFocus()
  // Before the next key can come.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return dialog
}

interface SearchFieldProps {
  readonly listId: string
  readonly activeId: string | undefined
  readonly query: string
  readonly onKey: (event: KeyboardEvent) => void
  readonly onQuery: (query: string) => void
}

function SearchField({ listId, activeId, query, onKey, onQuery }: SearchFieldProps) {
  return (
    <div className="flex items-center gap-3 border-b border-line px-4">
      <Search aria-hidden className="size-4 text-ink-3" />
      <input
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-label="Search tools, files and conversations, calculate, or ask"
        placeholder="Search, calculate, or ask"
        className="h-13 min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        value={query}
        onKeyDown={onKey}
        onChange={(event) => onQuery(event.target.value)}
      />
    </div>
  )
}

interface EntryProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isChosen: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}

function Entry({ id, entry: { title, detail, group }, isChosen, onPoint, onRun }: EntryProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      className="flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 aria-selected:bg-accent-soft"
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <span className="min-w-0 flex-1">
        <span
          dir="auto"
          className={`block truncate font-medium ${group === 'Answer' ? 'text-xl tabular-nums' : 'text-sm'}`}
        >
          {title}
        </span>
        <span className="block truncate text-xs text-ink-3">{detail}</span>
      </span>
      <span className="shrink-0 text-xs text-ink-3">{group}</span>
    </li>
  )
}
