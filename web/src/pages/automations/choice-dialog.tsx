import { Search } from 'lucide-react'
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useReturningFocus } from '../../frame/returning-focus.ts'

export interface Choice {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly group: string
}

interface ChoiceDialogProps<Kind extends Choice> {
  readonly label: string
  readonly choices: readonly Kind[]
  readonly onChoose: (choice: Kind) => void
  readonly onClose: () => void
}

const MAX_SHOWN = 100

/** A list that is searched by words. Arrow keys choose, Enter takes, Escape closes. */
export function ChoiceDialog<Kind extends Choice>({
  label,
  choices,
  onChoose,
  onClose,
}: ChoiceDialogProps<Kind>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const shown = useMemo(() => matching(choices, query).slice(0, MAX_SHOWN), [choices, query])
  useReturningFocus()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const onKey = (event: KeyboardEvent) => {
    const by = directionOf(event)
    if (by !== 0) {
      const next = (chosen + by + shown.length) % Math.max(1, shown.length)
      setChosen(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    else if (shown[chosen]) onChoose(shown[chosen])
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className="dialog mt-[12vh] overflow-hidden p-0"
      aria-label={label}
      onCancel={onClose}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <SearchField
        label={label}
        listId={listId}
        activeId={shown[chosen] && `${listId}-${chosen}`}
        query={query}
        onKey={onKey}
        onQuery={(next) => {
          setQuery(next)
          setChosen(0)
        }}
      />
      <ul id={listId} role="listbox" aria-label="Found" className="max-h-[52vh] overflow-y-auto p-2">
        {shown.map((choice, index) => (
          <Option
            key={choice.key}
            id={`${listId}-${index}`}
            choice={choice}
            isChosen={index === chosen}
            onPoint={() => setChosen(index)}
            onChoose={() => onChoose(choice)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className="px-5 pb-4 text-sm text-ink-3">No matches.</p>}
    </dialog>
  )
}

function directionOf({ key, nativeEvent }: KeyboardEvent): -1 | 0 | 1 {
  if (nativeEvent.isComposing) return 0
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
}

interface SearchFieldProps {
  readonly label: string
  readonly listId: string
  readonly activeId: string | undefined
  readonly query: string
  readonly onKey: (event: KeyboardEvent) => void
  readonly onQuery: (query: string) => void
}

function SearchField({ label, listId, activeId, query, onKey, onQuery }: SearchFieldProps) {
  return (
    <div className="flex items-center gap-3 border-b border-line px-4">
      <Search aria-hidden className="size-4 text-ink-3" />
      <input
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-label={label}
        placeholder={label}
        className="h-13 min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        value={query}
        onKeyDown={onKey}
        onChange={(event) => onQuery(event.target.value)}
      />
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly choice: Choice
  readonly isChosen: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

function Option({ id, choice: { title, detail, group }, isChosen, onPoint, onChoose }: OptionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      className="flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 aria-selected:bg-accent-soft"
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{title}</span>
        <span className="block truncate text-xs text-ink-3">{detail}</span>
      </span>
      <span className="max-w-[40%] truncate text-xs text-ink-3">{group}</span>
    </li>
  )
}

/** What has all the words; what has them in its title comes first. */
function matching<Kind extends Choice>(choices: readonly Kind[], query: string): readonly Kind[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return choices
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = choices.filter(({ title, detail, group, key }) =>
    hasAll(`${title} ${detail} ${group} ${key}`),
  )
  return found.toSorted((a, b) => Number(hasAll(b.title)) - Number(hasAll(a.title)))
}
