import { CopyButton } from '../../../../src/components/view-kit/card.tsx'
import { Switch, TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import { SchemaField, type JsonSchema } from '../../../../src/components/view-kit/controls/schema-form.tsx'
import { Ago } from '../../../../src/components/view-kit/states.tsx'
import { triggerVariants } from '../../../../src/features/workflows/triggers/schemas.ts'
import type { Trigger, Values } from './draft.ts'
import { useEditor } from './editor-model.ts'
import { ExpressionField } from './expression-field.tsx'
import { ItemName } from './item-name.tsx'
import { triggerAbout } from './trigger-words.ts'

const LABELS: Readonly<Record<string, string>> = {
  path: 'Folder or file',
  recursive: 'Include subfolders',
  events: 'When a file was',
  settle_s: 'Settle time (seconds)',
  folder: 'Mailbox',
  before_s: 'How long before (seconds)',
  url: 'Address of the feed',
  every_s: 'Check every (seconds)',
  key: 'Key',
  for_s: 'For at least (seconds)',
  automation: 'Automation',
  status: 'When it is',
  phrases: 'Phrases',
  cron: 'Cron expression',
  every: 'Interval',
  timezone: 'Time zone',
  debounce_s: 'Wait for quiet (seconds)',
  batch_s: 'Collect for (seconds)',
  catch_up: 'Missed while off',
  max_age_s: 'Ignore if older than (seconds)',
}
const SHARED = ['debounce_s', 'batch_s', 'catch_up', 'max_age_s']
const EXPRESSIONS = ['when', 'clear']
const OWN_FIELDS = new Set(['id', 'type', 'enabled', 'hmac', ...SHARED, ...EXPRESSIONS])

/** Everything about one trigger: its fields are those of its type. */
export function TriggerForm({ trigger }: { trigger: Trigger }) {
  const { dispatch } = useEditor()
  const { properties = {}, required = [] } = triggerVariants[trigger.type] as unknown as JsonSchema
  const edit = (members: Values) => dispatch({ type: 'edit-trigger', id: trigger.id, members })
  const values = trigger as unknown as Values
  const field = (name: string) => (
    <MemberField
      key={name}
      name={name}
      schema={properties[name] ?? {}}
      required={required.includes(name)}
      value={values[name]}
      onChange={(value) => edit({ [name]: value })}
    />
  )
  return (
    <>
      <p className="text-sm text-ink-3">{triggerAbout(trigger.type)}.</p>
      <TriggerState trigger={trigger} />
      <ItemName
        label="Name of the trigger"
        help="Its events are listed under it. Renaming makes it a new trigger: a webhook gets a new address."
        id={trigger.id}
        onRename={(to) => dispatch({ type: 'rename-trigger', id: trigger.id, to })}
      />
      <Switch
        label="On"
        checked={trigger.enabled !== false}
        onChange={(wanted) => edit({ enabled: wanted ? undefined : false })}
      />
      {Object.keys(properties)
        .filter((name) => !OWN_FIELDS.has(name))
        .map(field)}
      {trigger.type === 'webhook' && <SignatureFields trigger={trigger} onChange={edit} />}
      <ExpressionField
        label={trigger.type === 'metric' ? 'When' : 'Only if'}
        help="An expression about $event."
        value={trigger.when}
        onChange={(when) => edit({ when: trigger.type === 'metric' ? (when ?? '') : when })}
      />
      {trigger.type === 'metric' && (
        <ExpressionField
          label="Ready again when"
          help="Must become true before it can start another run. The opposite by default."
          value={trigger.clear}
          onChange={(clear) => edit({ clear })}
        />
      )}
      <details>
        <summary className="min-h-9 cursor-pointer text-sm font-medium">Many events, missed events</summary>
        <div className="mt-2 flex flex-col gap-4">{SHARED.map(field)}</div>
      </details>
    </>
  )
}

interface MemberFieldProps {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function MemberField({ name, schema, ...rest }: MemberFieldProps) {
  const label = LABELS[name] ?? name
  if (schema.type === 'array' && schema.items?.enum)
    return <Choices label={label} schema={schema} value={rest.value} onChange={rest.onChange} />
  // An interval is written with its unit, e.g. 15m.
  const plain = Array.isArray(schema.type) ? { ...schema, type: 'string' } : schema
  const value = Array.isArray(schema.type) && typeof rest.value === 'number' ? `${rest.value}s` : rest.value
  return <SchemaField label={label} schema={plain} {...rest} value={value} />
}

/** Several of a few values. */
function Choices({
  label,
  schema,
  value,
  onChange,
}: Pick<MemberFieldProps, 'schema' | 'value' | 'onChange'> & { label: string }) {
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const toggle = (one: string, wanted: boolean) => {
    const next = wanted ? [...chosen, one] : chosen.filter((other) => other !== one)
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset>
      <legend className="text-sm font-medium text-ink-2">{label}</legend>
      {(schema.items?.enum ?? []).map(String).map((one) => (
        <label key={one} className="me-4 inline-flex min-h-9 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="checkbox"
            checked={chosen.includes(one)}
            onChange={(event) => toggle(one, event.target.checked)}
          />
          {one}
        </label>
      ))}
      <p className="text-xs text-ink-3">{schema.description}</p>
    </fieldset>
  )
}

function SignatureFields({
  trigger: { hmac },
  onChange,
}: {
  trigger: Trigger & { type: 'webhook' }
  onChange: (members: Values) => void
}) {
  const change = (secret: string, header: string | undefined) =>
    onChange({ hmac: secret === '' ? undefined : { secret, ...(header && { header }) } })
  return (
    <div className="grid gap-3 rail:grid-cols-2">
      <TextField
        label="Secret for signatures"
        help="Name of a stored secret. Requests that are not signed with it are refused."
        value={hmac?.secret ?? ''}
        onChange={(event) => change(event.target.value.trim(), hmac?.header)}
      />
      <TextField
        label="Header with the signature"
        placeholder="x-signature"
        disabled={!hmac}
        value={hmac?.header ?? ''}
        onChange={(event) => change(hmac?.secret ?? '', event.target.value.trim() || undefined)}
      />
    </div>
  )
}

/** How the saved trigger is doing, and the address of a webhook. */
function TriggerState({ trigger: { id, type } }: { trigger: Trigger }) {
  const { automation } = useEditor()
  const state = automation?.trigger_states.find((one) => one.id === id)
  if (type === 'webhook' && !state)
    return <p className="text-sm text-ink-2">Save it to get its secret address.</p>
  if (!state) return null
  const address = state.address === undefined ? undefined : `${location.origin}${state.address}`
  return (
    <div className="flex flex-col gap-1 text-sm">
      {state.trouble !== null && <p className="text-bad">{state.trouble}</p>}
      {address !== undefined && (
        <p className="flex items-center gap-2 rounded-lg bg-surface-2 px-3 py-1">
          <code className="min-w-0 flex-1 text-xs break-all">{address}</code>
          <CopyButton text={address} label="Copy the address" />
        </p>
      )}
      {state.checked_at !== null && (
        <p className="text-xs text-ink-3">
          Checked <Ago at={state.checked_at} />
          {state.next_at !== null && (
            <>
              , next <Ago at={state.next_at} />
            </>
          )}
        </p>
      )}
    </div>
  )
}
