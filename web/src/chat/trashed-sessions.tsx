import { Undo2 } from 'lucide-react'
import { IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { DeleteButton } from '../../../src/components/view-kit/controls/delete-button.tsx'
import { Ago } from '../../../src/components/view-kit/states.tsx'
import { useShell } from '../frame/shell.ts'
import { useAttempt } from '../pages/attempt.ts'
import { useAnswer } from '../pages/use-answer.ts'
import { ProblemNote } from '../pages/problem-note.tsx'

/** What was deleted in the last weeks, to bring back or to delete for good. */
export function TrashedSessions({ onRestored }: { onRestored: () => void }) {
  const { service, context } = useShell()
  const { data, error, refresh } = useAnswer('GET /api/chats', { query: { trashed: true, limit: 100 } })
  const { error: failure, attempt } = useAttempt()
  const restore = (session_id: string, title: string) =>
    void attempt(async () => {
      await service.call('POST /api/chats/:session_id/restore', { params: { session_id } })
      context.announce(`“${title}” restored.`)
      refresh()
      onRestored()
    })
  const remove = async (session_id: string, title: string) => {
    const agreed = await context.ask({
      title: 'Delete this conversation for good?',
      message: `“${title}” and its answers can't be restored afterwards.`,
      confirmLabel: 'Delete',
      dangerous: true,
    })
    if (!agreed) return
    await attempt(() => service.call('DELETE /api/chats/:session_id', { params: { session_id } }))
    refresh()
  }
  return (
    <div className="max-h-60 overflow-y-auto px-2 pb-2">
      <ProblemNote error={error ?? failure} />
      {data?.chats.length === 0 && <p className="px-3 py-1 text-sm text-ink-3">Nothing was deleted.</p>}
      <ul>
        {data?.chats.map(({ session_id, title, trashed_at }) => (
          <li key={session_id} className="flex items-center gap-1 ps-3">
            <span className="min-w-0 flex-1 py-1">
              <span dir="auto" className="block truncate text-sm text-ink-2">
                {title}
              </span>
              <span className="block text-xs text-ink-3">
                deleted <Ago at={trashed_at!} />
              </span>
            </span>
            <IconButton label={`Restore ${title}`} onClick={() => restore(session_id, title)}>
              <Undo2 aria-hidden className="size-4" />
            </IconButton>
            <DeleteButton label={`Delete ${title} for good`} onClick={() => void remove(session_id, title)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
