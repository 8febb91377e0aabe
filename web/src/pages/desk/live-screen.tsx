import { useEffect, useState } from 'react'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { useShell } from '../../frame/shell.ts'

/** What the task sees, anew after each of its actions. */
export function LiveScreen({ taskId }: { taskId: string }) {
  const service = useService()
  const { events } = useShell()
  const [seen, setSeen] = useState<AnswerOf<'GET /api/computer/:task_id/screenshot'>>()
  useEffect(() => {
    const leaving = new AbortController()
    const look = () => {
      const input = { params: { task_id: taskId }, signal: leaving.signal }
      // Without a picture there is nothing to show yet; the next one comes by itself.
      service.call('GET /api/computer/:task_id/screenshot', input).then(
        (next) => setSeen((before) => (before && before.step > next.step ? before : next)),
        () => {},
      )
    }
    look()
    const off = events.on('computer.looked', ({ task_id }) => {
      if (task_id === taskId) look()
    })
    return () => {
      leaving.abort()
      off()
    }
  }, [service, events, taskId])
  if (!seen) return null
  return (
    <img
      src={`data:${seen.mime_type};base64,${seen.data}`}
      width={seen.width}
      height={seen.height}
      alt={`The screen after ${seen.step} actions`}
      className="h-auto max-w-full rounded-lg border border-line"
    />
  )
}
