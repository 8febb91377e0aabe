import { useEffect, useState } from 'react'
import { useService, type AnswerOf } from '../view-kit/service.ts'

/** The screen that a desktop task asks about, with the place marked. Nothing where there is no picture any more. */
export function MarkedScreen({ taskId, confirmationId }: { taskId: string; confirmationId: string }) {
  const service = useService()
  const [seen, setSeen] = useState<AnswerOf<'GET /api/computer/:task_id/question'>>()
  useEffect(() => {
    const leaving = new AbortController()
    const input = { params: { task_id: taskId }, signal: leaving.signal }
    service.call('GET /api/computer/:task_id/question', input).then(setSeen, () => {})
    return () => leaving.abort()
  }, [service, taskId, confirmationId])
  if (seen?.confirmation_id !== confirmationId) return null
  return (
    <img
      src={`data:${seen.mime_type};base64,${seen.data}`}
      width={seen.width}
      height={seen.height}
      alt="The screen, with the place marked in red"
      className="h-auto max-w-full rounded-lg border border-line"
    />
  )
}
