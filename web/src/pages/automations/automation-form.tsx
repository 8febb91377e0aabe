import { useState } from 'react'
import {
  Button,
  SelectField,
  TextArea,
  TextField,
} from '../../../../src/components/view-kit/controls/controls.tsx'
import { SchemaField } from '../../../../src/components/view-kit/controls/schema-form.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { useAnswer } from '../use-answer.ts'
import { NumberField } from './control-fields.tsx'
import type { Draft, Values } from './draft.ts'
import { useEditor } from './editor-model.ts'
import { InputsFields } from './inputs-fields.tsx'

type Mode = NonNullable<Draft['mode']>

const MODES: Readonly<Record<Mode, string>> = {
  queue: 'wait for its turn',
  skip: 'be dropped',
  restart: 'stop the run and start again',
  parallel: 'run beside it',
}

/** What concerns the automation as a whole. */
export function AutomationForm() {
  const { state, dispatch } = useEditor()
  const { draft } = state
  const edit = (members: Partial<{ [Name in keyof Draft]: Draft[Name] | undefined }>) =>
    dispatch({ type: 'edit', members })
  return (
    <section aria-label="Automation" className="card flex flex-col gap-4 p-4">
      <h2 className="font-semibold">Automation</h2>
      <TextArea
        label="Description"
        rows={1}
        maxLength={2_000}
        value={draft.description ?? ''}
        onChange={(event) => edit({ description: event.target.value || undefined })}
      />
      <SelectField
        label="An event during a run should"
        value={draft.mode ?? 'queue'}
        onChange={({ target: { value } }) => edit({ mode: value === 'queue' ? undefined : (value as Mode) })}
      >
        {Object.entries(MODES).map(([mode, words]) => (
          <option key={mode} value={mode}>
            {words}
          </option>
        ))}
      </SelectField>
      {draft.mode === 'parallel' && (
        <NumberField
          label="Runs at once"
          placeholder="10"
          value={draft.most}
          onChange={(most) => edit({ most })}
        />
      )}
      <InputsFields schema={draft.inputs} onChange={(inputs) => edit({ inputs })} />
      <Secrets chosen={draft.secrets ?? []} onChange={(secrets) => edit({ secrets })} />
      <SchemaField
        label="Variables"
        schema={{ type: 'object', description: 'Values that steps use as $name.' }}
        value={draft.variables}
        onChange={(variables) => edit({ variables: variables as Values | undefined })}
      />
    </section>
  )
}

interface SecretsProps {
  readonly chosen: readonly string[]
  readonly onChange: (secrets: string[] | undefined) => void
}

/** Which stored secrets the steps use. Values are entered here and never shown. */
function Secrets({ chosen, onChange }: SecretsProps) {
  const { data, refresh } = useAnswer('GET /api/automation-secrets', {})
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const set = (next: readonly string[]) => onChange(next.length > 0 ? [...next] : undefined)
  const store = () =>
    void attempt(async () => {
      await service.call('PUT /api/automation-secrets/:name', { params: { name }, body: { value } })
      if (!chosen.includes(name)) set([...chosen, name])
      setName('')
      setValue('')
      refresh()
    })
  const names = [...new Set([...(data?.secrets ?? []), ...chosen])]
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium text-ink-2">Secrets</legend>
      <p className="text-xs text-ink-3">A step uses one as a whole argument: $secret.NAME.</p>
      {names.map((one) => (
        <label key={one} className="flex min-h-9 items-center gap-2 font-mono text-sm">
          <input
            type="checkbox"
            className="checkbox"
            checked={chosen.includes(one)}
            onChange={(event) =>
              set(event.target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
            }
          />
          {one}
        </label>
      ))}
      <details>
        <summary className="min-h-9 cursor-pointer text-sm">Store a secret</summary>
        <div className="mt-2 flex flex-wrap items-end gap-2">
          <TextField
            label="Name of the secret"
            placeholder="SHOP_TOKEN"
            value={name}
            onChange={(event) => setName(event.target.value.toUpperCase())}
          />
          <TextField
            label="Value"
            type="password"
            autoComplete="off"
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
          <Button busy={busy} disabled={name === '' || value === ''} onClick={store}>
            Store
          </Button>
        </div>
      </details>
      <ProblemNote error={error} />
    </fieldset>
  )
}
