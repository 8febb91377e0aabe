import { Pin, Play } from 'lucide-react'
import { Button, SelectField } from '../../../../src/components/view-kit/controls/controls.tsx'
import { Ago } from '../../../../src/components/view-kit/states.tsx'
import { CodeBlock } from '../../../../src/components/view-kit/text/code-block.tsx'
import { formatMoment } from '../../../../src/contract/text/moments.ts'
import { StepDecisions } from '../flows/step-decisions.tsx'
import { StepItems } from '../flows/step-items.tsx'
import { StatusBadge } from '../status-badge.tsx'
import type { Step } from './draft.ts'
import { useEditor } from './editor-model.ts'
import type { ListedRun } from './use-runs.ts'

/** What went in and came out of a step in one of the last runs, and the data that is pinned to it. */
export function StepData({ step }: { step: Step }) {
  const { state, dispatch, runs, known, tryIt, isDirty, busy } = useEditor()
  const { shown } = runs
  const record = shown?.steps.find(({ id }) => id === step.id)
  const data = known.steps[step.id]
  const pinned = state.draft.pins?.[step.id]
  const result = shown?.results[step.id]
  return (
    <section aria-label="Data" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">Data</h3>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void tryIt({ step_id: step.id })}>
          <Play aria-hidden className="size-4" /> {isDirty ? 'Save and run this step' : 'Run this step'}
        </Button>
        {(pinned !== undefined || data !== undefined) && (
          <Button
            onClick={() =>
              dispatch({ type: 'pin', id: step.id, data: pinned === undefined ? data : undefined })
            }
          >
            <Pin aria-hidden className="size-4" /> {pinned === undefined ? 'Pin this data' : 'Unpin'}
          </Button>
        )}
      </div>
      {pinned !== undefined && (
        <>
          <p className="text-xs text-ink-3">Pinned. A try takes this instead of running the step.</p>
          <CodeBlock code={JSON.stringify(pinned, null, 2)} language="json" />
        </>
      )}
      <ShownRun />
      {record && shown && (
        <>
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <StatusBadge status={record.status} />
            {record.started_at !== null && <Ago at={record.started_at} />}
            <span className="text-ink-2">{record.error?.message ?? record.message}</span>
          </p>
          {record.items && <StepItems step={record} workflow={shown} onMoved={noMove} />}
          {result && !record.items && (
            <CodeBlock code={JSON.stringify(result.data, null, 2)} language="json" />
          )}
          <StepDecisions step={record} workflow={shown} onMoved={noMove} />
        </>
      )}
    </section>
  )
}

/** The page hears of every move by itself. */
const noMove = () => undefined

/** Which run the data is of. */
export function ShownRun() {
  const { runs } = useEditor()
  if (runs.list.length === 0)
    return <p className="text-sm text-ink-3">No runs yet. Try it to see the data of each step.</p>
  return (
    <SelectField
      label="Run"
      value={runs.shown?.workflow_id ?? runs.list[0]?.workflow_id}
      onChange={(event) => runs.show(event.target.value)}
    >
      {runs.list.map((run) => (
        <option key={run.workflow_id} value={run.workflow_id}>
          {nameOfRun(run)}
        </option>
      ))}
    </SelectField>
  )
}

function nameOfRun({ workflow_id, status, created_at, isTry }: ListedRun): string {
  const what = isTry ? `Try ${workflow_id}` : formatMoment(new Date(created_at))
  return status === '' ? what : `${what}, ${status}`
}
