import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, Switch, TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import {
  leadToWrongField,
  SchemaField,
  type JsonSchema,
} from '../../../../src/components/view-kit/controls/schema-form.tsx'
import { reasonOf, useService } from '../../../../src/components/view-kit/service.ts'
import { useSettingDraft } from './drafts.ts'
import { inLabels, useSettings, type Setting } from './settings-data.ts'

/** One setting while it is changed: what was entered, what the service took, and why it did not. */
function useSetting(setting: Setting) {
  const service = useService()
  const { settings, values, refresh } = useSettings()
  const value = values[setting.name]
  const [draft, setDraft] = useSettingDraft(setting.name)
  const [problem, setProblem] = useState<string>()
  // What the service has taken, until the page has read everything anew.
  const [taken, setTaken] = useState<{ value: unknown }>()
  const [saved, setSaved] = useState(false)
  useEffect(() => setTaken(undefined), [value])
  const save = async (next: unknown) => {
    setProblem(undefined)
    try {
      const body = { [setting.name]: next ?? null }
      const answer: Readonly<Record<string, unknown>> = await service.call('POST /api/settings', { body })
      setTaken({ value: answer[setting.name] })
      setDraft(undefined)
      setSaved(true)
      refresh()
    } catch (error) {
      setProblem(inLabels(reasonOf(error), settings))
    }
  }
  const change = (next: unknown) => {
    setSaved(false)
    setDraft({ value: next })
    // A switch or a choice is meant as soon as it is made; a text only once it is whole.
    if (typeof next === 'boolean' || (setting.schema as JsonSchema).enum) void save(next)
  }
  const takeBack = () => {
    setProblem(undefined)
    setDraft(undefined)
  }
  return { shown: (draft ?? taken ?? { value }).value, draft, problem, saved, change, save, takeBack }
}

export function SettingRow({ setting }: { setting: Setting }) {
  const { shown, draft, problem, saved, change, save, takeBack } = useSetting(setting)
  const isAimedAt = useSettings().aimedAt === setting.name
  const row = useAim(isAimedAt)
  const fixed = setting.source === 'environment'
  return (
    <div
      ref={row}
      className={`grid gap-x-6 gap-y-2 border-t border-line py-3 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] ${isAimedAt ? '-mx-4 bg-accent-soft px-4' : ''}`}
    >
      <SettingText setting={setting} fixed={fixed} />
      <form
        className="flex min-w-0 flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (draft && !leadToWrongField(event.currentTarget)) void save(draft.value)
        }}
      >
        <fieldset disabled={fixed} className="min-w-0">
          <SettingField setting={setting} value={shown} onChange={change} />
        </fieldset>
        {problem !== undefined && (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
        <RowButtons
          hasDraft={draft !== undefined}
          canReset={!draft && !fixed && setting.source !== 'default'}
          saved={saved}
          onCancel={takeBack}
          onReset={() => void save(null)}
        />
      </form>
    </div>
  )
}

/** Whoever was sent here finds it in view, ready to be changed. */
function useAim(isAimedAt: boolean) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isAimedAt) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [isAimedAt])
  return row
}

interface RowButtonsProps {
  readonly hasDraft: boolean
  readonly canReset: boolean
  readonly saved: boolean
  readonly onCancel: () => void
  readonly onReset: () => void
}

function RowButtons({ hasDraft, canReset, saved, onCancel, onReset }: RowButtonsProps) {
  if (!hasDraft && !canReset && !saved) return null
  return (
    <div className="flex items-center gap-2">
      {hasDraft && (
        <Button type="submit" look="primary">
          Save
        </Button>
      )}
      {hasDraft && (
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
      {canReset && (
        <Button look="quiet" onClick={onReset}>
          Reset to default
        </Button>
      )}
      {saved && !hasDraft && (
        <span role="status" className="flex items-center gap-1 text-sm text-good">
          <Check aria-hidden className="size-4" /> Saved
        </span>
      )}
    </div>
  )
}

function SettingText({ setting, fixed }: { setting: Setting; fixed: boolean }) {
  const { settings } = useSettings()
  return (
    <div className="min-w-0">
      <p aria-hidden className="text-sm font-medium">
        {setting.label}
      </p>
      <p className="text-sm text-ink-3">{inLabels(setting.description, settings)}</p>
      <p className="mt-0.5 font-mono text-xs wrap-anywhere text-ink-3">{setting.name}</p>
      {fixed && (
        <p className="mt-1 text-xs text-warn">Set by {setting.environment_variable} in the environment.</p>
      )}
    </div>
  )
}

interface SettingFieldProps {
  readonly setting: Setting
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function SettingField({ setting, value, onChange }: SettingFieldProps) {
  const { description: _said, ...plain } = { ...(setting.schema as JsonSchema), default: setting.default }
  const type = Array.isArray(plain.type) ? plain.type.find((one) => one !== 'null') : plain.type
  if (setting.secret) return <SecretField setting={setting} value={value} onChange={onChange} />
  if (type === 'boolean')
    return (
      <Switch
        label={setting.label}
        hideLabel
        checked={(value ?? setting.default) === true}
        onChange={onChange}
      />
    )
  return (
    <SchemaField
      label={setting.label}
      hideLabel
      schema={{ ...plain, ...(type !== undefined && { type }) }}
      value={value ?? undefined}
      onChange={onChange}
    />
  )
}

function SecretField({ setting, value, onChange }: SettingFieldProps) {
  const text = typeof value === 'string' ? value : undefined
  return (
    <TextField
      label={setting.label}
      hideLabel
      type="password"
      autoComplete="off"
      placeholder={text ?? 'not set'}
      value={text !== undefined && !text.startsWith('••••') ? text : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
