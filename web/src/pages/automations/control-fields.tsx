import { SelectField, Switch, TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import type { Step } from './draft.ts'
import { useEditor } from './editor-model.ts'
import { ExpressionField } from './expression-field.tsx'

type Edit = (members: Partial<{ [Name in keyof Step]: Step[Name] | undefined }>) => void

/** When a step runs, how often, and what its failure means. */
export function ControlFields({ step }: { step: Step }) {
  const { dispatch } = useEditor()
  const edit: Edit = (members) => dispatch({ type: 'edit-step', id: step.id, members })
  return (
    <>
      <ExpressionField
        label="Only if"
        help="An expression. The step is skipped when it is false."
        step={step}
        value={step.when}
        onChange={(when) => edit({ when })}
      />
      <ForEachFields step={step} edit={edit} />
      <RepeatFields step={step} edit={edit} />
      <ErrorFields step={step} edit={edit} />
    </>
  )
}

interface FieldsProps {
  readonly step: Step
  readonly edit: Edit
}

function ForEachFields({ step, edit }: FieldsProps) {
  const { for_each } = step
  const change = (members: object) => edit({ for_each: withMembers({ in: '', ...for_each }, members) })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">For each</legend>
      <Switch
        label="Run for each item of a list"
        checked={for_each !== undefined}
        onChange={(wanted) => edit({ for_each: wanted ? { in: '' } : undefined, repeat: undefined })}
      />
      {for_each && (
        <>
          <ExpressionField
            label="List"
            help="An expression that gives a list, e.g. $find.results."
            step={step}
            value={typeof for_each.in === 'string' ? for_each.in : JSON.stringify(for_each.in)}
            onChange={(text = '') => change({ in: text })}
          />
          <div className="grid gap-3 rail:grid-cols-3">
            <TextField
              label="Name of an item"
              placeholder="item"
              value={for_each.as ?? ''}
              onChange={(event) => change({ as: event.target.value || undefined })}
            />
            <NumberField
              label="In parallel"
              placeholder="1"
              value={for_each.concurrency}
              onChange={(concurrency) => change({ concurrency })}
            />
            <NumberField
              label="May fail"
              placeholder="0"
              value={for_each.failures}
              onChange={(failures) => change({ failures })}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}

function RepeatFields({ step, edit }: FieldsProps) {
  const { repeat } = step
  const change = (members: object) =>
    edit({ repeat: withMembers({ until: '', most: 10, ...repeat }, members) })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Repeat</legend>
      <Switch
        label="Repeat until something is true"
        checked={repeat !== undefined}
        onChange={(wanted) =>
          edit({ repeat: wanted ? { until: '', most: 10 } : undefined, for_each: undefined })
        }
      />
      {repeat && (
        <>
          <ExpressionField
            label="Until"
            help="An expression; $result is the data of the last turn."
            step={step}
            value={repeat.until}
            onChange={(until = '') => change({ until })}
          />
          <div className="grid gap-3 rail:grid-cols-2">
            <NumberField
              label="Turns at most"
              value={repeat.most}
              onChange={(most) => change({ most: most ?? 1 })}
            />
            <NumberField
              label="Seconds between turns"
              placeholder="0"
              value={repeat.every_s}
              onChange={(every_s) => change({ every_s })}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}

function ErrorFields({ step, edit }: FieldsProps) {
  return (
    <div className="grid gap-3 rail:grid-cols-2">
      <SelectField
        label="Runs after"
        help="How the steps before it must have ended."
        value={step.after ?? 'success'}
        onChange={({ target: { value } }) =>
          edit({ after: value === 'success' ? undefined : (value as 'failure' | 'always') })
        }
      >
        <option value="success">success</option>
        <option value="failure">a failure</option>
        <option value="always">either</option>
      </SelectField>
      <SelectField
        label="If it fails"
        value={step.on_error ?? 'fail'}
        onChange={({ target: { value } }) =>
          edit({ on_error: value === 'continue' ? 'continue' : undefined })
        }
      >
        <option value="fail">stop here</option>
        <option value="continue">continue</option>
      </SelectField>
      <NumberField label="Retries" placeholder="0" value={step.retry} onChange={(retry) => edit({ retry })} />
      <NumberField
        label="Time limit in seconds"
        value={step.timeout_s}
        onChange={(timeout_s) => edit({ timeout_s })}
      />
    </div>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly value: number | undefined
  readonly placeholder?: string
  readonly onChange: (value: number | undefined) => void
}

export function NumberField({ label, value, placeholder = '', onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      min={0}
      placeholder={placeholder}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
    />
  )
}

/** Undefined takes a member away. */
function withMembers<Kind extends object>(value: Kind, members: object): Kind {
  const all = Object.entries({ ...value, ...members })
  return Object.fromEntries(all.filter(([, member]) => member !== undefined)) as Kind
}
