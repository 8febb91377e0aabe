import { Plus, Search } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Card } from '../card.tsx'
import { Button } from '../controls/controls.tsx'
import { formatNumber } from '../../../contract/text/numbers.ts'
import type { MenuItem } from '../controls/menu.tsx'
import { SaveState } from './save-state.tsx'
import { Empty, Skeleton } from '../states.tsx'
import type { Stored } from './stored.ts'
import { UndoBar } from './undo-bar.tsx'

interface StoredCardProps {
  readonly stored: Pick<Stored<object>, 'status' | 'problem' | 'removed'>
  readonly icon: ReactNode
  readonly title: string
  readonly subtitle?: string | undefined
  readonly menu?: readonly MenuItem[]
  readonly height?: number
  readonly children: ReactNode
}

/** The card of a widget that is kept in the store: skeleton, content, and a word when it could not be saved. */
export function StoredCard({
  stored,
  icon,
  title,
  subtitle,
  menu = [],
  height = 140,
  children,
}: StoredCardProps) {
  return (
    <Card icon={icon} title={title} subtitle={subtitle} state={<SaveState stored={stored} />} menu={menu}>
      {stored.status === 'loading' ? <Skeleton height={height} /> : children}
      {stored.removed && <UndoBar removed={stored.removed} />}
    </Card>
  )
}

interface AddLineProps {
  readonly label: string
  readonly placeholder?: string
  readonly maxLength: number
  readonly onAdd: (text: string) => void
}

/** One line that makes a new entry; Enter adds it, and the next one can be typed at once. */
export function AddLine({ label, placeholder = label, maxLength, onAdd }: AddLineProps) {
  const [text, setText] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onAdd(text.trim())
    setText('')
  }
  return (
    <form
      onSubmit={add}
      className="-mx-2 flex items-center gap-2 rounded-lg px-2 text-ink-3 focus-within:bg-surface-2"
    >
      <Plus aria-hidden className="size-4" />
      <input
        aria-label={label}
        placeholder={placeholder}
        dir="auto"
        className="min-h-9 min-w-0 flex-1 bg-transparent text-base text-ink placeholder:text-ink-3 pointer-coarse:min-h-10"
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  )
}

const FROM = 6

/** A field that filters, from so many entries on that one would look for it. */
export function FilterField({
  count,
  search,
  onSearch,
}: {
  count: number
  search: string
  onSearch: (search: string) => void
}) {
  if (count < FROM && search === '') return null
  return (
    <div className="mb-2 flex items-center gap-2 rounded-lg border border-line bg-surface-0 px-3 text-ink-3">
      <Search aria-hidden className="size-4" />
      <input
        type="search"
        aria-label="Filter"
        placeholder={`Filter ${count} entries`}
        dir="auto"
        className="min-h-8 min-w-0 flex-1 bg-transparent text-sm text-ink placeholder:text-ink-3"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
    </div>
  )
}

const AT_FIRST = 100
const AT_A_TIME = 300

/** The first of many entries; a list of thousands is drawn piece by piece, as it is asked for. */
export function useSome<Entry>(entries: readonly Entry[]) {
  const [count, setCount] = useState(AT_FIRST)
  const rest = Math.max(0, entries.length - count)
  return { some: entries.slice(0, count), more: { rest, onMore: () => setCount(count + AT_A_TIME) } }
}

export function MoreBelow({ rest, onMore }: { rest: number; onMore: () => void }) {
  if (rest === 0) return null
  return (
    <Button look="quiet" className="w-full" onClick={onMore}>
      Show more ({formatNumber(rest)} left)
    </Button>
  )
}

/** What stands where no entry does. */
export function NothingHere({ search, children }: { search: string; children: string }) {
  return <Empty>{search === '' ? children : `No matches for “${search}”.`}</Empty>
}
