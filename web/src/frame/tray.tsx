import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Drawn } from '../../../src/components/view-kit/components.tsx'
import { Button, IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { Ago } from '../../../src/components/view-kit/states.tsx'
import { toneText } from '../../../src/components/view-kit/tone.ts'
import { useAttempt } from '../pages/attempt.ts'
import { ProblemNote } from '../pages/problem-note.tsx'
import { useAttention, type OpenConfirmation } from './attention.ts'
import { goToNotice, hasGoal } from './notice-goal.ts'
import { useReturningFocus } from './returning-focus.ts'
import { useShell } from './shell.ts'
import { levelTone, type Notification } from './notice.ts'
import { NoticeButtons } from './notices/notice-buttons.tsx'

/** From this width on it stands beside the page; `--breakpoint-beside` says the same. */
const BESIDE = '(width >= 1200px)'

/** What needs a person: questions, notices, and the work that is under way. */
export function Tray({ onClose }: { onClose: () => void }) {
  const { context } = useShell()
  const attention = useAttention()
  const { confirmations, running } = attention
  const asked = useStaying(confirmations)
  const panel = useRef<HTMLElement>(null)
  useReturningFocus()
  useEffect(() => panel.current?.focus(), [])
  // Beside the page it may stay open; over it, it would hide what it leads to.
  const makeRoom = () => {
    if (!matchMedia(BESIDE).matches) onClose()
  }
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      data-layer
      aria-label="What needs you"
      className="fixed inset-y-0 end-0 z-30 flex w-[min(400px,100vw)] shrink-0 flex-col border-s border-line bg-surface-0 shadow-high -outline-offset-2 beside:static beside:w-90 beside:shadow-none"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <header className="flex items-center justify-between border-b border-line bg-surface-1 px-4 py-2">
        <h2 className="font-semibold">What needs you</h2>
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </header>
      <div className="flex flex-1 flex-col gap-6 overflow-y-auto p-4">
        <Part title="Approvals" count={confirmations.length} empty="Nothing to approve.">
          {asked.map((confirmation) => (
            <Drawn key={confirmation.confirmation_id} component={confirmation} />
          ))}
        </Part>
        <Notices attention={attention} onGo={makeRoom} />
        <Part title="Running work" count={running.length} empty="Nothing running.">
          {running.map(({ workflow_id, name, status }) => (
            <RunningWork
              key={workflow_id}
              name={name ?? workflow_id}
              status={status}
              onOpen={() => {
                makeRoom()
                context.show('flows', workflow_id)
              }}
            />
          ))}
        </Part>
      </div>
    </aside>
  )
}

interface NoticesProps {
  readonly attention: ReturnType<typeof useAttention>
  readonly onGo: () => void
}

function Notices({ attention: { notifications, unread, refresh }, onGo }: NoticesProps) {
  const { service } = useShell()
  const { error, busy, attempt } = useAttempt()
  const readAll = () =>
    attempt(async () => {
      await service.call('POST /api/notifications/read')
      refresh()
    })
  return (
    <Part
      title="Notifications"
      count={unread}
      empty="No notifications."
      action={
        unread > 0 && (
          <Button look="quiet" busy={busy} onClick={() => void readAll()}>
            <Check aria-hidden className="size-4" /> Mark all as read
          </Button>
        )
      }
    >
      {[
        error !== undefined && <ProblemNote key="problem" error={error} />,
        ...notifications.map((notification) => (
          <Notice key={notification.id} notification={notification} onGo={onGo} />
        )),
      ].filter((part) => part !== false)}
    </Part>
  )
}

function RunningWork({ name, status, onOpen }: { name: string; status: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="card flex min-h-11 items-center gap-3 px-3 text-start text-sm"
      onClick={onOpen}
    >
      <span className="clip flex-1">{name}</span>
      <span className="text-xs text-ink-3">{status}</span>
    </button>
  )
}

/** What was decided stays until the tray is closed: its outcome stands in its place. */
function useStaying(open: readonly OpenConfirmation[]): readonly OpenConfirmation[] {
  const [shown, setShown] = useState(open)
  const added = open.filter((one) => shown.every((known) => known.confirmation_id !== one.confirmation_id))
  if (added.length === 0) return shown
  const all = [...added, ...shown]
  setShown(all)
  return all
}

interface PartProps {
  readonly title: string
  readonly count: number
  readonly empty: string
  readonly action?: ReactNode
  readonly children: ReactNode[]
}

function Part({ title, count, empty, action, children }: PartProps) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex min-h-9 items-center justify-between">
        <h3 className="text-sm font-semibold text-ink-2">
          {title} {count > 0 && <span className="text-ink-3">{count}</span>}
        </h3>
        {action}
      </div>
      {children.length === 0 ? <p className="text-sm text-ink-3">{empty}</p> : children}
    </section>
  )
}

interface NoticeProps {
  readonly notification: Notification
  readonly onGo: () => void
}

function Notice({ notification, onGo }: NoticeProps) {
  const shell = useShell()
  const { title, message, level, created_at, read } = notification
  const go = () => {
    onGo()
    void goToNotice(notification, shell)
  }
  return (
    <article
      className={`relative rounded-lg border border-line p-3 text-sm wrap-anywhere ${read ? '' : 'bg-surface-1 shadow-card'} ${hasGoal(notification) ? 'hover:bg-surface-2' : ''}`}
    >
      <h4 className={`font-medium ${read ? 'text-ink-3' : toneText[levelTone(level)]}`}>
        {!read && <span className="sr-only">New: </span>}
        {hasGoal(notification) ? (
          <button
            type="button"
            className="text-start after:absolute after:inset-0 after:rounded-lg"
            onClick={go}
          >
            {title}
          </button>
        ) : (
          title
        )}
      </h4>
      <p className={`mt-1 whitespace-pre-line ${read ? 'text-ink-3' : 'text-ink-2'}`}>{message}</p>
      <p className="mt-1 text-xs text-ink-3">
        <Ago at={created_at} />
      </p>
      {!read && (
        <div className="relative">
          <NoticeButtons notice={notification} />
        </div>
      )}
    </article>
  )
}
