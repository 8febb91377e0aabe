import { Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button, SelectField, TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { Empty } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { leadToWrongField } from '../../../../src/components/view-kit/controls/schema-form.tsx'
import { WorkflowGraph } from '../workflow-graph.tsx'
import { PlanNote } from './plan-note.tsx'
import { plannedOf, withoutStep, withStep, type Draft } from './draft.ts'
import { StepEditor } from './step-editor.tsx'
import { forgetFlow, type PersistedFlow } from './persisted-flow.ts'
import { WhenFields, type When } from './when-fields.tsx'
import type { Tool } from './tool.ts'

interface FlowFormProps {
  readonly tools: readonly Tool[]
  readonly flow: PersistedFlow
  readonly onChange: (members: Partial<PersistedFlow>) => void
}

/** A workflow written step by step. The service checks it whole and says every reason at once. */
export function FlowForm({ tools, flow, onChange }: FlowFormProps) {
  const { name, when, steps: draft, plan } = flow
  const onDraft = (steps: Draft) => onChange({ steps })
  const { busy, error, attempt } = useAttempt()
  const create = useCreate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (leadToWrongField(event.currentTarget)) return
    void attempt(() => create({ name: nameOf(flow, tools), when, draft }))
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {plan && <PlanNote plan={plan} />}
      <div className="max-w-xl">
        <TextField
          label="Name"
          maxLength={200}
          value={name}
          placeholder={nameOf({ ...flow, name: '' }, tools)}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </div>
      <WorkflowGraph name={name} steps={plannedOf(draft)} />
      {draft.length === 0 && <Empty>No steps yet. Choose a tool below.</Empty>}
      <ol className="flex flex-col gap-3">
        {draft.map((step) => (
          <StepEditor
            key={step.key}
            step={step}
            draft={draft}
            tool={tools.find(({ action }) => action === step.action)}
            onChange={(next) => onDraft(draft.map((one) => (one.key === next.key ? next : one)))}
            onRemove={() => onDraft(withoutStep(draft, step.key))}
          />
        ))}
      </ol>
      <NewStep tools={tools} onAdd={(tool) => onDraft(withStep(draft, tool))} />
      <WhenFields when={when} onChange={(chosen) => onChange({ when: chosen })} />
      <ProblemNote error={error} />
      <Button type="submit" look="primary" className="self-start" busy={busy} disabled={draft.length === 0}>
        {when.kind === 'now' ? 'Create and start' : when.kind === 'later' ? 'Create' : 'Create the schedule'}
      </Button>
    </form>
  )
}

/** Nobody recognises a flow by its id: without a name it is called by what was asked for, or by what it does. */
function nameOf({ name, plan, prompt, steps }: PersistedFlow, tools: readonly Tool[]): string {
  const titles = steps.map((step) => tools.find(({ action }) => action === step.action)?.title ?? step.action)
  const given = name.trim() || (plan ? prompt.trim() : '') || titles.join(', then ')
  return given.replaceAll(/\s+/g, ' ').slice(0, 200)
}

function useCreate() {
  const service = useService()
  const { router, context } = useShell()
  return async ({ name, when, draft }: { name: string; when: When; draft: Draft }) => {
    const body = { steps: plannedOf(draft), ...(name !== '' && { name }) }
    if (when.kind === 'repeat') {
      await service.call('POST /api/schedules', { body: { ...body, [when.by]: when.text.trim() } })
      forgetFlow()
      context.announce('Schedule created.')
      router.go('flows')
    } else {
      const start = when.kind === 'now'
      const { workflow_id } = await service.call('POST /api/workflows', { body: { ...body, start } })
      forgetFlow()
      router.go('flows', workflow_id)
    }
  }
}

function NewStep({ tools, onAdd }: { tools: readonly Tool[]; onAdd: (tool: Tool) => void }) {
  const [action, setAction] = useState('')
  const chosen = tools.find((tool) => tool.action === action)
  const byAgent = Object.entries(Object.groupBy(tools, ({ agent }) => agent))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <SelectField
          label="Tool of the next step"
          value={action}
          onChange={(event) => setAction(event.target.value)}
        >
          <option value="">Choose a tool</option>
          {byAgent.map(([agent, list = []]) => (
            <optgroup key={agent} label={agent.replaceAll('_', ' ')}>
              {list.map((tool) => (
                <option key={tool.action} value={tool.action}>
                  {tool.title}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      </div>
      <Button
        disabled={!chosen}
        onClick={() => {
          if (chosen) onAdd(chosen)
          setAction('')
        }}
      >
        <Plus aria-hidden className="size-4" /> Add step
      </Button>
    </div>
  )
}
