import { ArrowLeft, Pencil, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../../../src/components/view-kit/card.tsx'
import { CodeBlock } from '../../../../src/components/view-kit/text/code-block.tsx'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { formatMoment } from '../../../../src/contract/text/moments.ts'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { Ago, Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { Page } from '../page.tsx'
import { ProblemNote } from '../problem-note.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useAnswer } from '../use-answer.ts'
import { WorkflowGraph } from '../workflow-graph.tsx'
import { scheduleInWords } from '../../../../src/contract/schedule-words.ts'
import { editorOf } from '../automations/addresses.ts'
import { useScheduleMoves } from './schedules.tsx'

type Schedule = AnswerOf<'GET /api/schedules/:schedule_id'>

/** Addresses below Flows that name a schedule and not a workflow. */
export const isScheduleId = (item: string): boolean => item.startsWith('sch_')

/** One schedule: what it runs, when, and how the last run went. */
export function SchedulePage({ scheduleId }: { scheduleId: string }) {
  const { router } = useShell()
  const { data, error, refresh } = useAnswer(
    'GET /api/schedules/:schedule_id',
    { params: { schedule_id: scheduleId } },
    ['workflow.created', 'workflow.updated'],
  )
  return (
    <Page
      title={data?.name ?? 'Schedule'}
      about={data && scheduleInWords(data)}
      actions={
        <Button onClick={() => router.go('flows')}>
          <ArrowLeft aria-hidden className="size-4" /> All flows
        </Button>
      }
    >
      {error && !data && <Failure error={error} onRetry={refresh} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <>
          <Controls schedule={data} onMoved={refresh} onRemoved={() => router.go('flows')} />
          <Times schedule={data} />
          <What schedule={data} />
        </>
      )}
    </Page>
  )
}

interface ControlsProps {
  readonly schedule: Schedule
  readonly onMoved: () => void
  readonly onRemoved: () => void
}

function Controls({ schedule, onMoved, onRemoved }: ControlsProps) {
  const { turn, remove, error } = useScheduleMoves(schedule, { onMoved, onRemoved })
  const runNow = useRunNow(schedule)
  const { router } = useShell()
  return (
    <Card className="flex flex-wrap items-center gap-3">
      <StatusBadge status={schedule.enabled ? 'scheduled' : 'paused'} />
      {runNow.run && (
        <Button look="primary" busy={runNow.busy} onClick={runNow.run}>
          <Play aria-hidden className="size-4" /> Run now
        </Button>
      )}
      {schedule.prompt === undefined && (
        <Button onClick={() => router.go('flows', editorOf(schedule.schedule_id))}>
          <Pencil aria-hidden className="size-4" /> Edit
        </Button>
      )}
      <Button onClick={() => turn(schedule.enabled ? 'pause' : 'resume')}>
        {schedule.enabled ? 'Pause' : 'Resume'}
      </Button>
      <Button look="quiet" className="ms-auto" onClick={remove}>
        Remove
      </Button>
      <ProblemNote error={error ?? runNow.error} />
    </Card>
  )
}

/** One run out of turn; the schedule goes on as before. A sentence is planned only when its time has come. */
function useRunNow({ name, steps, workflow_id }: Schedule) {
  const service = useService()
  const { router } = useShell()
  const { busy, error, attempt } = useAttempt()
  const begin = async () => {
    const begun = steps
      ? await service.call('POST /api/workflows', { body: { steps, ...(name !== null && { name }) } })
      : await service.call('POST /api/workflows/:workflow_id/rerun', {
          params: { workflow_id: workflow_id ?? '' },
        })
    router.go('flows', begun.workflow_id)
  }
  const run = steps || workflow_id !== undefined ? () => void attempt(begin) : undefined
  return { run, busy, error }
}

function Times({
  schedule: { next_runs, timezone, last_run_at, last_workflow_id, last_status },
}: {
  schedule: Schedule
}) {
  const { router } = useShell()
  return (
    <Card title="When" subtitle={timezone}>
      <Line label="Next">
        {next_runs.length === 0 ? (
          'not while it is paused'
        ) : (
          <ol className="flex flex-col gap-1">
            {next_runs.map((at) => (
              <li key={at}>
                {formatMoment(new Date(at))}
                <span className="text-ink-3">
                  , <Ago at={at} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </Line>
      <Line label="Last">
        {last_run_at === null ? 'not yet' : <Ago at={last_run_at} />}
        {last_workflow_id !== null && (
          <Button look="quiet" onClick={() => router.go('flows', last_workflow_id)}>
            Show that run {last_status !== null && <StatusBadge status={last_status} />}
          </Button>
        )}
      </Line>
    </Card>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 py-1 text-sm">
      <p className="w-12 shrink-0 text-ink-3">{label}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
    </div>
  )
}

function What({ schedule: { name, steps, workflow_id, prompt } }: { schedule: Schedule }) {
  const { router } = useShell()
  if (prompt !== undefined)
    return (
      <Card title="What">
        <p dir="auto">{prompt}</p>
        <p className="mt-1 text-sm text-ink-3">Planned again for each run.</p>
      </Card>
    )
  if (!steps)
    return (
      <Card title="What">
        <Button onClick={() => router.go('flows', workflow_id)}>Show the flow it runs</Button>
      </Card>
    )
  return (
    <>
      <WorkflowGraph name={name} steps={steps} />
      <ol aria-label="Steps" className="flex flex-col gap-2">
        {steps.map(({ id, agent, action, args }) => (
          <li key={id} className="card">
            <details>
              <summary className="flex min-h-12 cursor-pointer list-none flex-col justify-center px-4">
                <span className="truncate text-sm font-medium">{id}</span>
                <span className="truncate text-xs text-ink-3">
                  {agent} · {action}
                </span>
              </summary>
              <div className="border-t border-line px-4 py-3">
                <CodeBlock code={JSON.stringify(args, null, 2)} language="json" />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}
