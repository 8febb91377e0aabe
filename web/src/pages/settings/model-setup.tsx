import { Cpu } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Card } from '../../../../src/components/view-kit/card.tsx'
import { Button, TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import { Segments } from '../../../../src/components/view-kit/controls/segments.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { useViewContext } from '../../../../src/components/view-kit/view-context.ts'
import { useAttempt } from '../attempt.ts'
import { useAnswer } from '../use-answer.ts'
import { ProblemNote } from '../problem-note.tsx'
import { FoundModels } from './found-models.tsx'
import { ModelTrial, type Trial } from './model-trial.tsx'
import { SAVED } from './save-model.ts'
import { presetOf, presets, trialOf, valuesOf, type ModelChoice, type Preset } from './model-presets.ts'

interface ModelSetupProps {
  /** The settings as they are. */
  readonly values: Readonly<Record<string, unknown>>
  readonly isAimedAt?: boolean
  readonly onSaved: () => void
}

/** Who runs the model, and the two things that they need to know; tried before it is kept. */
export function ModelSetup({ values, isAimedAt = false, onSaved }: ModelSetupProps) {
  const service = useService()
  const { announce } = useViewContext()
  const place = useAim(isAimedAt)
  const [edited, setEdited] = useState<ModelChoice>()
  const [trial, setTrial] = useState<Trial>()
  const [saved, setSaved] = useState(false)
  const testing = useAttempt()
  const saving = useAttempt()
  const choice = edited ?? choiceIn(values)
  const preset = presetOf(choice.provider)
  const isWhole = choice.model.trim() !== ''
  const edit = (next: ModelChoice) => {
    setEdited(next)
    setTrial(undefined)
    setSaved(false)
  }
  const test = () =>
    testing.attempt(async () => {
      setTrial(undefined)
      setTrial(await service.call('POST /api/llm/test', { body: trialOf(choice) }))
    })
  const save = (event: FormEvent) => {
    event.preventDefault()
    void saving.attempt(async () => {
      // What was tried and failed is kept only when the person presses once more.
      const outcome = trial ?? (await service.call('POST /api/llm/test', { body: trialOf(choice) }))
      setTrial(outcome)
      if (!trial && !outcome.ok) return
      await service.call('POST /api/settings', { body: valuesOf(choice) })
      setEdited(undefined)
      setSaved(true)
      // Where this was asked for in the welcome it goes away with that.
      announce(SAVED)
      onSaved()
    })
  }
  return (
    <div ref={place}>
      <Card icon={<Cpu aria-hidden className="size-4" />} title="Set up a model">
        <form className="flex flex-col items-start gap-4" onSubmit={save}>
          <FoundModels onChoose={(provider, model, address) => edit({ provider, model, address, key: '' })} />
          <ProviderChoice
            chosen={choice.provider}
            onChoose={(provider) => edit({ provider, model: '', address: '', key: '' })}
          />
          {preset && <ChoiceFields preset={preset} choice={choice} values={values} onChange={edit} />}
          {preset && (
            <div className="flex flex-wrap gap-2">
              <TestButton busy={testing.busy} disabled={!isWhole} onTest={() => void test()} />
              <UseButton busy={saving.busy} disabled={!edited || !isWhole} hasFailed={trial?.ok === false} />
            </div>
          )}
          <Outcome trial={trial} saved={saved} error={testing.error ?? saving.error} />
        </form>
      </Card>
    </div>
  )
}

/** Whoever was sent here finds it in view, ready for a choice. */
function useAim(isAimedAt: boolean) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isAimedAt) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.querySelector('button')?.focus()
  }, [isAimedAt])
  return place
}

function ProviderChoice(props: { chosen: string; onChoose: (provider: string) => void }) {
  const values = presets.map(({ provider, title }) => ({ value: provider, label: title }))
  return <Segments label="Who runs the model" values={values} {...props} />
}

function TestButton({ busy, disabled, onTest }: { busy: boolean; disabled: boolean; onTest: () => void }) {
  return (
    <Button busy={busy} disabled={disabled} onClick={onTest}>
      Test it
    </Button>
  )
}

function UseButton({ busy, disabled, hasFailed }: { busy: boolean; disabled: boolean; hasFailed: boolean }) {
  return (
    <Button type="submit" look="primary" busy={busy} disabled={disabled}>
      {hasFailed ? 'Use it anyway' : 'Use this model'}
    </Button>
  )
}

function Outcome({ trial, saved, error }: { trial: Trial | undefined; saved: boolean; error: unknown }) {
  return (
    <>
      {trial && <ModelTrial trial={trial} />}
      {saved && <p className="text-sm text-good">{SAVED}</p>}
      <ProblemNote error={error} />
    </>
  )
}

function choiceIn(values: ModelSetupProps['values']): ModelChoice {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '')
  return { provider: text('LLM_PROVIDER'), model: text('LLM_MODEL'), address: text('LLM_BASE_URL'), key: '' }
}

interface ChoiceFieldsProps {
  readonly preset: Preset
  readonly choice: ModelChoice
  readonly values: ModelSetupProps['values']
  readonly onChange: (choice: ModelChoice) => void
}

function ChoiceFields({ preset, choice, values, onChange }: ChoiceFieldsProps) {
  const kept = values['LLM_PROVIDER'] === preset.provider ? values['LLM_API_KEY'] : undefined
  return (
    <div className="grid w-full gap-4 rail:grid-cols-2">
      <TextField
        label="Model"
        required
        spellCheck={false}
        placeholder={preset.example}
        help="The provider's name for the model."
        value={choice.model}
        onChange={(event) => onChange({ ...choice, model: event.target.value })}
      />
      {preset.asksKey && (
        <TextField
          label="Key"
          type="password"
          autoComplete="off"
          placeholder={typeof kept === 'string' ? kept : ''}
          help={
            typeof kept === 'string'
              ? 'A key is saved. Leave this empty to keep it.'
              : preset.needsKey
                ? 'Sent to this provider only.'
                : 'Only if the server needs one.'
          }
          value={choice.key}
          onChange={(event) => onChange({ ...choice, key: event.target.value })}
        />
      )}
      {preset.asksAddress && (
        <TextField
          label="Address"
          type="url"
          required={preset.address === undefined}
          placeholder={preset.address ?? 'http://192.168.1.20:8000/v1'}
          help={preset.address === undefined ? undefined : 'Leave empty for the default.'}
          value={choice.address}
          onChange={(event) => onChange({ ...choice, address: event.target.value })}
        />
      )}
    </div>
  )
}

/** Offers a model where none is set, and is silent otherwise. */
export function WelcomeModel() {
  const { data, refresh } = useAnswer('GET /api/settings', {}, ['settings.changed'])
  if (!data || typeof data['LLM_PROVIDER'] === 'string') return null
  return (
    <details className="mt-6">
      <summary className="min-h-9 cursor-pointer text-sm text-accent">
        With a model, Deskhand understands everything else. Set one up
      </summary>
      <div className="mt-3">
        <ModelSetup values={data} onSaved={refresh} />
      </div>
    </details>
  )
}
