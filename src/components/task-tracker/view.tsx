import {
  Ban,
  Check,
  Circle,
  CircleDashed,
  Hand,
  ListTodo,
  LoaderCircle,
  Workflow,
  X,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { countOf } from '../../contract/text/counts.ts'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { useService } from '../view-kit/service.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { doneCount, fromRecord, isOver, isWorkflow, withStep, type Task } from './live-steps.ts'

type StepStatus = Task['steps'][number]['status']

const STATES: Record<StepStatus, { Icon: LucideIcon; color: string; label: string }> = {
  pending: { Icon: Circle, color: 'text-ink-3', label: 'Pending' },
  running: { Icon: LoaderCircle, color: 'animate-spin text-accent', label: 'Running' },
  waiting: { Icon: Hand, color: 'text-warn', label: 'Waiting for you' },
  completed: { Icon: Check, color: 'text-good', label: 'Done' },
  failed: { Icon: X, color: 'text-bad', label: 'Failed' },
  skipped: { Icon: CircleDashed, color: 'text-ink-3', label: 'Skipped' },
  cancelled: { Icon: Ban, color: 'text-ink-3', label: 'Cancelled' },
}

/** A workflow as it goes, or a plan as it stands: every step with its state. Workflows are moved on by the events. */
export function TaskTrackerView({ data }: ViewProps<'task_tracker'>) {
  const task = useLiveTask(data)
  const { show } = useViewContext()
  const done = doneCount(task)
  const isPlan = !isWorkflow(task)
  const Icon = isPlan ? ListTodo : Workflow
  const share = task.steps.length === 0 ? 0 : done / task.steps.length
  return (
    <Card
      icon={<Icon aria-hidden className="size-4" />}
      title={task.name ?? (isPlan ? 'Plan' : 'Workflow')}
      subtitle={`${done} of ${countOf(task.steps.length, 'step')}`}
      state={task.status}
    >
      <div
        className="mb-3 h-1.5 overflow-hidden rounded-full bg-surface-3"
        role="progressbar"
        aria-label="Steps done"
        aria-valuemin={0}
        aria-valuemax={task.steps.length}
        aria-valuenow={done}
      >
        <div
          className={`h-full rounded-full transition-[width] ${task.status === 'failed' ? 'bg-bad' : 'bg-accent'}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <ol className="fading max-h-96 overflow-y-auto">
        {task.steps.map(({ step, tool, status, message }) => {
          const { Icon: StateIcon, color, label } = STATES[status]
          return (
            <li key={step} className="flex items-start gap-3 py-1.5">
              <StateIcon aria-label={label} className={`mt-0.5 size-4 shrink-0 ${color}`} />
              <div className="min-w-0 flex-1">
                {!isPlan && <p className="font-mono text-xs leading-5 text-ink-2">{tool}</p>}
                {message !== '' && (
                  <p dir="auto" className={`text-sm wrap-anywhere ${isPlan ? 'text-ink-2' : 'text-ink-3'}`}>
                    {message}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {isWorkflow(task) && (
        <Button className="mt-2" onClick={() => show('flows', task.workflow_id)}>
          Open the workflow
        </Button>
      )}
    </Card>
  )
}

function useLiveTask(data: Task): Task {
  const service = useService()
  const { events } = useViewContext()
  const [task, setTask] = useState(data)
  useEffect(() => {
    setTask(data)
    if (!isWorkflow(data)) return undefined
    const { workflow_id } = data
    let isGone = false
    let heard = 0
    /** An answer from yesterday shows the workflow as it was then; a deleted one stays so. */
    const look = async (): Promise<void> => {
      const before = heard
      const record = await service
        .call('GET /api/workflows/:workflow_id', { params: { workflow_id } })
        .catch(() => undefined)
      if (isGone || !record) return
      // What was heard meanwhile may be newer than the record.
      if (heard === before) setTask(fromRecord(record))
      else await look()
    }
    const move = (event: { readonly workflow_id: string }, change: (task: Task) => Task) => {
      if (event.workflow_id !== workflow_id) return
      heard += 1
      setTask(change)
    }
    const offs = [
      events.on('step.updated', (event) => move(event, (current) => withStep(current, event))),
      events.on('workflow.updated', (event) =>
        move(event, (current) => ({ ...current, status: event.status })),
      ),
      // What happened while nothing could be heard.
      events.onResync(() => void look()),
      events.onConnection(() => void (events.connection() === 'open' && look())),
    ]
    if (!isOver(data)) void look()
    return () => {
      isGone = true
      for (const off of offs) off()
    }
  }, [service, events, data])
  return task
}
