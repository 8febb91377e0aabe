import { useRef } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useAttempt } from '../../pages/attempt.ts'
import { SHOW } from '../../../../src/contract/question-actions.ts'
import { ProblemNote } from '../../pages/problem-note.tsx'
import { useShell } from '../shell.ts'
import type { Toast } from './toast.ts'

/** Who was about to press something else must not say yes to what has just come up there. */
const SETTLED_MS = 700

interface NoticeButtonsProps {
  readonly notice: Pick<Toast, 'id' | 'actions'>
  /** Leads to what the notice is about. */
  readonly onShow?: () => void
}

/** What can be done about a notice right away. */
export function NoticeButtons({ notice: { id, actions }, onShow }: NoticeButtonsProps) {
  const { service, context } = useShell()
  const { busy, error, attempt } = useAttempt()
  const drawnAt = useRef(performance.now())
  if (actions.length === 0) return null
  const act = (action: { id: string; label: string }) => {
    if (action.id === 'approve' && performance.now() - drawnAt.current < SETTLED_MS) return
    void attempt(async () => {
      const params = { id, action_id: action.id }
      await service.call('POST /api/notifications/:id/actions/:action_id', { params })
      context.announce(`${action.label}: done.`)
    })
  }
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {onShow && (
        <Button className="px-2! text-xs" onClick={onShow}>
          {SHOW.label}
        </Button>
      )}
      {actions.map((action) => (
        <Button key={action.id} className="px-2! text-xs" held={busy} onClick={() => act(action)}>
          {action.label}
        </Button>
      ))}
      <ProblemNote error={error} />
    </div>
  )
}
