import { useService } from '../../../../src/components/view-kit/service.ts'
import { useShell } from '../../frame/shell.ts'
import { useAttempt, type Attempt } from '../attempt.ts'

/** Asks, and deletes one recording for good. */
export function useDeleteRecording(
  taskId: string,
  onDeleted?: () => void,
): Pick<Attempt, 'busy' | 'error'> & { readonly remove: () => void } {
  const service = useService()
  const { context } = useShell()
  const { busy, error, attempt } = useAttempt()
  const remove = () =>
    void attempt(async () => {
      const isSure = await context.ask({
        title: 'Delete this recording?',
        message: 'Its pictures and steps are gone for good. What the task has done stays as it is.',
        confirmLabel: 'Delete',
        dangerous: true,
      })
      if (!isSure) return
      await service.call('DELETE /api/computer/recordings/:task_id', { params: { task_id: taskId } })
      context.announce('The recording is deleted.')
      onDeleted?.()
    })
  return { busy, error, remove }
}
