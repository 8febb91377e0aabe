import { useRef, useState, type FocusEvent } from 'react'
import { Button, Switch, TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import type { JsonSchema } from '../../../../src/components/view-kit/controls/schema-form.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { ArgumentsEditor } from '../arguments-editor.tsx'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { ControlFields } from './control-fields.tsx'
import type { Step } from './draft.ts'
import { canConnect } from './edit-steps.ts'
import { useEditor } from './editor-model.ts'
import { ItemName } from './item-name.tsx'
import { insertText, isPickerKey, ReferenceDialog } from './reference-dialog.tsx'
import { StepData } from './step-data.tsx'
import { UndoFields } from './undo-fields.tsx'

/** Everything about one step. */
export function StepForm({ step }: { step: Step }) {
  const { state, dispatch, tools } = useEditor()
  const tool = tools.get(step.action)
  return (
    <>
      {tool && <p className="text-sm text-ink-3">{tool.description}</p>}
      <ItemName
        label="Name of the step"
        help={`Later steps can use its result as $${step.id}. Renaming it changes them too.`}
        id={step.id}
        onRename={(to) => dispatch({ type: 'rename-step', id: step.id, to })}
      />
      <Arguments step={step} schema={tool?.parameters} />
      <details open={hasControls(step) || undefined}>
        <summary className="min-h-9 cursor-pointer text-sm font-medium">Conditions, lists and errors</summary>
        <div className="mt-2 flex flex-col gap-4">
          <ControlFields step={step} />
          <UndoFields step={step} />
        </div>
      </details>
      <details>
        <summary className="min-h-9 cursor-pointer text-sm font-medium">Order, outputs and approval</summary>
        <div className="mt-2 flex flex-col gap-4">
          <WaitsFor step={step} />
          <TextField
            label="Outputs"
            help="Names separated by commas. Later steps can use each as $name."
            defaultValue={(step.outputs ?? []).join(', ')}
            onBlur={(event) => {
              const names = event.target.value.split(',').map((name) => name.trim())
              const outputs = names.filter((name) => name !== '')
              dispatch({
                type: 'edit-step',
                id: step.id,
                members: { outputs: outputs.length > 0 ? outputs : undefined },
              })
            }}
          />
          <Switch
            label="Ask me before it runs"
            checked={step.needs_human === true}
            onChange={(wanted) =>
              dispatch({
                type: 'edit-step',
                id: step.id,
                members: { needs_human: wanted ? true : undefined },
              })
            }
          />
          {state.draft.triggers.length > 0 && <Permission step={step} />}
        </div>
      </details>
      <StepData step={step} />
    </>
  )
}

function hasControls({ when, for_each, repeat, after, on_error, retry, undo }: Step): boolean {
  return [when, for_each, repeat, after, on_error, retry, undo].some((member) => member !== undefined)
}

function Arguments({ step, schema }: { step: Step; schema: JsonSchema | undefined }) {
  const { dispatch } = useEditor()
  const [isPicking, setPicking] = useState(false)
  const field = useRef<HTMLElement>(null)
  const change = (args: Step['args']) => dispatch({ type: 'edit-step', id: step.id, members: { args } })
  const remember = (event: FocusEvent<HTMLElement>) => {
    if (event.target.matches('input, textarea, select')) field.current = event.target
  }
  const choose = (text: string) => {
    setPicking(false)
    const at = field.current
    const isText = at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.type === 'text')
    if (isText && at.isConnected) return insertText(at, text)
    // A number, a choice or a switch becomes the reference as a whole.
    const name = argumentOf(at) ?? Object.keys(schema?.properties ?? {})[0]
    return name === undefined ? undefined : change({ ...step.args, [name]: text })
  }
  return (
    <section
      aria-label="Arguments"
      className="flex flex-col gap-3"
      onFocus={remember}
      onKeyDown={(event) => isPickerKey(event) && setPicking(true)}
    >
      <ArgumentsEditor schema={schema} args={step.args} onChange={change} />
      <Button
        className="self-start"
        onClick={() => setPicking(true)}
        title="Goes into the field you were in last"
      >
        Insert a value … <kbd aria-hidden>Ctrl Space</kbd>
      </Button>
      {isPicking && <ReferenceDialog step={step} onClose={() => setPicking(false)} onChoose={choose} />}
    </section>
  )
}

/** The argument that a field is for: its label says it. */
function argumentOf(field: HTMLElement | null): string | undefined {
  const label =
    field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.labels?.[0] : null
  return (
    [...(label?.childNodes ?? [])].find((node) => node.nodeType === Node.TEXT_NODE)?.textContent ?? undefined
  )
}

function WaitsFor({ step }: { step: Step }) {
  const { state, dispatch } = useEditor()
  const { steps } = state.draft
  const possible = steps.filter(({ id }) => step.depends_on.includes(id) || canConnect(steps, id, step.id))
  if (possible.length === 0) return null
  return (
    <fieldset className="max-h-64 overflow-y-auto">
      <legend className="text-sm font-medium text-ink-2">Waits for</legend>
      {possible.map(({ id }) => (
        <label key={id} className="flex min-h-9 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="checkbox"
            checked={step.depends_on.includes(id)}
            onChange={() => dispatch({ type: 'connect', from: id, to: step.id })}
          />
          {id}
        </label>
      ))}
    </fieldset>
  )
}

/** A run that strangers can start asks before it sends or deletes; a person can spare one step that. */
function Permission({ step }: { step: Step }) {
  const { automation, isDirty, take } = useEditor()
  const service = useService()
  const { error, attempt } = useAttempt()
  const isSaved = automation?.steps.some(({ id }) => id === step.id) ?? false
  const permit = (allowed: boolean) =>
    void attempt(async () => {
      const params = { automation_id: automation?.automation_id ?? '' }
      const body = { step_id: step.id, allowed }
      take(await service.call('POST /api/automations/:automation_id/permissions', { params, body }))
    })
  return (
    <div>
      <Switch
        label="Run without asking"
        help={
          isDirty || !isSaved
            ? 'Save first: it is granted for one version only.'
            : 'Also when something from outside, such as an email, started it. Any change to the automation ends it.'
        }
        disabled={isDirty || !isSaved}
        checked={automation?.permissions.includes(step.id) ?? false}
        onChange={permit}
      />
      <ProblemNote error={error} />
    </div>
  )
}
