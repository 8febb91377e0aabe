import { Switch, TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import { DeleteButton } from '../../../../src/components/view-kit/controls/delete-button.tsx'
import { ArgumentsEditor } from '../arguments-editor.tsx'
import { possibleForerunners, type Draft, type DraftStep } from './draft.ts'
import type { Tool } from './tool.ts'

interface StepEditorProps {
  readonly step: DraftStep
  readonly draft: Draft
  readonly tool: Tool | undefined
  readonly onChange: (step: DraftStep) => void
  readonly onRemove: () => void
}

/** One step of a workflow that is being written. */
export function StepEditor({ step, draft, tool, onChange, onRemove }: StepEditorProps) {
  return (
    <li className="card p-4">
      <section aria-label={`Step ${step.id}`} className="flex flex-col gap-4">
        <header className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="font-medium">{tool?.title ?? step.action}</h2>
            {tool && <p className="text-sm text-ink-3">{tool.description}</p>}
          </div>
          <DeleteButton label={`Remove step ${step.id}`} onClick={onRemove} />
        </header>
        <ArgumentsEditor
          schema={tool?.parameters}
          args={step.args}
          onChange={(args) => onChange({ ...step, args })}
        />
        <details>
          <summary className="min-h-9 cursor-pointer text-sm text-ink-2">Name, order and approval</summary>
          <div className="mt-2 grid gap-4 rail:grid-cols-2">
            <TextField
              label="Name of the step"
              maxLength={128}
              help="Later steps can use its result as $name."
              value={step.id}
              onChange={(event) => onChange({ ...step, id: event.target.value })}
            />
            <TextField
              label="Values it publishes"
              help="Names separated by commas. Later steps can use each of them."
              value={step.outputs}
              onChange={(event) => onChange({ ...step, outputs: event.target.value })}
            />
            <Forerunners step={step} draft={draft} onChange={onChange} />
            <Switch
              label="Ask me before it runs"
              checked={step.needsHuman}
              onChange={(needsHuman) => onChange({ ...step, needsHuman })}
            />
          </div>
        </details>
      </section>
    </li>
  )
}

function Forerunners({ step, draft, onChange }: Pick<StepEditorProps, 'step' | 'draft' | 'onChange'>) {
  const possible = possibleForerunners(draft, step.key)
  if (possible.length === 0) return null
  const toggle = (key: string, wanted: boolean) => {
    const others = step.dependsOn.filter((other) => other !== key)
    onChange({ ...step, dependsOn: wanted ? [...others, key] : others })
  }
  return (
    <fieldset>
      <legend className="text-sm font-medium text-ink-2">Comes after</legend>
      {possible.map(({ key, id }) => (
        <label key={key} className="flex min-h-9 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={step.dependsOn.includes(key)}
            onChange={(event) => toggle(key, event.target.checked)}
          />
          {id}
        </label>
      ))}
    </fieldset>
  )
}
