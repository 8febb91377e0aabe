import { ArrowLeft, Trash2 } from 'lucide-react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { Ago, Empty, Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { countOf } from '../../../../src/contract/text/counts.ts'
import { useShell } from '../../frame/shell.ts'
import { Page } from '../page.tsx'
import { ProblemNote } from '../problem-note.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useAnswer } from '../use-answer.ts'
import { useDeleteRecording } from './delete-recording.ts'
import type { Moment, Recording } from './moment.ts'
import { MomentPicture } from './moment-picture.tsx'
import { MomentTimeline } from './moment-timeline.tsx'
import { ReplayControls } from './replay-controls.tsx'
import { TaskPlan } from './task-plan.tsx'
import { useReplay } from './use-replay.ts'

/** A recorded task, to be looked at again step by step. One that is running is followed. */
export function ReplayPage({ taskId }: { taskId: string }) {
  const { router } = useShell()
  const toDesk = () => router.go('desk')
  const { data, error, refresh } = useAnswer(
    'GET /api/recordings/:task_id',
    { params: { task_id: taskId } },
    ['computer.recorded', 'computer.ended'],
  )
  const deletion = useDeleteRecording(taskId, toDesk)
  const isGone = error?.code === 'not_found'
  return (
    <Page
      title="Recording"
      tab={data ? `${data.task} – recording` : 'Recording'}
      about={data && <span dir="auto">{data.task}</span>}
      actions={
        <>
          <Button look="quiet" onClick={toDesk}>
            <ArrowLeft aria-hidden className="size-4" /> Desk
          </Button>
          {data && !isGone && (
            <Button busy={deletion.busy} onClick={deletion.remove}>
              <Trash2 aria-hidden className="size-4" /> Delete
            </Button>
          )}
        </>
      }
    >
      <ProblemNote error={deletion.error} />
      {error && (isGone ? <Gone onBack={toDesk} /> : <Failure error={error} onRetry={refresh} />)}
      {!data && !error && <Skeleton height={360} label="Loading the recording" />}
      {data && !isGone && <Replay recording={data} />}
    </Page>
  )
}

function Gone({ onBack }: { onBack: () => void }) {
  return (
    <Empty action={<Button onClick={onBack}>All recordings</Button>}>
      There is no recording of this task: it was deleted, is too old, or was never made.
    </Empty>
  )
}

function Replay({ recording }: { recording: Recording }) {
  const { moments, status, started_at, ended_at, message } = recording
  const replay = useReplay(moments.length, { isLive: ended_at === null })
  const moment = moments[replay.index]
  return (
    <>
      <p className="-mt-3 flex flex-wrap items-center gap-2 text-sm text-ink-3">
        <StatusBadge status={status} />
        <span>
          <Ago at={started_at} /> · {countOf(recording.steps, 'step')}
        </span>
        {message !== null && <span className="basis-full wrap-anywhere text-ink-2">{message}</span>}
      </p>
      {moment ? (
        <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
          <section aria-label="Replay" className="card flex min-w-0 flex-col gap-3 p-3">
            <MomentPicture
              taskId={recording.task_id}
              moment={moment}
              next={moments[replay.index + 1]?.picture?.id}
            />
            <ReplayControls replay={replay} moments={moments} />
            <Words moment={moment} isQuiet={replay.isPlaying} />
            <TaskPlan plan={moment.plan} />
          </section>
          <MomentTimeline
            moments={moments}
            startedAt={started_at}
            index={replay.index}
            onChoose={replay.show}
          />
        </div>
      ) : (
        <Empty>Nothing has happened yet. Each step is shown here as it is done.</Empty>
      )}
    </>
  )
}

/** What was done in this moment, why, and what came of it. Not read out while it plays. */
function Words({ moment, isQuiet }: { moment: Moment; isQuiet: boolean }) {
  const { words, reason, result, no_picture } = moment
  return (
    <div role="status" aria-live={isQuiet ? 'off' : 'polite'} className="flex min-h-20 flex-col gap-1 px-1">
      <p className="font-medium wrap-anywhere">{words}</p>
      {reason !== '' && <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-2">{reason}</p>}
      {result !== '' && <p className="text-sm wrap-anywhere text-ink-3">{result}</p>}
      {no_picture !== null && <p className="text-sm text-warn">{no_picture}</p>}
    </div>
  )
}
