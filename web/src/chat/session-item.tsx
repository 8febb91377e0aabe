import { FileJson, FileText, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Menu } from '../../../src/components/view-kit/controls/menu.tsx'
import { reasonOf, type AnswerOf } from '../../../src/components/view-kit/service.ts'
import { Ago } from '../../../src/components/view-kit/states.tsx'
import { PageLink } from '../frame/page-link.tsx'
import { useShell } from '../frame/shell.ts'
import { useAttempt } from '../pages/attempt.ts'

export type Chat = AnswerOf<'GET /api/chats'>['chats'][number]

interface SessionProps {
  readonly chat: Chat
  readonly isCurrent: boolean
  readonly onChanged: () => void
  readonly onOpen: () => void
  /** It was thrown away, and can be brought back. */
  readonly onTrashed: (chat: Chat) => void
}

/** Gives a conversation another name or place, saves it as a file, or throws it away. */
function useSession({ chat, isCurrent, onChanged, onTrashed }: Omit<SessionProps, 'onOpen'>) {
  const { service, router, chat: shown, context } = useShell()
  const { error, attempt } = useAttempt()
  const { session_id, title, pinned } = chat
  const params = { session_id }
  const rename = (next: string) => {
    if (next.trim() === '' || next === title) return
    void attempt(async () => {
      await service.call('POST /api/chats/:session_id', { params, body: { title: next.trim() } })
      if (shown.conversation().sessionId === session_id) shown.rename(next.trim())
      onChanged()
    })
  }
  const pin = () =>
    void attempt(async () => {
      await service.call('PUT /api/chats/:session_id/pin', { params, body: { pinned: !pinned } })
      context.announce(pinned ? 'Unpinned.' : 'Pinned to the top.')
      onChanged()
    })
  const save = (format: 'markdown' | 'json') =>
    void attempt(async () => {
      const file = await service.call('GET /api/chats/:session_id/export', { params, query: { format } })
      const { download } = await import('./download.ts')
      download(file)
      context.announce(`Saved as ${file.filename}.`)
    })
  const trash = () =>
    void attempt(async () => {
      await service.call('POST /api/chats/:session_id/trash', { params })
      if (isCurrent) {
        void shown.open(undefined)
        router.go('chat')
      }
      context.announce(`“${title}” deleted. You can undo this.`)
      onTrashed(chat)
    })
  return { rename, pin, save, trash, error }
}

export function Session({ onOpen, ...props }: SessionProps) {
  const { chat, isCurrent } = props
  const { session_id, title, updated_at, pinned } = chat
  const [renaming, setRenaming] = useState(false)
  const { rename, pin, save, trash, error } = useSession(props)
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
  const PinIcon = pinned ? PinOff : Pin
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
        <span className="flex items-center gap-1 text-xs text-ink-3">
          {pinned && <Pin role="img" aria-label="Pinned" className="size-3" />}
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
            { label: pinned ? 'Unpin' : 'Pin', icon: <PinIcon {...ICON} />, onSelect: pin },
            { label: 'Rename', icon: <Pencil {...ICON} />, onSelect: () => setRenaming(true) },
            {
              label: 'Export as Markdown',
              icon: <FileText {...ICON} />,
              onSelect: () => save('markdown'),
            },
            { label: 'Export as JSON', icon: <FileJson {...ICON} />, onSelect: () => save('json') },
            { label: 'Delete', icon: <Trash2 {...ICON} />, danger: true, onSelect: trash },
          ]}
        />
      </span>
    </li>
  )
}

const ICON = { 'aria-hidden': true, className: 'size-4' } as const

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
