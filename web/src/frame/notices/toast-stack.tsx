import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { IconButton } from '../../../../src/components/view-kit/controls/controls.tsx'
import { shownQuestions } from '../../../../src/components/view-kit/shown-questions.ts'
import { toneText } from '../../../../src/components/view-kit/tone.ts'
import { mustBeSeen } from '../../../../src/contract/question-actions.ts'
import { levelTone } from '../notice.ts'
import { showNotice } from '../notice-goal.ts'
import { useShared, useShell, type Shell } from '../shell.ts'
import { leaveToasts } from './focus-toasts.ts'
import { NoticeButtons } from './notice-buttons.tsx'
import type { Toast } from './toast.ts'

const MAX_SHOWN = 3
/** Three would hide a telephone's whole page. */
const ONE_ONLY = '(width < 640px)'
const NEWS_MS = 8_000

/** The newest notices, above whichever page is open. They never take the focus; F8 goes there. */
export function ToastStack() {
  const { toasts, layer } = useShell()
  const all = useShared(toasts)
  const questions = useSyncExternalStore(shownQuestions.subscribe, shownQuestions.get)
  const isTrayOpen = useShared(layer) === 'tray'
  const waiting = all.filter(
    ({ confirmationId }) => confirmationId === undefined || !questions.has(confirmationId),
  )
  // All of them are in the inbox, with the same buttons.
  return waiting.length > 0 && !isTrayOpen && <Stack waiting={waiting} onMore={() => layer.set('tray')} />
}

function Stack({ waiting, onMore }: { waiting: readonly Toast[]; onMore: () => void }) {
  const most = matchMedia(ONE_ONLY).matches ? 1 : MAX_SHOWN
  const left = waiting.length - most
  // Before it is taken away together with the focus.
  useLayoutEffect(() => leaveToasts, [])
  return (
    <section
      id="toasts"
      aria-label="New notifications"
      className="pointer-events-none fixed end-4 top-16 z-30 flex w-[min(380px,calc(100vw-32px))] flex-col gap-2"
    >
      {waiting.slice(0, most).map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      {left > 0 && (
        <button
          type="button"
          className="pointer-events-auto self-end rounded-lg border border-line bg-surface-1 px-3 py-1.5 text-sm text-ink-2 shadow-high hover:bg-surface-2"
          onClick={onMore}
        >
          {left} more
        </button>
      )}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const shell = useShell()
  const { announce } = shell.context
  const { id, level, title, message } = toast
  const hold = useLeaving(toast)
  const sentence = useRef(`${title}${/[.!?]$/.test(title) ? '' : '.'} ${message}`)
  useEffect(() => announce(sentence.current), [announce])
  const dismiss = () => {
    removeToast(shell, id)
    shell.service.call('POST /api/notifications/:id/read', { params: { id } }).catch(() => {
      // It is unread in the inbox then.
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    leaveToasts()
  }
  const open = () => {
    removeToast(shell, id)
    void showNotice(id, shell)
  }
  return (
    <article
      aria-label={title}
      className="card pointer-events-auto p-3 text-sm wrap-anywhere shadow-high"
      onKeyDown={onKeyDown}
      {...hold}
    >
      <div className="flex items-start gap-2">
        <button
          type="button"
          className={`flex-1 py-1 text-start font-medium hover:underline ${toneText[levelTone(level)]}`}
          onClick={open}
        >
          {title}
        </button>
        <IconButton label={`Dismiss ${title}`} onClick={dismiss}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <p className="line-clamp-6 whitespace-pre-line text-ink-2">{message}</p>
      <NoticeButtons notice={toast} {...(mustBeSeen(toast.actions) && { onShow: open })} />
    </article>
  )
}

function removeToast({ toasts }: Pick<Shell, 'toasts'>, id: string): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** News goes by itself, but not while somebody reads it or is in it. */
function useLeaving({ id, stays }: Toast) {
  const shell = useShell()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (stays || isHeld) return undefined
    const timer = setTimeout(() => removeToast(shell, id), NEWS_MS)
    return () => clearTimeout(timer)
  }, [shell, id, stays, isHeld])
  const [keep, release] = [() => setHeld(true), () => setHeld(false)]
  return { onPointerEnter: keep, onPointerLeave: release, onFocus: keep, onBlur: release }
}
