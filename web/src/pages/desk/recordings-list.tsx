import { Clapperboard } from 'lucide-react'
import { Card } from '../../../../src/components/view-kit/card.tsx'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { DeleteButton } from '../../../../src/components/view-kit/controls/delete-button.tsx'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { Ago, Empty, Failure } from '../../../../src/components/view-kit/states.tsx'
import { countOf } from '../../../../src/contract/text/counts.ts'
import { formatBytes } from '../../../../src/contract/text/numbers.ts'
import { PageLink } from '../../frame/page-link.tsx'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useAnswer } from '../use-answer.ts'
import { useDeleteRecording } from './delete-recording.ts'

type Listed = AnswerOf<'GET /api/computer/recordings'>

/** The tasks that can be replayed, the newest first. */
export function RecordingsList() {
  const { context } = useShell()
  const { data, error, refresh } = useAnswer('GET /api/computer/recordings', {}, [
    'computer.started',
    'computer.recorded',
    'settings.changed',
  ])
  if (error && !data) return <Failure error={error} onRetry={refresh} />
  if (!data) return null
  const isEmpty = data.recordings.length === 0
  return (
    <Card icon={<Clapperboard aria-hidden className="size-4" />} title="Recordings">
      {!data.is_on && (
        <p className="mb-3 flex flex-wrap items-center gap-2 text-sm text-ink-2">
          New tasks are not recorded.
          <Button onClick={() => context.show('settings', 'COMPUTER_RECORDING')}>Open the setting</Button>
        </p>
      )}
      {isEmpty && data.is_on && (
        <Empty>No recordings yet. Each task is recorded, so that you can replay it.</Empty>
      )}
      {!isEmpty && (
        <>
          <ul className="flex flex-col">
            {data.recordings.map((recording) => (
              <Line key={recording.task_id} recording={recording} />
            ))}
          </ul>
          <Totals listed={data} />
        </>
      )}
    </Card>
  )
}

function Line({ recording }: { recording: Listed['recordings'][number] }) {
  const { task_id, task, status, started_at, steps, bytes } = recording
  const { busy, error, remove } = useDeleteRecording(task_id)
  return (
    <li className="flex flex-wrap items-center gap-2 border-t border-line py-1 first:border-t-0">
      <PageLink
        page="desk"
        item={task_id}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-lg px-2 py-2 hover:bg-surface-2"
      >
        <span className="min-w-0 flex-1">
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {task}
          </span>
          <span className="block text-sm text-ink-3">
            <Ago at={started_at} /> · {countOf(steps, 'step')} · {formatBytes(bytes)}
          </span>
        </span>
        <StatusBadge status={status} />
      </PageLink>
      <DeleteButton
        label={`Delete the recording of “${task}”`}
        aria-busy={busy || undefined}
        onClick={remove}
      />
      <ProblemNote error={error} />
    </li>
  )
}

function Totals({ listed: { total, bytes, recordings } }: { listed: Listed }) {
  const service = useService()
  const { context } = useShell()
  const { busy, error, attempt } = useAttempt()
  const removeAll = () =>
    attempt(async () => {
      const isSure = await context.ask({
        title: `Delete all ${countOf(total, 'recording')}?`,
        message: 'Their pictures and steps are gone for good. What the tasks have done stays as it is.',
        confirmLabel: 'Delete all',
        dangerous: true,
      })
      if (!isSure) return
      await service.call('DELETE /api/computer/recordings')
      context.announce('All recordings are deleted.')
    })
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm text-ink-3">
      <p>
        {recordings.length < total
          ? `The newest ${recordings.length} of ${total}`
          : countOf(total, 'recording')}
        , {formatBytes(bytes)}
      </p>
      {total > 1 && (
        <Button look="quiet" busy={busy} onClick={() => void removeAll()}>
          Delete all
        </Button>
      )}
      <ProblemNote error={error} />
    </div>
  )
}
