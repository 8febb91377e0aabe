import { useEffect, useRef } from 'react'
import { CodeBlock } from '../../../src/components/view-kit/text/code-block.tsx'
import { codeInWords } from '../../../src/components/view-kit/text/error-words.ts'
import type { AnswerOf } from '../../../src/components/view-kit/service.ts'
import { Ago } from '../../../src/components/view-kit/states.tsx'
import { formatDuration } from '../../../src/contract/text/numbers.ts'
import { visibleValue } from '../../../src/contract/visible-text.ts'
import { StepDecisions } from './flows/step-decisions.tsx'
import { StepItems } from './flows/step-items.tsx'
import { StatusBadge } from './status-badge.tsx'

export type Workflow = AnswerOf<'GET /api/workflows/:workflow_id'>
export type Step = Workflow['steps'][number]

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

const elementOf = (id: string) => `step-${id}`

/** Opens a step of the list and goes there. */
export function showStep(id: string): void {
  const details = document.getElementById(elementOf(id))
  if (!(details instanceof HTMLDetailsElement)) return
  details.open = true
  details.scrollIntoView({ block: 'nearest' })
  details.querySelector('summary')?.focus()
}

/** A step that runs for a list keeps running while an item waits for a person; the workflow says that something waits. */
function hasWaitingItem({ items }: Step, workflow: Workflow): boolean {
  return items !== undefined && workflow.status === 'waiting'
}

function StepLine({ step, workflow, onMoved }: StepsProps & { step: Step }) {
  const { id, agent, action, status, message, started_at, finished_at, attempts, error } = step
  const args = step.waiting?.args ?? step.args
  const took =
    started_at !== null && finished_at !== null
      ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000
      : undefined
  const result = workflow.results[id]
  const details = useRef<HTMLDetailsElement>(null)
  const isAsking = status === 'waiting' || (status === 'running' && hasWaitingItem(step, workflow))
  useEffect(() => {
    // Opened where a person is wanted; closing it again is theirs, they may be reading.
    if (isAsking && details.current) details.current.open = true
  }, [isAsking])
  return (
    <li className="card">
      <details ref={details} id={elementOf(id)}>
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4">
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{id}</span>
            <span className="block truncate text-xs text-ink-3">{message ?? `${agent} · ${action}`}</span>
          </span>
          {took !== undefined && (
            <span className="text-xs text-ink-3 tabular-nums">{formatDuration(took)}</span>
          )}
          <StatusBadge status={isAsking ? 'waiting' : status} />
        </summary>
        <div className="flex flex-col gap-3 border-t border-line px-4 py-3">
          {error && (
            <p className="text-sm text-bad">
              {error.message} <span className="text-xs">({codeInWords(error.code)})</span>
            </p>
          )}
          {started_at !== null && (
            <p className="text-xs text-ink-3">
              Started <Ago at={started_at} />
              {attempts > 1 && `, ${attempts} tries`}
            </p>
          )}
          {step.when !== undefined && (
            <p className="text-xs text-ink-3">
              Only if <code>{step.when}</code>
            </p>
          )}
          {step.items && <StepItems step={step} workflow={workflow} onMoved={onMoved} />}
          <p className="text-xs text-ink-3">Arguments</p>
          <CodeBlock code={JSON.stringify(visibleValue(args), null, 2)} language="json" />
          {result && !step.items && (
            <>
              <p className="text-xs text-ink-3">Result</p>
              <CodeBlock code={JSON.stringify(result, null, 2)} language="json" />
            </>
          )}
          <StepDecisions step={step} workflow={workflow} onMoved={onMoved} />
        </div>
      </details>
    </li>
  )
}
