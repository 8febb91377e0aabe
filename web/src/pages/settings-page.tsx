import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button, Switch, TextField } from '../../../src/components/view-kit/controls/controls.tsx'
import { reasonOf, useService, type AnswerOf } from '../../../src/components/view-kit/service.ts'
import { Empty, Failure, Skeleton } from '../../../src/components/view-kit/states.tsx'
import { useShared, useShell } from '../frame/shell.ts'
import type { Theme } from '../frame/theme.ts'
import { Page } from './page.tsx'
import { AllowedList } from './settings/allowed-list.tsx'
import { ContentIndexCard } from './settings/content-index.tsx'
import { useSettingDraft } from './settings/drafts.ts'
import { ModelSetup } from './settings/model-setup.tsx'
import { ModelUsageCard } from './settings/model-usage.tsx'
import { ProviderHealth } from './settings/provider-health.tsx'
import { Unsaved } from './settings/unsaved.tsx'
import {
  leadToWrongField,
  SchemaField,
  type JsonSchema,
} from '../../../src/components/view-kit/controls/schema-form.tsx'
import { useAnswer } from './use-answer.ts'

type Setting = AnswerOf<'GET /api/settings/schema'>['settings'][number]
type Values = Readonly<Record<string, unknown>>

export function SettingsPage({ item }: { item: string | undefined }) {
  const described = useAnswer('GET /api/settings/schema', {}, ['settings.changed'])
  const values = useAnswer('GET /api/settings', {}, ['settings.changed'])
  const [query, setQuery] = useState('')
  const groups = useMemo(() => groupsOf(described.data?.settings ?? [], query), [described.data, query])
  const error = described.error ?? values.error
  return (
    <Page title="Settings" about="Changes apply immediately unless noted.">
      <Unsaved onShow={() => setQuery('')} />
      <Appearance />
      <BrowserNoticesSwitch />
      {values.data && (
        <ModelSetup values={values.data} isAimedAt={item === 'model'} onSaved={values.refresh} />
      )}
      <ModelUsageCard />
      <AllowedList />
      <ContentIndexCard />
      <ProviderHealth />
      <div className="max-w-md">
        <TextField
          label="Search settings"
          hideLabel
          type="search"
          placeholder="Search settings"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {error && (
        <Failure
          error={error}
          onRetry={() => {
            described.refresh()
            values.refresh()
          }}
        />
      )}
      {!error && (!described.data || !values.data) && <Skeleton height={400} />}
      {described.data && groups.length === 0 && <Empty>No matches.</Empty>}
      {values.data &&
        groups.map(([group, list = []]) => (
          <section key={group} aria-label={group} className="card px-4 py-2">
            <h2 className="py-2 font-semibold">{group}</h2>
            {list.map((setting) => (
              <SettingRow
                key={setting.name}
                setting={setting}
                value={(values.data as Values)[setting.name]}
                isAimedAt={setting.name === item}
                onSaved={values.refresh}
              />
            ))}
          </section>
        ))}
    </Page>
  )
}

/** The settings that have all of the words, by their group. */
function groupsOf(settings: readonly Setting[], query: string) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = settings.filter(({ name, description, group }) =>
    words.every((word) => `${name} ${description} ${group}`.toLowerCase().includes(word)),
  )
  return Object.entries(Object.groupBy(found, ({ group }) => group))
}

const THEMES = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; Icon: unknown }[]

function Appearance() {
  const { theme: state } = useShell()
  const current = useShared(state)
  return (
    <section
      aria-label="Appearance"
      className="card flex flex-wrap items-center justify-between gap-3 px-4 py-3"
    >
      <h2 className="font-semibold">Appearance</h2>
      <div role="group" aria-label="Theme" className="flex rounded-lg bg-surface-2 p-0.5">
        {THEMES.map(({ theme, label, Icon }) => (
          <button
            key={theme}
            type="button"
            aria-pressed={theme === current}
            className="flex min-h-9 items-center gap-2 rounded-md px-3 text-sm text-ink-2 aria-pressed:bg-surface-1 aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-card"
            onClick={() => state.set(theme)}
          >
            <Icon aria-hidden className="size-4" /> {label}
          </button>
        ))}
      </div>
    </section>
  )
}

const NOTICE_HELP = {
  on: 'You get notifications and questions even when this page is in the background.',
  off: 'Get notifications and questions even when this page is in the background.',
  denied: 'Your browser blocks notifications from this page. Allow them in its settings.',
  unsupported: "This browser doesn't support notifications for this address.",
}

function BrowserNoticesSwitch() {
  const { notices } = useShell()
  const state = useShared(notices.state)
  return (
    <section aria-label="Browser notifications" className="card px-4 py-3">
      <Switch
        label="Browser notifications"
        help={NOTICE_HELP[state]}
        checked={state === 'on'}
        disabled={state === 'denied' || state === 'unsupported'}
        onChange={(wanted) => (wanted ? void notices.turnOn() : notices.turnOff())}
      />
    </section>
  )
}

interface SettingRowProps {
  readonly setting: Setting
  readonly value: unknown
  readonly isAimedAt: boolean
  readonly onSaved: () => void
}

/** One setting while it is changed: what was entered, what the service took, and why it did not. */
function useSetting({ setting, value, onSaved }: Pick<SettingRowProps, 'setting' | 'value' | 'onSaved'>) {
  const service = useService()
  const [draft, setDraft] = useSettingDraft(setting.name)
  const [problem, setProblem] = useState<string>()
  // What the service has taken, until the page has read everything anew.
  const [taken, setTaken] = useState<{ value: unknown }>()
  const [saved, setSaved] = useState(false)
  useEffect(() => setTaken(undefined), [value])
  const save = async (next: unknown) => {
    setProblem(undefined)
    try {
      const values: Values = await service.call('POST /api/settings', {
        body: { [setting.name]: next ?? null },
      })
      setTaken({ value: values[setting.name] })
      setDraft(undefined)
      setSaved(true)
      onSaved()
    } catch (error) {
      setProblem(reasonOf(error))
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

function SettingRow({ setting, value, isAimedAt, onSaved }: SettingRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const { shown, draft, problem, saved, change, save, takeBack } = useSetting({ setting, value, onSaved })
  const fixed = setting.source === 'environment'
  useEffect(() => {
    if (!isAimedAt) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [isAimedAt])
  return (
    <div
      ref={row}
      className={`grid gap-2 border-t border-line py-3 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] ${isAimedAt ? '-mx-4 bg-accent-soft px-4' : ''}`}
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
        <div className="flex items-center gap-2">
          {draft && (
            <Button type="submit" look="primary">
              Save
            </Button>
          )}
          {draft && (
            <Button look="quiet" onClick={takeBack}>
              Cancel
            </Button>
          )}
          {!draft && !fixed && setting.source !== 'default' && (
            <Button look="quiet" onClick={() => void save(null)}>
              Reset to default
            </Button>
          )}
          {saved && !draft && (
            <span role="status" className="flex items-center gap-1 text-sm text-good">
              <Check aria-hidden className="size-4" /> Saved
            </span>
          )}
        </div>
      </form>
    </div>
  )
}

function SettingText({ setting, fixed }: { setting: Setting; fixed: boolean }) {
  return (
    <div>
      <p className="font-mono text-sm">{setting.name}</p>
      <p className="text-sm text-ink-3">{setting.description}</p>
      {fixed && (
        <p className="mt-1 text-xs text-warn">Set by {setting.environment_variable} in the environment.</p>
      )}
    </div>
  )
}

function SettingField({
  setting,
  value,
  onChange,
}: {
  setting: Setting
  value: unknown
  onChange: (value: unknown) => void
}) {
  const schema = { ...(setting.schema as JsonSchema), default: setting.default }
  const { description: _said, ...plain } = schema
  if (setting.secret)
    return (
      <TextField
        label={setting.name}
        hideLabel
        type="password"
        autoComplete="off"
        placeholder={typeof value === 'string' ? value : 'not set'}
        value={typeof value === 'string' && !value.startsWith('••••') ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  const type = Array.isArray(plain.type) ? plain.type.find((one) => one !== 'null') : plain.type
  return (
    <SchemaField
      label={setting.name}
      hideLabel
      schema={{ ...plain, ...(type !== undefined && { type }) }}
      value={value ?? undefined}
      onChange={onChange}
    />
  )
}
