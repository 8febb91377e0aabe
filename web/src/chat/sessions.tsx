import { Search, SquarePen, X } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { Button, IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { Menu } from '../../../src/components/view-kit/controls/menu.tsx'
import { reasonOf, type AnswerOf } from '../../../src/components/view-kit/service.ts'
import { Ago } from '../../../src/components/view-kit/states.tsx'
import { PageLink } from '../frame/page-link.tsx'
import { useShell } from '../frame/shell.ts'
import { useAttempt } from '../pages/attempt.ts'

type Chat = AnswerOf<'GET /api/chats'>['chats'][number]

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
          />
        ))}
      </ul>
      {problem !== undefined && (
        <p role="alert" className="px-5 pb-4 text-sm wrap-anywhere text-bad">
          {problem}
        </p>
      )}
    </aside>
  )
})

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
    const offs = [events.on('run.start', refresh), events.on('run.end', refresh), events.onResync(refresh)]
    return () => {
      clearTimeout(timer)
      for (const off of offs) off()
    }
  }, [events, refresh, query])
  return { ...found, refresh }
}

interface SessionProps {
  readonly chat: Chat
  readonly isCurrent: boolean
  readonly onChanged: () => void
  readonly onOpen: () => void
}

/** Gives a conversation another name, or deletes it. */
function useSession({ chat: { session_id, title }, isCurrent, onChanged }: Omit<SessionProps, 'onOpen'>) {
  const { service, router, chat, context } = useShell()
  const { error, attempt } = useAttempt()
  const params = { session_id }
  const rename = (next: string) => {
    if (next.trim() === '' || next === title) return
    void attempt(async () => {
      await service.call('POST /api/chats/:session_id', { params, body: { title: next.trim() } })
      if (chat.conversation().sessionId === session_id) chat.rename(next.trim())
      onChanged()
    })
  }
  const remove = async () => {
    const agreed = await context.ask({
      title: 'Delete this conversation?',
      message: `“${title}” and its answers will be deleted permanently.`,
      confirmLabel: 'Delete',
      dangerous: true,
    })
    if (!agreed) return
    await attempt(async () => {
      await service.call('DELETE /api/chats/:session_id', { params })
      if (isCurrent) {
        void chat.open(undefined)
        router.go('chat')
      }
      onChanged()
    })
  }
  return { rename, remove, error }
}

function Session({ onOpen, ...props }: SessionProps) {
  const { chat, isCurrent } = props
  const { session_id, title, updated_at } = chat
  const [renaming, setRenaming] = useState(false)
  const { rename, remove, error } = useSession(props)
  if (renaming)
    return (
      <li>
        <RenameField
          title={title}
          onDone={(next) => {
            setRenaming(false)
            rename(next)
          }}
        />
      </li>
    )
  return (
    <li className={`group flex items-center rounded-lg ${isCurrent ? 'bg-surface-2' : 'hover:bg-surface-2'}`}>
      <PageLink
        page="chat"
        item={session_id}
        aria-current={isCurrent ? 'page' : undefined}
        className="min-w-0 flex-1 rounded-lg px-3 py-2 -outline-offset-2"
        onGone={onOpen}
      >
        <span dir="auto" className="block truncate text-sm">
          {title}
        </span>
        <span className="block text-xs text-ink-3">
          <Ago at={updated_at} />
        </span>
        {error !== undefined && (
          <span role="alert" className="block text-xs wrap-anywhere text-bad">
            {reasonOf(error)}
          </span>
        )}
      </PageLink>
      <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <Menu
          label={`Menu for ${title}`}
          items={[
            { label: 'Rename', onSelect: () => setRenaming(true) },
            { label: 'Delete', danger: true, onSelect: () => void remove() },
          ]}
        />
      </span>
    </li>
  )
}

function RenameField({ title, onDone }: { title: string; onDone: (title: string) => void }) {
  const [text, setText] = useState(title)
  const isDone = useRef(false)
  const end = (next: string) => {
    // Going away it loses the focus, which would end it once more.
    if (!isDone.current) onDone(next)
    isDone.current = true
  }
  return (
    <input
      autoFocus
      aria-label="New title"
      className="min-h-11 w-full rounded-lg border border-line-strong bg-surface-1 px-3 text-sm"
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => end(text)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(text)
        if (event.key !== 'Escape') return
        // It takes back the name, and does not close the list around it.
        event.stopPropagation()
        end(title)
      }}
    />
  )
}
