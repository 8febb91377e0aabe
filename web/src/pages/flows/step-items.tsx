import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useAnswer } from '../use-answer.ts'
import { StepDecisions } from './step-decisions.tsx'

type Workflow = AnswerOf<'GET /api/workflows/:workflow_id'>
type Step = Workflow['steps'][number]
type Item = AnswerOf<'GET /api/workflows/:workflow_id/steps/:step_id/items'>['items'][number]

interface StepItemsProps {
  readonly step: Step
  readonly workflow: Workflow
  readonly onMoved: () => void
}

/** What became of each item of a step that runs for a list, and what can be decided about it. */
export function StepItems({ step, workflow, onMoved }: StepItemsProps) {
  const { total, completed, failed } = step.items!
  const { data, error, refresh } = useAnswer(
    'GET /api/workflows/:workflow_id/steps/:step_id/items',
    { params: { workflow_id: workflow.workflow_id, step_id: step.id } },
    ['workflow.updated', 'step.updated'],
  )
  const moved = () => {
    refresh()
    onMoved()
  }
  return (
    <section aria-label={`Items of ${step.id}`} className="flex flex-col gap-2">
      <p className="text-xs text-ink-3">
        {completed} of {total} completed{failed > 0 && `, ${failed} failed`}
      </p>
      {error && <Failure error={error} onRetry={refresh} />}
      {!data && !error && <Skeleton height={60} />}
      <ol className="flex max-h-96 flex-col gap-1 overflow-y-auto">
        {data?.items.map((item) => (
          <li key={item.step_id} className="flex flex-col gap-2 rounded-lg border border-line px-3 py-2">
            <div className="flex items-center gap-3">
              <span className="min-w-0 flex-1 truncate text-xs">
                {item.step_id} <span className="text-ink-3">{lineOf(item)}</span>
              </span>
              <StatusBadge status={item.status} />
            </div>
            <StepDecisions
              step={{
                ...item,
                id: item.step_id,
                action: step.action,
                ...(step.outputs && { outputs: step.outputs }),
              }}
              workflow={workflow}
              onMoved={moved}
            />
          </li>
        ))}
      </ol>
      {data && data.next_cursor !== null && (
        <p className="text-xs text-ink-3">
          The first {data.items.length} of {total} are shown.
        </p>
      )}
    </section>
  )
}

/** What became of an item; of one that waits, what it is about. */
function lineOf({ status, message, args, waiting }: Item): string {
  return status === 'waiting' || message === null ? JSON.stringify(waiting?.args ?? args) : message
}
