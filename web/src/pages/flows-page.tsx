import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Card } from '../../../src/components/view-kit/card.tsx'
import { Button } from '../../../src/components/view-kit/controls.tsx'
import { reasonOf, useService, type AnswerOf } from '../../../src/components/view-kit/service.ts'
import { Ago, Empty, Failure, Skeleton } from '../../../src/components/view-kit/states.tsx'
import { useShell } from '../frame/shell.ts'
import { Page } from './page.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useAnswer } from './use-answer.ts'
import { WorkflowGraph } from './workflow-graph.tsx'
import { WorkflowSteps } from './workflow-steps.tsx'

type Workflow = AnswerOf<'GET /api/workflows/:workflow_id'>
type Status = Workflow['status']

const MOVES = ['workflow.created', 'workflow.updated', 'workflow.deleted', 'step.updated'] as const
const FILTERS: readonly (Status | 'all')[] = ['all', 'running', 'waiting', 'paused', 'completed', 'failed']

export function FlowsPage({ item }: { item: string | undefined }) {
  return item === undefined ? <WorkflowList /> : <WorkflowPage key={item} workflowId={item} />
}

function WorkflowList() {
  const { router } = useShell()
  const [filter, setFilter] = useState<Status | 'all'>('all')
  const { data, error, refresh } = useAnswer(
    'GET /api/workflows',
    { query: filter === 'all' ? {} : { status: filter } },
    MOVES,
  )
  return (
    <Page title="Flows" about="Work of several steps. It goes on by itself, also after a restart.">
      <div role="group" aria-label="Which ones" className="flex flex-wrap gap-2">
        {FILTERS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === filter}
            className="min-h-9 rounded-full border border-line-strong px-3.5 text-sm capitalize aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => setFilter(name)}
          >
            {name}
          </button>
        ))}
      </div>
      {error && <Failure error={error} onRetry={refresh} />}
      {!data && !error && <Skeleton height={240} />}
      {data?.workflows.length === 0 && (
        <Empty action={<Button onClick={() => router.go('chat')}>Ask in the chat</Button>}>
          No workflow here. Ask for something of several steps, and it becomes one.
        </Empty>
      )}
      <ul className="flex flex-col gap-2">
        {data?.workflows.map(({ workflow_id, name, status, created_at, step_count, completed_count }) => (
          <li key={workflow_id}>
            <button
              type="button"
              className="card flex w-full items-center gap-4 px-4 py-3 text-start hover:bg-surface-2"
              onClick={() => router.go('flows', workflow_id)}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{name ?? workflow_id}</span>
                <span className="block text-sm text-ink-3">
                  {completed_count} of {step_count} steps, begun <Ago at={created_at} />
                </span>
              </span>
              <StatusBadge status={status} />
            </button>
          </li>
        ))}
      </ul>
      <Schedules />
    </Page>
  )
}

function Schedules() {
  const { data } = useAnswer('GET /api/workflows/recurring', {}, MOVES)
  if (!data || data.schedules.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 font-semibold">Schedules</h2>
      <ul className="flex flex-col gap-2">
        {data.schedules.map(({ schedule_id, name, cron, every, enabled, next_run_at }) => (
          <li key={schedule_id} className="card flex items-center gap-4 px-4 py-3">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name ?? schedule_id}</span>
              <span className="block text-sm text-ink-3">{cron ?? `every ${every ?? ''}`}</span>
            </span>
            <span className="text-sm text-ink-3">
              {enabled && next_run_at !== null ? <Ago at={next_run_at} /> : 'paused'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WorkflowPage({ workflowId }: { workflowId: string }) {
  const { router } = useShell()
  const params = { workflow_id: workflowId }
  const { data, error, refresh } = useAnswer('GET /api/workflows/:workflow_id', { params }, MOVES)
  const back = (
    <Button onClick={() => router.go('flows')}>
      <ArrowLeft aria-hidden className="size-4" /> All flows
    </Button>
  )
  if (error && !data)
    return (
      <Page title="Flow" actions={back}>
        <Failure error={error} onRetry={refresh} />
      </Page>
    )
  if (!data)
    return (
      <Page title="Flow" actions={back}>
        <Skeleton height={320} />
      </Page>
    )
  return (
    <Page title={data.name ?? workflowId} about={`${data.steps.length} steps`} actions={back}>
      <Controls workflow={data} onMoved={refresh} />
      <WorkflowGraph workflow={data} />
      <WorkflowSteps workflow={data} onMoved={refresh} />
    </Page>
  )
}

type Move = 'interrupt' | 'resume' | 'retry' | 'rerun'

const MOVES_OF: Readonly<Record<Status, readonly Move[]>> = {
  pending: ['resume'],
  running: ['interrupt'],
  waiting: ['interrupt'],
  paused: ['resume'],
  completed: ['rerun'],
  failed: ['retry', 'rerun'],
  cancelled: ['rerun'],
}

const MOVE_LABELS: Readonly<Record<Move, string>> = {
  interrupt: 'Pause',
  resume: 'Resume',
  retry: 'Go on from the failed step',
  rerun: 'Run again',
}

function Controls({
  workflow: { workflow_id, name, status },
  onMoved,
}: {
  workflow: Workflow
  onMoved: () => void
}) {
  const { router, surroundings } = useShell()
  const service = useService()
  const [problem, setProblem] = useState<string>()
  const params = { workflow_id }
  const attempt = async (act: () => Promise<unknown>) => {
    setProblem(undefined)
    try {
      await act()
      onMoved()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  const remove = async () => {
    const question = {
      title: 'Delete this workflow?',
      message: `“${name ?? workflow_id}” stops, and its record goes for good.`,
      confirmLabel: 'Delete',
      dangerous: true,
    }
    if (!(await surroundings.ask(question))) return
    await attempt(() => service.call('DELETE /api/workflows/:workflow_id', { params }))
    router.go('flows')
  }
  return (
    <Card className="flex flex-wrap items-center gap-3">
      <StatusBadge status={status} />
      {MOVES_OF[status].map((move, index) => (
        <Button
          key={move}
          look={index === 0 ? 'primary' : 'secondary'}
          onClick={() =>
            void attempt(() => service.call(`POST /api/workflows/:workflow_id/${move}`, { params }))
          }
        >
          {MOVE_LABELS[move]}
        </Button>
      ))}
      <Button look="quiet" className="ms-auto" onClick={() => void remove()}>
        Delete
      </Button>
      {problem !== undefined && (
        <p role="alert" className="w-full text-sm text-bad">
          {problem}
        </p>
      )}
    </Card>
  )
}
