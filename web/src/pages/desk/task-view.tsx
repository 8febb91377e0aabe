import { OctagonX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { Drawn } from '../../../../src/components/view-kit/components.tsx'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { isAt } from '../../frame/focus-keeper.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useAnswer } from '../use-answer.ts'
import { LiveScreen } from './live-screen.tsx'
import { EndChecks, TaskChanges } from './task-facts.tsx'
import { TaskPlan } from './task-plan.tsx'

type Task = AnswerOf<'GET /api/computer/:task_id'>

const MOVES = [
  'computer.action',
  'computer.planned',
  'computer.checked',
  'computer.ended',
  'confirmation.requested',
  'confirmation.resolved',
] as const

/** A task with all that it did; while it goes on also what it sees, what it asks, and how to stop it. */
export function TaskView({ taskId }: { taskId: string }) {
  const { data: task } = useAnswer('GET /api/computer/:task_id', { params: { task_id: taskId } }, MOVES)
  if (!task) return null
  const isOver = task.ended_by !== null
  return (
    <section aria-label={isOver ? 'Last task' : 'Running task'} className="flex flex-col gap-4">
      <div className="card flex flex-col gap-4 p-4">
        <div className="flex flex-wrap items-start gap-3">
          <p className="min-w-0 flex-1 text-lg font-medium wrap-anywhere">{task.task}</p>
          <StatusBadge status={task.status} />
        </div>
        {isOver ? (
          <p role="status" className="rounded-lg bg-surface-2 px-4 py-3 wrap-anywhere">
            {task.message ?? `The task is ${task.status}.`}
          </p>
        ) : (
          <StopButton />
        )}
        {task.confirmation && <Drawn key={task.confirmation.confirmation_id} component={task.confirmation} />}
        <TaskPlan plan={task.plan} />
        <EndChecks checks={task.end_checks} />
        <TaskChanges changes={task.changes} />
        {!isOver && <LiveScreen taskId={taskId} />}
      </div>
      <Steps steps={task.steps} />
    </section>
  )
}

function StopButton() {
  const service = useService()
  const { error, attempt } = useAttempt()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { activeElement } = document
    // Whoever has just begun the task by a key stops it by the next one.
    if (!isAt(activeElement) || activeElement?.matches('h1, main')) button.current?.focus()
  }, [])
  return (
    <>
      <Button
        ref={button}
        look="danger"
        className="min-h-16 text-lg"
        // Never busy: it can be pressed again at any time.
        onClick={() => void attempt(() => service.call('POST /api/computer/stop'))}
      >
        <OctagonX aria-hidden className="size-6" /> Stop now
      </Button>
      <ProblemNote error={error} />
    </>
  )
}

function Steps({ steps }: { steps: Task['steps'] }) {
  return (
    <ol aria-label="Steps" className="flex flex-col gap-2">
      {steps.map(({ step, action, reason, outcome }) => (
        <li key={step} className="card flex flex-wrap gap-x-4 gap-y-1 px-4 py-3">
          <span className="w-6 text-end text-ink-3 tabular-nums">{step}</span>
          <span className="font-mono text-sm text-ink-2">{action}</span>
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
            {reason !== '' && <>{reason} </>}
            <span className="text-ink-3">{outcome}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
