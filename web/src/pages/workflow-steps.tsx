import { useState } from 'react'
import { Button } from '../../../src/components/view-kit/controls.tsx'
import { CodeBlock } from '../../../src/components/view-kit/code-block.tsx'
import { reasonOf, useService, type AnswerOf } from '../../../src/components/view-kit/service.ts'
import { formatDuration } from '../../../src/components/view-kit/format.ts'
import { StatusBadge } from './status-badge.tsx'

type Workflow = AnswerOf<'GET /api/workflows/:workflow_id'>
type Step = Workflow['steps'][number]
type Decision = 'approve' | 'reject' | 'skip' | 'retry'

interface StepsProps {
  readonly workflow: Workflow
  readonly onMoved: () => void
}

/** Every step: open one to see what went in and what came out, and to decide when it waits. */
export function WorkflowSteps({ workflow, onMoved }: StepsProps) {
  return (
    <ol className="flex flex-col gap-2">
      {workflow.steps.map((step) => (
        <StepLine key={step.id} step={step} workflow={workflow} onMoved={onMoved} />
      ))}
    </ol>
  )
}

function StepLine({ step, workflow, onMoved }: StepsProps & { step: Step }) {
  const { id, agent, action, status, message, args, started_at, finished_at } = step
  const took =
    started_at !== null && finished_at !== null
      ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000
      : undefined
  const result = workflow.results[id]
  return (
    <li className="card">
      <details open={status === 'waiting' || undefined}>
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4">
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{id}</span>
            <span className="block truncate text-xs text-ink-3">{message ?? `${agent} · ${action}`}</span>
          </span>
          {took !== undefined && (
            <span className="text-xs text-ink-3 tabular-nums">{formatDuration(took)}</span>
          )}
          <StatusBadge status={status} />
        </summary>
        <div className="flex flex-col gap-3 border-t border-line px-4 py-3">
          <p className="text-xs text-ink-3">Arguments</p>
          <CodeBlock code={JSON.stringify(args, null, 2)} language="json" />
          {result && (
            <>
              <p className="text-xs text-ink-3">Result</p>
              <CodeBlock code={JSON.stringify(result, null, 2)} language="json" />
            </>
          )}
          <Decisions step={step} workflow={workflow} onMoved={onMoved} />
        </div>
      </details>
    </li>
  )
}

function decisionsFor({ status }: Step, workflow: Workflow): readonly Decision[] {
  if (status === 'waiting') return ['approve', 'reject', 'skip']
  if (status === 'pending' && workflow.status === 'paused') return ['skip']
  return status === 'failed' && workflow.status === 'paused' ? ['retry'] : []
}

const LABELS: Readonly<Record<Decision, string>> = {
  approve: 'Approve and run',
  reject: 'Reject',
  skip: 'Skip this step',
  retry: 'Try this step again',
}

function Decisions({ step, workflow, onMoved }: StepsProps & { step: Step }) {
  const service = useService()
  const [problem, setProblem] = useState<string>()
  const decide = async (decision: Decision) => {
    setProblem(undefined)
    try {
      const params = { workflow_id: workflow.workflow_id }
      await service.call('POST /api/workflows/:workflow_id/intervene', {
        params,
        body: { step_id: step.id, decision },
      })
      onMoved()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      {decisionsFor(step, workflow).map((decision, index) => (
        <Button
          key={decision}
          look={index === 0 ? 'primary' : 'secondary'}
          onClick={() => void decide(decision)}
        >
          {LABELS[decision]}
        </Button>
      ))}
      {problem !== undefined && (
        <p role="alert" className="w-full text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
