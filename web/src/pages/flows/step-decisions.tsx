import { useRef, useState, type FormEvent } from 'react'
import { Button, TextArea } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf, type CallInput } from '../../../../src/components/view-kit/service.ts'
import { useShownQuestion } from '../../../../src/components/view-kit/shown-questions.ts'
import { Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { ArgumentsEditor } from '../arguments-editor.tsx'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { leadToWrongField, readText } from '../../../../src/components/view-kit/controls/schema-form.tsx'
import { useAnswer } from '../use-answer.ts'
import type { Values } from './draft.ts'

type Workflow = AnswerOf<'GET /api/workflows/:workflow_id'>
type Step = Workflow['steps'][number]
type Given = NonNullable<CallInput<'POST /api/workflows/:workflow_id/intervene'>['body']>
type Decision = NonNullable<Given['decision']>

const LABELS: Readonly<Record<Decision, string>> = {
  approve: 'Approve and run',
  reject: 'Reject',
  edit: 'Change arguments',
  input: 'Enter the result',
  skip: 'Skip this step',
  retry: 'Try this step again',
}

/** A step, or one item of it. */
export type DecidableStep = Pick<Step, 'id' | 'status' | 'args' | 'action' | 'outputs' | 'waiting'>

interface StepDecisionsProps {
  readonly step: DecidableStep
  readonly workflow: Workflow
  readonly onMoved: () => void
}

/** What a person can decide about a step where it stands now. */
export function StepDecisions({ step, workflow, onMoved }: StepDecisionsProps) {
  const service = useService()
  const [open, setOpen] = useState<'edit' | 'input'>()
  const place = useRef<HTMLDivElement>(null)
  const { busy, error, attempt } = useAttempt()
  const possible = decisionsFor(step, workflow)
  useShownQuestion(step.waiting?.confirmation_id ?? undefined)
  const decide = (given: Given) =>
    attempt(async () => {
      const params = { workflow_id: workflow.workflow_id }
      await service.call('POST /api/workflows/:workflow_id/intervene', {
        params,
        body: { step_id: step.id, ...given },
      })
      setOpen(undefined)
      // What could be decided is gone now; the step itself stays.
      place.current?.closest('details')?.querySelector('summary')?.focus()
      onMoved()
    })
  const choose = (decision: Decision) => {
    if (decision === 'edit' || decision === 'input') setOpen(open === decision ? undefined : decision)
    else void decide({ decision })
  }
  if (possible.length === 0) return null
  return (
    <div ref={place} className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {possible.map((decision, index) => (
          <Button
            key={decision}
            look={index === 0 && open === undefined ? 'primary' : 'secondary'}
            held={busy}
            aria-expanded={decision === 'edit' || decision === 'input' ? open === decision : undefined}
            onClick={() => choose(decision)}
          >
            {LABELS[decision]}
          </Button>
        ))}
      </div>
      {open === 'edit' && possible.includes('edit') && (
        <EditForm step={step} busy={busy} onSave={(args) => void decide({ decision: 'edit', args })} />
      )}
      {open === 'input' && possible.includes('input') && (
        <InputForm step={step} busy={busy} onSave={(given) => void decide({ decision: 'input', ...given })} />
      )}
      <ProblemNote error={error} />
    </div>
  )
}

/** The same rules as the service has; it still has the last word. */
function decisionsFor({ status, waiting }: DecidableStep, workflow: Workflow): readonly Decision[] {
  if (status === 'waiting')
    return waiting?.reason === 'outcome_unknown'
      ? ['retry', 'edit', 'input', 'skip', 'reject']
      : ['approve', 'reject', 'edit', 'input', 'skip']
  if (status === 'running' && waiting) return ['skip']
  if (status === 'failed' && workflow.status !== 'cancelled') return ['retry', 'edit', 'input', 'skip']
  const isStill = workflow.status === 'paused' || workflow.status === 'pending'
  return status === 'pending' && isStill ? ['edit', 'skip'] : []
}

interface FormProps<Result> {
  readonly step: DecidableStep
  readonly busy: boolean
  readonly onSave: (result: Result) => void
}

function EditForm({ step, busy, onSave }: FormProps<Values>) {
  const { data, error, refresh } = useAnswer('GET /api/tools', {})
  const [args, setArgs] = useState<Values>(step.waiting?.args ?? step.args)
  if (error) return <Failure error={error} onRetry={refresh} />
  if (!data) return <Skeleton height={120} />
  const tool = data.tools.find(({ action }) => action === step.action)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (leadToWrongField(event.currentTarget)) return
    onSave(Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)))
  }
  return (
    <form
      noValidate
      aria-label={`Arguments of ${step.id}`}
      className="flex flex-col gap-3 rounded-lg border border-line p-3"
      onSubmit={submit}
    >
      <ArgumentsEditor schema={tool?.parameters} args={args} onChange={setArgs} />
      <Button type="submit" look="primary" className="self-start" busy={busy}>
        {step.status === 'pending' ? 'Save the arguments' : 'Save and run'}
      </Button>
    </form>
  )
}

/** What the step would have found out, in its place: a value for each name that it publishes. */
function InputForm({ step, busy, onSave }: FormProps<Pick<Given, 'input' | 'outputs'>>) {
  const names = step.outputs ?? []
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = (name: string) => readText(texts[name] ?? '') ?? ''
    onSave(
      names.length > 0
        ? { outputs: Object.fromEntries(names.map((name) => [name, read(name)])) }
        : { input: read('result') },
    )
  }
  return (
    <form
      aria-label={`Result of ${step.id}`}
      className="flex flex-col gap-3 rounded-lg border border-line p-3"
      onSubmit={submit}
    >
      {(names.length > 0 ? names : ['result']).map((name) => (
        <TextArea
          key={name}
          label={name}
          rows={1}
          help="Text, or JSON for anything else. The step won't run."
          value={texts[name] ?? ''}
          onChange={(event) => setTexts((before) => ({ ...before, [name]: event.target.value }))}
        />
      ))}
      <Button type="submit" look="primary" className="self-start" busy={busy}>
        Use this result
      </Button>
    </form>
  )
}
