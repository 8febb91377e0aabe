import { PanelLeft, Search, SquarePen } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  useRef,
  type DragEvent,
} from 'react'
import { Button, IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { Skeleton } from '../../../src/components/view-kit/states.tsx'
import { fetchMarkdown } from '../../../src/components/view-kit/text/lazy-markdown.tsx'
import { useTitle } from '../frame/page-title.ts'
import { useShared, useShell } from '../frame/shell.ts'
import { Composer, focusComposer } from './composer.tsx'
import { isRunning, type Conversation, type Said } from './conversation.ts'
import { MessageList } from './message-list.tsx'
import { Sessions } from './sessions.tsx'
import { useAttachments, type Attachments } from './attachments.ts'
import { Welcome } from './welcome.tsx'

export function ChatPage({ item }: { item: string | undefined }) {
  const { chat, router } = useShell()
  const conversation = useSyncExternalStore(chat.subscribe, chat.settled)
  const [showSessions, setShowSessions] = useState(false)
  const attachments = useAttachments(conversation)
  const drop = useDropTarget(attachments.add)
  useTitle(titleOf(conversation))
  const { editing, edit, endEdit, returned, takeBack } = useSaidAgain(attachments)
  useOpened(item, conversation.place)
  const begin = useCallback(() => {
    void chat.open(undefined)
    router.go('chat')
  }, [chat, router])
  const retry = useCallback(
    ({ text, files }: Said) => {
      chat.send(text, files)
      focusComposer()
    },
    [chat],
  )
  const hasMessages = conversation.messages.length + conversation.unsent.length > 0
  useAnswersSoon(hasMessages || item !== undefined)
  const hideSessions = useCallback(() => setShowSessions(false), [])
  return (
    <div className="flex min-h-0 flex-1" {...drop.handlers}>
      <Sessions current={conversation.sessionId} open={showSessions} onClose={hideSessions} onNew={begin} />
      <section aria-label="Conversation" className="relative flex min-w-0 flex-1 flex-col">
        <Head title={titleOf(conversation)} onSessions={() => setShowSessions(true)} onNew={begin} />
        <Beginning conversation={conversation} hasMessages={hasMessages} onNew={begin} />
        {hasMessages && (
          <MessageList
            waiting={conversation.waiting}
            running={isRunning(conversation)}
            unsent={conversation.unsent}
            onRetry={retry}
            onEdit={edit}
            onTakeBack={takeBack}
          />
        )}
        <Composer
          conversation={conversation}
          running={isRunning(conversation)}
          editing={editing}
          onEditEnd={endEdit}
          returned={returned}
          attachments={attachments}
          earlier={conversation.messages.flatMap((message) =>
            message.role === 'user' ? [message.text] : [],
          )}
          onPick={(pick) => void chat.pickModel(pick)}
          onSend={(text) => chat.send(text, [...(editing?.files ?? []), ...attachments.take()])}
          onStop={() => void chat.stop()}
        />
        {drop.isOver && <DropHint />}
      </section>
    </div>
  )
}

/** What comes into the field: a message that is edited, one that had not left yet and is taken back, the text of an app. */
function useSaidAgain(attachments: Attachments) {
  const { chat, composed } = useShell()
  const given = useShared(composed)
  const [editing, setEditing] = useState<Said>()
  const [returned, setReturned] = useState<{ text: string }>()
  // Another one each time: the same message may be edited again.
  const edit = useCallback(({ text, files }: Said) => setEditing({ text, files }), [])
  const endEdit = useCallback(() => setEditing(undefined), [])
  useLayoutEffect(() => {
    if (!given) return
    // Once: whoever comes back to this page finds their own draft.
    composed.set(undefined)
    setReturned(given)
  }, [given, composed])
  const takeBack = (id: string) => {
    const taken = chat.takeBack(id)
    if (!taken) return
    setReturned(taken)
    attachments.bringBack(taken.files)
  }
  return { editing, edit, endEdit, returned, takeBack }
}

/** Opens what the address names. */
function useOpened(item: string | undefined, place: number): void {
  const { chat, router } = useShell()
  useEffect(() => {
    const { sessionId } = chat.conversation()
    if (item !== undefined) void chat.open(item)
    // Whoever comes back finds what they left, and the address says so.
    else if (sessionId !== undefined) router.go('chat', sessionId, { replace: true })
  }, [chat, router, item])
  useEffect(() => {
    const { sessionId } = chat.conversation()
    // Whoever begins a new one wants to write.
    if (place > 0 && sessionId === undefined) focusComposer()
  }, [chat, place])
}

/** What draws answers comes while they are still on their way. */
function useAnswersSoon(areExpected: boolean): void {
  useEffect(() => {
    if (areExpected) void fetchMarkdown()
  }, [areExpected])
}

interface BeginningProps {
  readonly conversation: Conversation
  readonly hasMessages: boolean
  readonly onNew: () => void
}

/** What stands where no messages are: that they are being loaded, or cannot be, or what one could say. */
function Beginning({ conversation: { loading, problem, sessionId }, hasMessages, onNew }: BeginningProps) {
  const { chat } = useShell()
  return (
    <>
      {loading && (
        <div className="mx-auto w-full max-w-3xl flex-1 p-4">
          <Skeleton height={200} label="Loading the conversation" />
        </div>
      )}
      {problem !== undefined && (
        <Lost problem={problem} onAgain={() => void chat.open(sessionId)} onNew={onNew} />
      )}
      {!loading && problem === undefined && !hasMessages && <Welcome />}
    </>
  )
}

function DropHint() {
  return (
    <div className="pointer-events-none absolute inset-3 z-20 grid place-items-center rounded-card border-2 border-dashed border-accent bg-accent-soft text-accent">
      Drop files to attach them
    </div>
  )
}

interface HeadProps {
  readonly title: string
  readonly onSessions: () => void
  readonly onNew: () => void
}

function Head({ title, onSessions, onNew }: HeadProps) {
  const { layer } = useShell()
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 px-3 wide:px-6">
      <IconButton label="Conversations" className="wide:hidden" onClick={onSessions}>
        <PanelLeft aria-hidden className="size-4" />
      </IconButton>
      <h1 dir="auto" className="clip flex-1 text-sm font-medium text-ink-2">
        {title}
      </h1>
      <IconButton label="Search everything" className="rail:hidden" onClick={() => layer.set('palette')}>
        <Search aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="New conversation" className="wide:hidden" onClick={onNew}>
        <SquarePen aria-hidden className="size-4" />
      </IconButton>
    </header>
  )
}

function titleOf({ title, messages, unsent }: Conversation): string {
  const first = messages[0]
  return title ?? (first?.role === 'user' ? first.text : (unsent[0]?.text ?? 'New conversation'))
}

function Lost({ problem, onAgain, onNew }: { problem: string; onAgain: () => void; onNew: () => void }) {
  return (
    <div role="alert" className="mx-auto flex max-w-xl flex-1 flex-col items-start gap-3 p-6">
      <p className="text-ink-2">{problem}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onAgain}>Try again</Button>
        <Button onClick={onNew}>Start a new one</Button>
      </div>
    </div>
  )
}

/** Files may be dropped anywhere on the conversation. */
function useDropTarget(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  // Every child that is entered and left tells so; only the balance says whether the pointer is still inside.
  const depth = useRef(0)
  const move = (step: number) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    depth.current += step
    setOver(depth.current > 0)
  }
  const handlers = {
    onDragEnter: move(1),
    onDragLeave: move(-1),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      depth.current = 0
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, handlers }
}
