import { Search, SquarePen, X } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { Button, IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { lazyPart } from '../../../src/components/view-kit/lazy-part.ts'
import { OptionalPart } from '../../../src/components/view-kit/optional-part.tsx'
import { reasonOf } from '../../../src/components/view-kit/service.ts'
import { UndoBar } from '../../../src/components/view-kit/store/undo-bar.tsx'
import { useShell } from '../frame/shell.ts'
import { Session, type Chat } from './session-item.tsx'

const TrashedSessions = lazyPart(async () => (await import('./trashed-sessions.tsx')).TrashedSessions)

interface SessionsProps {
  readonly current: string | undefined
  /** On a small page the list lies above the conversation, when it is asked for. */
  readonly open: boolean
  readonly onClose: () => void
  readonly onNew: () => void
}

export const Sessions = memo(function Sessions({ current, open, onClose, onNew }: SessionsProps) {
  const [query, setQuery] = useState('')
  const { chats, problem, refresh } = useChats(query)
  const trashed = useTrashed(refresh)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const before = document.activeElement
    search.current?.focus()
    return () => (before as HTMLElement | null)?.focus()
  }, [open])
  return (
    <aside
      aria-label="Conversations"
      className={`flex w-64 shrink-0 flex-col border-e border-line bg-surface-0 max-wide:fixed max-wide:inset-y-0 max-wide:start-0 max-wide:z-30 max-wide:w-[min(320px,90vw)] max-wide:shadow-high ${open ? '' : 'max-wide:hidden'}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Head onNew={onNew} onClose={onClose} />
      <SearchField field={search} query={query} onQuery={setQuery} />
      {chats?.length === 0 && (
        <p className="px-5 py-2 text-sm text-ink-3">
          {query === '' ? 'Your conversations appear here.' : 'Nothing found.'}
        </p>
      )}
      <ul className="flex-1 overflow-y-auto px-2 pb-3">
        {chats?.map((chat) => (
          <Session
            key={chat.session_id}
            chat={chat}
            isCurrent={chat.session_id === current}
            onChanged={refresh}
            onOpen={onClose}
            onTrashed={trashed.add}
          />
        ))}
      </ul>
      {trashed.last && (
        <div className="px-3 pb-2">
          <UndoBar key={trashed.last.session_id} removed={trashed.undoBar(trashed.last)} />
        </div>
      )}
      <Trash onRestored={refresh} key={trashed.last?.session_id} />
      {problem !== undefined && (
        <p role="alert" className="px-5 pb-4 text-sm wrap-anywhere text-bad">
          {problem}
        </p>
      )}
    </aside>
  )
})

function Head({ onNew, onClose }: Pick<SessionsProps, 'onNew' | 'onClose'>) {
  return (
    <div className="flex items-center gap-2 p-3">
      <Button
        className="flex-1"
        onClick={() => {
          onNew()
          onClose()
        }}
      >
        <SquarePen aria-hidden className="size-4" /> New conversation
      </Button>
      <IconButton label="Close" className="wide:hidden" onClick={onClose}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

/** The conversation that was thrown away last, and the way back. */
function useTrashed(refresh: () => void) {
  const { service, context } = useShell()
  const [last, setLast] = useState<Chat>()
  const forget = useCallback(() => setLast(undefined), [])
  const undo = async ({ session_id, title }: Chat) => {
    await service.call('POST /api/chats/:session_id/restore', { params: { session_id } }).then(
      () => context.announce(`“${title}” restored.`),
      (error: unknown) => context.announce(`Couldn't restore it: ${reasonOf(error)}`),
    )
    forget()
    refresh()
  }
  return {
    last,
    add: (chat: Chat) => {
      setLast(chat)
      refresh()
    },
    undoBar: (chat: Chat) => ({ what: `“${chat.title}”`, undo: () => void undo(chat), forget }),
  }
}

/** Also after a reload, what was deleted can be brought back for a month. */
function Trash({ onRestored }: { onRestored: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="border-t border-line text-sm text-ink-3"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer px-5 py-2 -outline-offset-2">Recently deleted</summary>
      {isOpen && (
        <OptionalPart
          name="trashed-sessions"
          instead={(reason) => <p className="px-5 pb-3 text-bad">{reason}</p>}
        >
          <TrashedSessions onRestored={onRestored} />
        </OptionalPart>
      )}
    </details>
  )
}

interface SearchFieldProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly query: string
  readonly onQuery: (query: string) => void
}

function SearchField({ field, query, onQuery }: SearchFieldProps) {
  return (
    <div className="relative px-3 pb-2">
      <Search aria-hidden className="absolute start-6 top-2.5 size-4 text-ink-3" />
      <input
        ref={field}
        type="search"
        aria-label="Search conversations"
        placeholder="Search"
        className="min-h-9 w-full rounded-lg bg-surface-2 ps-9 pe-3 text-sm placeholder:text-ink-3"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
    </div>
  )
}

function useChats(query: string) {
  const { service, events } = useShell()
  const [found, setFound] = useState<{ chats?: readonly Chat[]; problem?: string | undefined }>({})
  const asked = useRef(0)
  const refresh = useCallback(() => {
    const search = query.trim() === '' ? {} : { query: query.trim() }
    asked.current += 1
    const number = asked.current
    // An answer to what was asked before may come later; it no longer counts.
    const take = (answer: typeof found) => {
      if (number === asked.current) setFound((before) => ({ ...before, problem: undefined, ...answer }))
    }
    service.call('GET /api/chats', { query: { limit: 100, ...search } }).then(
      ({ chats }) => take({ chats }),
      (error: unknown) => take({ problem: reasonOf(error) }),
    )
  }, [service, query])
  useEffect(() => {
    const timer = setTimeout(refresh, query === '' ? 0 : 150)
    const offs = [
      events.on('run.start', refresh),
      events.on('run.end', refresh),
      events.on('chat.changed', refresh),
      events.onResync(refresh),
    ]
    return () => {
      clearTimeout(timer)
      for (const off of offs) off()
    }
  }, [events, refresh, query])
  return { ...found, refresh }
}
