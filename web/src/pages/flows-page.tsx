import { ArrowLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { Card } from '../../../src/components/view-kit/card.tsx'
import { Button } from '../../../src/components/view-kit/controls/controls.tsx'
import { lazyPart } from '../../../src/components/view-kit/lazy-part.ts'
import { useService, type AnswerOf } from '../../../src/components/view-kit/service.ts'
import { Ago, Empty, Failure, Skeleton } from '../../../src/components/view-kit/states.tsx'
import { countOf } from '../../../src/contract/text/counts.ts'
import { useShell } from '../frame/shell.ts'
import { useAttempt } from './attempt.ts'
import { isAutomationItem } from './automations/addresses.ts'
import { AutomationList } from './automations/automation-list.tsx'
import { NewFlow } from './flows/new-flow.tsx'
import { isScheduleId, SchedulePage } from './flows/schedule-page.tsx'
import { Schedules } from './flows/schedules.tsx'
import { Page } from './page.tsx'
import { ProblemNote } from './problem-note.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useAnswer } from './use-answer.ts'
import { WorkflowGraph } from './workflow-graph.tsx'
import { showStep, WorkflowSteps } from './workflow-steps.tsx'

type Workflow = AnswerOf<'GET /api/workflows/:workflow_id'>
type Status = Workflow['status']

const MOVES = ['workflow.created', 'workflow.updated', 'workflow.deleted', 'step.updated'] as const
const FILTERS: readonly (Status | 'all')[] = [
  'all',
  'running',
  'waiting',
  'paused',
  'pending',
  'completed',
  'failed',
  'cancelled',
]

const EditorPage = lazyPart<{ item: string }>(
  async () => (await import('./automations/editor-page.tsx')).EditorPage,
)

export function FlowsPage({ item }: { item: string | undefined }) {
  if (item === undefined) return <WorkflowList />
  if (isAutomationItem(item)) return <EditorPage item={item} />
  if (isScheduleId(item)) return <SchedulePage key={item} scheduleId={item} />
  return item === 'new' ? <NewFlow /> : <WorkflowPage key={item} workflowId={item} />
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
    <Page
      title="Flows"
      about="Work in several steps. It continues on its own, even after a restart."
      actions={
        <Button look="primary" onClick={() => router.go('flows', 'new')}>
          <Plus aria-hidden className="size-4" /> New flow
        </Button>
      }
    >
      <AutomationList />
      <Schedules />
      <h2 className="-mb-4 font-semibold">Workflows</h2>
      <StatusFilter filter={filter} onFilter={setFilter} />
      {error && <Failure error={error} onRetry={refresh} />}
      {!data && !error && <Skeleton height={240} />}
      {data?.workflows.length === 0 && (
        <Empty action={<Button onClick={() => router.go('chat')}>Ask in the chat</Button>}>
          No workflows. Create one, or ask in the chat for something that takes several steps.
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
                <span dir="auto" className="block truncate font-medium">
                  {name ?? workflow_id}
                </span>
                <span className="block text-sm text-ink-3">
                  {completed_count} of {countOf(step_count, 'step')}, started <Ago at={created_at} />
                </span>
              </span>
              <StatusBadge status={status} />
            </button>
          </li>
        ))}
      </ul>
    </Page>
  )
}

interface StatusFilterProps {
  readonly filter: Status | 'all'
  readonly onFilter: (filter: Status | 'all') => void
}

function StatusFilter({ filter, onFilter }: StatusFilterProps) {
  return (
    <div role="group" aria-label="Filter" className="flex flex-wrap gap-2">
      {FILTERS.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === filter}
          className="min-h-9 rounded-full border border-line-strong px-3.5 text-sm capitalize aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => onFilter(name)}
        >
          {name}
        </button>
      ))}
    </div>
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
    <Page title={data.name ?? workflowId} about={countOf(data.steps.length, 'step')} actions={back}>
      <Controls workflow={data} onMoved={refresh} />
      <WorkflowGraph name={data.name} steps={data.steps} onChoose={showStep} />
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

/** Deleting one of these also stops it. */
const GOING: readonly Status[] = ['running', 'waiting', 'paused']

const MOVE_LABELS: Readonly<Record<Move, string>> = {
  interrupt: 'Pause',
  resume: 'Resume',
  retry: 'Retry from the failed step',
  rerun: 'Run again',
}

function Controls({
  workflow: { workflow_id, name: title, status },
  onMoved,
}: {
  workflow: Workflow
  onMoved: () => void
}) {
  const { router, context } = useShell()
  const service = useService()
  const { error, attempt } = useAttempt()
  const params = { workflow_id }
  const isGoing = GOING.includes(status)
  const move = (name: Move) =>
    attempt(async () => {
      const { workflow_id: next } = await service.call(`POST /api/workflows/:workflow_id/${name}`, { params })
      // Running it again makes another workflow.
      if (next === workflow_id) onMoved()
      else router.go('flows', next)
    })
  const remove = async () => {
    const question = {
      title: isGoing ? 'Cancel and delete this workflow?' : 'Delete this workflow?',
      message: `${isGoing ? `“${title ?? workflow_id}” stops where it is` : `“${title ?? workflow_id}” has ended`}, and its record is deleted permanently. What its steps already did is not undone.`,
      confirmLabel: isGoing ? 'Cancel and delete' : 'Delete',
      dangerous: true,
    }
    if (!(await context.ask(question))) return
    await attempt(async () => {
      await service.call('DELETE /api/workflows/:workflow_id', { params })
      router.go('flows')
    })
  }
  return (
    <Card className="flex flex-wrap items-center gap-3">
      <StatusBadge status={status} />
      {MOVES_OF[status].map((name, index) => (
        <Button key={name} look={index === 0 ? 'primary' : 'secondary'} onClick={() => void move(name)}>
          {MOVE_LABELS[name]}
        </Button>
      ))}
      <Button look="quiet" className="ms-auto" onClick={() => void remove()}>
        {isGoing ? 'Cancel and delete' : 'Delete'}
      </Button>
      <ProblemNote error={error} />
    </Card>
  )
}
